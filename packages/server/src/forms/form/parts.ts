// The parts of a form, each in one entry: its members of the settings, what may be wrong with them, and what becomes of its
// records when the form changes or is deleted, when a person is erased, and in an archive of the site.

import { isDeepStrictEqual } from 'node:util';
import Type, { type Static, type TSchema } from 'typebox';
import type { ReadContext, WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { Tables } from '../../database/tables.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { deleteFileRows, submissionsOf } from '../../files/files.ts';
import { mergePatch, mergePatchOf, openValidator, requireWhole } from '../../http/merge-patch.ts';
import { bodyOf, nullable, Url } from '../../http/schemas.ts';
import type { LanguageCode } from '../../languages/language.ts';
import type { Fault } from '../../lib/errors.ts';
import { derive, parseKept } from '../../lib/lru-cache.ts';
import type { Mentions } from '../../lib/mentions.ts';
import { isObject } from '../../lib/validation.ts';
import { findWebUrlFault, webUrlFaults } from '../../lib/web-url.ts';
import { checkFormMail, FormMail } from '../../mail/form-mail.ts';
import { deleteMailsAbout } from '../../mail/outbox.ts';
import { deleteStock } from '../../payments/reservations.ts';
import { FormLooks, findLooksFaults } from '../../settings/looks.ts';
import { findTaxFaults, taxedParts } from './check-taxes.ts';
import { FormRetention, findRetentionFaults } from './form-retention.ts';
import { FormSpam, findSpamFaults } from './form-spam.ts';
import { checkTranslations, type FormTranslations } from './form-translations.ts';
import { keepVersion } from './form-versions.ts';
import { keepUnique } from './keep-unique.ts';
import { findTimeFaults } from './opening.ts';
import { ContactFields, DraftItem, findContactFaults, findDraftFaults, findTypeFaults } from './result-settings.ts';
import { keepStock } from './stock-totals.ts';

type Members = Record<string, TSchema>;

type FormOf<Settings extends Members> = {
  id: string;
  version: number;
  fields: FieldDeclaration[];
  language: LanguageCode | null;
  translations: FormTranslations;
  /** Without what a change removes with null. */
  settings: { readonly [Name in keyof Settings]?: NonNullable<Static<Settings[Name]>> };
};

/** What is deleted: a form with all that belongs to it, or submissions. */
export type Deleted = { formId: string } | { submissionIds: readonly string[] };

/** Where others than the person may have named her, or she herself before she submitted anything. */
type Naming = {
  name: 'savedAnswers' | 'othersNotes';
  table: 'savedAnswers' | 'submissionNotes' | 'submissionReplies';
  texts: readonly string[];
  /** Whether only those about submissions of others count: her own are deleted with all that belongs to them. */
  isOfOthers: boolean;
  /** Returns how many there were. */
  erase(ctx: WriteContext, ids: readonly string[], addresses: Mentions): Promise<number>;
};

/** How its tables are in an archive of the site, or why they are not (archive/archived-tables.ts). */
type Archive = {
  readonly [Name in keyof Tables]?:
    | { leftOut: string }
    | {
        part: 'forms';
        key: readonly (keyof Tables[Name] & string)[];
        json?: { readonly [Column in keyof Tables[Name]]?: 'object' | 'array' };
        without?: Partial<Row<Name>>;
        bytes?: 'id';
      };
};

type Part<Settings extends Members, Archived extends Archive> = {
  settings: Settings;
  /** What is wrong with it in a form that is about to be stored. Whatever of the form changes, it is asked. */
  findFaults?(ctx: ReadContext, form: FormOf<Settings>, before: FormOf<Settings> | null): Fault[];
  /**
   * What is wrong with records that its settings name. Only new settings are asked: the rest of a form can be changed
   * although such a record was deleted since.
   */
  findNamed?(ctx: ReadContext, form: FormOf<Settings>): Promise<Fault[]>;
  /** What names such records besides its settings. */
  naming?(form: FormOf<Settings>): unknown;
  /** Runs in the transaction that stores the form. `before` is null for a new one. */
  onChange?(ctx: WriteContext, form: FormOf<Settings>, before: FormOf<Settings> | null): Promise<void>;
  /** Runs before the form or the submissions themselves are gone. May return IDs of files whose bytes are to be removed. */
  onDelete?(ctx: WriteContext, deleted: Deleted): Promise<string[] | undefined>;
  people?: readonly Naming[];
  archive?: Archived;
};

function part<const Settings extends Members, const Archived extends Archive = Record<never, never>>(
  one: Part<Settings, Archived>,
): Part<Settings, Archived> {
  return one;
}

const shownText = (description: string, example: string) =>
  nullable(Type.String({ maxLength: 10_000, description, examples: [example] }));

const time = (description: string) => nullable(Type.String({ format: 'date-time', description }));

const parts = [
  part({
    settings: {
      description: shownText('What the hosted page says above the fields', 'Two days in June'),
      button: shownText('What its button says', 'Sign up'),
      thanks: shownText('What it says after a submission', 'See you there!'),
      closed: shownText('What it says while the form accepts no submissions', 'All seats are taken'),
    },
  }),
  part({
    settings: {
      cancelUrl: nullable(
        Type.String({ ...Url, description: 'Where payers go who cancel; a page of the service by default' }),
      ),
    },
    findFaults: (_ctx, { settings }) => findUrlFaults(settings.cancelUrl ?? null, '/settings/cancelUrl'),
  }),
  part({
    settings: {
      opensAt: time('When the form begins to accept submissions'),
      closesAt: time('From when on the form rejects submissions'),
    },
    findFaults: (_ctx, { settings }) => findTimeFaults(settings),
  }),
  part({
    settings: { mail: nullable(FormMail) },
    findFaults: (_ctx, { settings, fields }) => checkFormMail(settings.mail ?? {}, fields),
    onDelete: async (ctx, deleted) => void (await deleteMailsAbout(ctx, deleted)),
  }),
  part({
    settings: { spam: nullable(FormSpam) },
    findFaults: (ctx, { settings, fields }) => findSpamFaults(ctx, settings.spam ?? {}, fields),
  }),
  part({
    settings: { looks: nullable(FormLooks) },
    findNamed: (ctx, { settings }) => findLooksFaults(ctx, settings.looks ?? {}, '/settings/looks'),
  }),
  part({
    settings: { retention: nullable(FormRetention) },
    findFaults: (_ctx, { settings, fields }, before) =>
      findRetentionFaults(settings.retention ?? {}, fields, before?.settings.retention ?? {}),
  }),
  part({
    settings: { contactFields: nullable(ContactFields) },
    findFaults: (_ctx, { settings, fields }) => findContactFaults(settings.contactFields ?? {}, fields),
  }),
  part({
    settings: { draftItem: nullable(DraftItem) },
    findFaults: (_ctx, { settings, fields }) => (settings.draftItem ? findDraftFaults(settings.draftItem, fields) : []),
    findNamed: async (ctx, { settings, fields }) =>
      settings.draftItem ? findTypeFaults(ctx, settings.draftItem, fields) : [],
    onDelete: async (ctx, deleted) => {
      const ids = deletedSubmissions(ctx, deleted);
      await ctx.db.deleteFrom('submissionDrafts').where('submissionId', 'in', ids).execute();
    },
    archive: { submissionDrafts: { part: 'forms', key: ['submissionId'] } },
  }),
  // Answers that visitors save to go on later.
  part({
    settings: {
      saveForLater: nullable(
        bodyOf(
          {
            days: Type.Integer({
              minimum: 1,
              maximum: 365,
              description: 'How long saved answers are kept, and their link works',
              examples: [14],
            }),
          },
          {
            title: 'SaveForLater',
            description:
              'Visitors can save their answers on the page of the form, and get a link by mail to go on. It needs a mail server',
          },
        ),
      ),
    },
    onDelete: async (ctx, deleted) => {
      if ('formId' in deleted) await ctx.db.deleteFrom('savedAnswers').where('formId', '=', deleted.formId).execute();
    },
    people: [
      {
        name: 'savedAnswers',
        table: 'savedAnswers',
        texts: ['email', 'answers'],
        isOfOthers: false,
        erase: async (ctx, ids) => {
          const rows = ctx.db.deleteFrom('savedAnswers').where('id', 'in', ['', ...ids]);
          return (await rows.returning('id').execute()).length;
        },
      },
    ],
    archive: { savedAnswers: { leftOut: 'Not submitted yet, and their links belong to the installation' } },
  }),
  // What it asks, in its languages, and what it asked before.
  part({
    settings: {},
    findFaults: (_ctx, form) => checkTranslations(form, form.fields),
    onChange: async (ctx, form, before) => {
      if (before) await keepVersion(ctx, before, form);
    },
    onDelete: async (ctx, deleted) => {
      if ('formId' in deleted) await ctx.db.deleteFrom('formVersions').where('formId', '=', deleted.formId).execute();
    },
    archive: {
      formVersions: {
        part: 'forms',
        key: ['formId', 'lastVersion'],
        json: { fields: 'array', translations: 'object' },
      },
    },
  }),
  // What it sells.
  part({
    settings: {},
    naming: ({ fields }) => taxedParts(fields),
    findNamed: (ctx, { fields }) => findTaxFaults(ctx, fields),
    onChange: (ctx, { id, fields }, before) => keepStock(ctx, id, fields, before?.fields ?? []),
    onDelete: async (ctx, deleted) => {
      if (!('formId' in deleted)) return;
      await ctx.db.deleteFrom('discounts').where('formId', '=', deleted.formId).execute();
      await deleteStock(ctx, deleted.formId);
    },
    archive: {
      // With what is held by open checkouts, which are archived with the payments.
      stock: { part: 'forms', key: ['formId', 'key'] },
      discounts: { part: 'forms', key: ['id'], json: { appliesTo: 'array' } },
    },
  }),
  // Answers that no two submissions have.
  part({
    settings: {},
    onChange: async (ctx, { id, fields }, before) => {
      if (before) await keepUnique(ctx, id, fields, before.fields);
    },
    onDelete: async (ctx, deleted) => {
      const ids = deletedSubmissions(ctx, deleted);
      await ctx.db.deleteFrom('uniqueAnswers').where('submissionId', 'in', ids).execute();
    },
    archive: { uniqueAnswers: { part: 'forms', key: ['key'] } },
  }),
  // What those who work on submissions write about them, and to whom.
  part({
    settings: {},
    onDelete: async (ctx, deleted) => {
      const ids = deletedSubmissions(ctx, deleted);
      await ctx.db.deleteFrom('submissionNotes').where('submissionId', 'in', ids).execute();
      await ctx.db.deleteFrom('submissionReplies').where('submissionId', 'in', ids).execute();
    },
    people: [
      {
        name: 'othersNotes',
        table: 'submissionNotes',
        texts: ['text'],
        isOfOthers: true,
        erase: eraseFromNotes,
      },
      {
        name: 'othersNotes',
        table: 'submissionReplies',
        texts: ['recipient', 'subject', 'text'],
        isOfOthers: true,
        erase: eraseFromReplies,
      },
    ],
    archive: {
      submissionNotes: { part: 'forms', key: ['id'], without: { authorId: null } },
      submissionReplies: { part: 'forms', key: ['id'], without: { authorId: null } },
    },
  }),
  // How far visitors got in its steps.
  part({
    settings: {},
    onDelete: async (ctx, deleted) => {
      if ('formId' in deleted) await ctx.db.deleteFrom('formSteps').where('formId', '=', deleted.formId).execute();
    },
    archive: { formSteps: { part: 'forms', key: ['formId', 'day', 'step'] } },
  }),
  part({
    settings: {},
    onDelete: (ctx, deleted) => deleteFileRows(ctx, deleted),
    archive: { files: { part: 'forms', key: ['id'], bytes: 'id' } },
  }),
] as const;

type AnyPart = Part<Members, Archive>;
type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Schemas = Both<(typeof parts)[number]['settings']>;

const all = parts as unknown as readonly AnyPart[];
const schemas = Object.assign({}, ...all.map(({ settings }) => settings)) as Schemas;

export const NewFormSettings = Type.Partial(bodyOf(schemas), {
  additionalProperties: false,
  description: 'What the form does besides asking; what is absent is as by default',
});
export type NewFormSettings = Static<typeof NewFormSettings>;

export const FormSettingsChange = mergePatchOf(NewFormSettings);
export type FormSettingsChange = Static<typeof FormSettingsChange>;

/** The settings of a form, by the schemas of its parts. */
export type FormSettings = FormOf<Schemas>['settings'];

type WithSettings = FormOf<Schemas>;

/** Those that are stored, which may be of another version of the service: without what is not as its schema says. */
export function parseSettings(text: string): FormSettings {
  return knownSettings(parseKept(text) as object);
}

const knownSettings = derive((stored: object): FormSettings => {
  const validate = openValidator(NewFormSettings);
  if (validate(stored)) return stored;
  const wrong = new Set(validate.errors?.map(({ instancePath }) => instancePath.split('/')[1]));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !wrong.has(name)));
});

/** The settings with a change. Nothing is left of a member that has nothing in it. Throws invalid_body. */
export function mergeSettings(stored: FormSettings, change: FormSettingsChange | NewFormSettings): FormSettings {
  requireWhole(NewFormSettings, mergePatch(knownSettings(stored), change), '/settings');
  return withoutEmpty(mergePatch(stored, change));
}

function withoutEmpty(settings: FormSettings): FormSettings {
  const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => !isEmpty(value)));
}

/** All that is wrong with a form that is about to be stored, its fields aside. */
export async function findPartFaults(
  ctx: ReadContext,
  form: WithSettings,
  before: WithSettings | null,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { settings, findFaults, findNamed, naming } of all) {
    const isNew =
      Object.keys(settings).some((name) => !isDeepStrictEqual(settingOf(form, name), settingOf(before, name))) ||
      !isDeepStrictEqual(naming?.(form), before && naming?.(before));
    faults.push(...(findFaults?.(ctx, form, before) ?? []), ...((isNew && (await findNamed?.(ctx, form))) || []));
  }
  return faults;
}

function settingOf(form: WithSettings | null, name: string): unknown {
  return (form?.settings as Record<string, unknown> | undefined)?.[name];
}

/** What follows from a form that was stored, in its transaction. */
export async function formChanged(ctx: WriteContext, form: WithSettings, before: WithSettings | null): Promise<void> {
  for (const { onChange } of all) await onChange?.(ctx, form, before);
}

/** Deletes what belongs to a form or to submissions. Returns the IDs of files: call `removeBytes` after the commit. */
export async function deleteParts(ctx: WriteContext, deleted: Deleted): Promise<string[]> {
  const fileIds: string[] = [];
  for (const { onDelete } of all) fileIds.push(...((await onDelete?.(ctx, deleted)) ?? []));
  return fileIds;
}

/** Where people may be named besides in submissions (privacy/). */
export const peopleInParts: readonly Naming[] = all.flatMap(({ people = [] }) => people);

/** How the tables of the parts are archived. */
export const archivedParts = Object.assign({}, ...all.map(({ archive }) => archive)) as Both<
  NonNullable<(typeof parts)[number]['archive']>
>;

/** For statements about what belongs to submissions. */
function deletedSubmissions(ctx: WriteContext, deleted: Deleted) {
  return 'submissionIds' in deleted ? ['', ...deleted.submissionIds] : submissionsOf(ctx, [deleted.formId]);
}

/** Visitors are redirected to it. Other schemes, such as `javascript:`, would run in the page's origin. */
export function findUrlFaults(url: string | null, pointer: string): Fault[] {
  const fault = url === null ? null : findWebUrlFault(url);
  return fault === null ? [] : [{ pointer, code: 'not_allowed', detail: webUrlFaults[fault] }];
}

// Takes the address of a person out of notes and replies to submissions of others, which stay.

/** Returns how many notes there were. */
async function eraseFromNotes(ctx: WriteContext, ids: readonly string[], addresses: Mentions): Promise<number> {
  const rows = await ctx.db
    .selectFrom('submissionNotes')
    .select(['id', 'text'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const { id, text } of rows)
    await ctx.db
      .updateTable('submissionNotes')
      .set({ text: addresses.erasedFrom(text) })
      .where('id', '=', id)
      .execute();
  return rows.length;
}

/** Returns how many replies there were. */
async function eraseFromReplies(ctx: WriteContext, ids: readonly string[], addresses: Mentions): Promise<number> {
  const rows = await ctx.db
    .selectFrom('submissionReplies')
    .select(['id', 'recipient', 'subject', 'text'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const { id, recipient, subject, text } of rows)
    await ctx.db
      .updateTable('submissionReplies')
      .set({
        recipient: addresses.erasedFrom(recipient),
        subject: addresses.erasedFrom(subject),
        text: addresses.erasedFrom(text),
      })
      .where('id', '=', id)
      .execute();
  return rows.length;
}
