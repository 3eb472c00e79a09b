// Forms: their fields, and who can submit them.

import { isDeepStrictEqual } from 'node:util';
import { namesFor } from '../context/access.ts';
import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, slot } from '../database/kept-queries.ts';
import { type CountedPage, type CountedQuery, listByTime } from '../database/list-page.ts';
import { updateRow } from '../database/update-row.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { deleteFileRows, removeBytes } from '../files/files.ts';
import type { LanguageCode } from '../languages/language.ts';
import { sharedReads } from '../lib/coalesce.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { mergeByName } from '../lib/merge-by-name.ts';
import { parseKept } from '../lib/parse-kept.ts';
import { isSlug, slugify } from '../lib/slug.ts';
import { findWebUrlFault, webUrlFaults } from '../lib/web-url.ts';
import { checkFormMail, readFormMail } from '../mail/form-mail.ts';
import { deleteMailsAbout } from '../mail/outbox.ts';
import { deleteStock } from '../payments/reservations.ts';
import { findLooksFaults, looksIn } from '../settings/looks.ts';
import { findPictureFaults } from './fields/choice-pictures.ts';
import { checkFormFields, normalizeFields } from './form-fields.ts';
import type { FormChange, NewForm, NewFormSettings } from './forms.schemas.ts';
import { deleteStory } from './inbox/delete-story.ts';
import { deleteSavedOf } from './later/delete-saved.ts';
import { findTimeFaults } from './opening.ts';
import { acceptOrigins } from './origins.ts';
import { pageKeySetting } from './page/page-token.ts';
import { deleteDiscounts } from './payment/discounts.ts';
import { keepStock } from './payment/orders.ts';
import { checkDraftType, checkResults } from './results/result-settings.ts';
import { findRetentionFaults } from './retention/retention.ts';
import { checkFormSpam, spamSetting } from './spam/spam-settings.ts';
import { checkTranslations, type FormTranslations } from './translations/form-translations.ts';
import { keepUnique } from './unique/keep-unique.ts';
import { deleteVersions, keepVersion } from './versions/form-versions.ts';

export type Form = ReturnType<typeof parseForm>;

/**
 * With stored settings that a submission would otherwise read by statements of their own: how the site recognizes spam
 * (spam/spam-settings.ts), and the key of its pages (page/page-token.ts).
 */
export type FormToSubmit = Form & { siteSpam: string | null; pageKey: string | null };

const queries = keptQueries();

/** Finds a form by its ID or slug. Throws form_not_found. */
export async function findForm(ctx: ReadContext, idOrSlug: string): Promise<Form> {
  const form = await findKnownForm(ctx, idOrSlug);
  if (!form) throw fail('form_not_found');
  return form;
}

async function findKnownForm(ctx: ReadContext, idOrSlug: string): Promise<Form | null> {
  const rows = await queries.run(ctx, 'read', { idOrSlug }, () =>
    ctx.db
      .selectFrom('forms')
      .selectAll()
      .where((eb) => eb.or([eb('id', '=', slot('idOrSlug')), eb('slug', '=', slot('idOrSlug'))])),
  );
  const row = rows.find(({ id }) => id === idOrSlug) ?? rows[0];
  return row ? parseForm(row) : null;
}

/** The same with what a submission needs. */
export const findFormToSubmit = sharedReads(
  async (ctx: ReadContext, idOrSlug: string): Promise<FormToSubmit | null> => {
    const rows = await queries.run(ctx, 'read to submit', { idOrSlug, spamSetting, pageKeySetting }, () =>
      ctx.db
        .selectFrom('forms')
        .selectAll()
        .select((eb) => {
          const setting = (name: string) =>
            eb.selectFrom('settings').select('value').where('settings.name', '=', slot(name));
          return [setting('spamSetting').as('siteSpam'), setting('pageKeySetting').as('pageKey')];
        })
        .where((eb) => eb.or([eb('id', '=', slot('idOrSlug')), eb('slug', '=', slot('idOrSlug'))])),
    );
    const row = rows.find(({ id }) => id === idOrSlug) ?? rows[0];
    if (!row) return null;
    const { siteSpam, pageKey, ...form } = row;
    return { ...parseForm(form), siteSpam, pageKey };
  },
);

export async function listForms(
  ctx: ReadContext,
  query: CountedQuery & { order?: 'asc' | 'desc' },
): Promise<CountedPage<Form & { submissionCount: number }>> {
  const ids = namesFor(ctx.actor, 'forms:read');
  const forms = ctx.db.selectFrom('forms').selectAll();
  const { items, total } = await listByTime(ids === null ? forms : forms.where('id', 'in', ['', ...ids]), query);
  const counts = await countSubmissions(
    ctx,
    items.map(({ id }) => id),
  );
  return { items: items.map((row) => ({ ...parseForm(row), submissionCount: counts.get(row.id) ?? 0 })), total };
}

export async function countSubmissions(ctx: ReadContext, formIds: string[]): Promise<Map<string, number>> {
  if (formIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('submissions')
    .select((eb) => ['formId', eb.fn.countAll<number>().as('count')])
    .where('formId', 'in', formIds)
    .groupBy('formId')
    .execute();
  return new Map(rows.map(({ formId, count }) => [formId, Number(count)]));
}

/** Creates a form. A second run with the same ID returns the first form. Throws invalid_body, slug_taken. */
export async function createForm(ctx: WriteContext, id: string, input: NewForm): Promise<Form> {
  const fields = await acceptFields(ctx, input.fields);
  const settings = mergeSettings({}, input.settings ?? {});
  checkSettings(settings, fields);
  checkFormSpam(ctx, settings, fields);
  await checkDraft(ctx, settings, fields);
  await checkLooks(ctx, settings);
  const { language = null, translations = {} } = input;
  checkLanguages({ language, translations }, fields);
  if (input.slug !== undefined) checkSlug(input.slug);
  const now = timeOf(ctx);
  const row = {
    id,
    name: input.name,
    public: toFlag(input.public ?? true),
    open: toFlag(input.open ?? true),
    strict: toFlag(input.strict ?? false),
    maxSubmissions: input.maxSubmissions ?? null,
    successUrl: acceptUrl(input.successUrl ?? null),
    fields: JSON.stringify(fields),
    settings: JSON.stringify(settings),
    origins: JSON.stringify(acceptOrigins(input.origins ?? [])),
    ...{ language, translations: JSON.stringify(translations) },
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  for (const slug of input.slug === undefined ? slugsFor(input.name) : [input.slug]) {
    const inserted = await ctx.db
      .insertInto('forms')
      .values({ ...row, slug })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) {
      await keepStock(ctx, id, fields);
      return parseForm({ ...row, slug });
    }
    const existing = await ctx.db.selectFrom('forms').selectAll().where('id', '=', id).executeTakeFirst();
    if (existing) return parseForm(existing);
  }
  throw slugTaken(input.slug ?? '');
}

/** Replaces the given fields. `check` may reject the current version. Throws form_not_found, invalid_body, slug_taken. */
export async function updateForm(
  ctx: Context,
  idOrSlug: string,
  change: FormChange,
  check: (form: Form) => void,
): Promise<Form> {
  const {
    public: isPublic,
    open,
    strict,
    fields,
    settings: changed,
    origins,
    translations,
    successUrl,
    ...rest
  } = change;
  if (rest.slug !== undefined) checkSlug(rest.slug);
  const values = {
    ...rest,
    ...(isPublic === undefined ? {} : { public: toFlag(isPublic) }),
    ...(open === undefined ? {} : { open: toFlag(open) }),
    ...(strict === undefined ? {} : { strict: toFlag(strict) }),
    ...(successUrl === undefined ? {} : { successUrl: acceptUrl(successUrl) }),
    ...(fields === undefined ? {} : { fields: JSON.stringify(await acceptFields(ctx, fields)) }),
    ...(origins === undefined ? {} : { origins: JSON.stringify(acceptOrigins(origins)) }),
    ...(translations === undefined ? {} : { translations: JSON.stringify(translations) }),
  };
  const { id, ...stored } = await findForm(ctx, idOrSlug);
  const settings = changed && mergeSettings(stored.settings, changed);
  // A variable and a translation may name a field.
  const newFields = fields === undefined ? stored.fields : normalizeFields(fields);
  if (fields !== undefined || settings !== undefined) {
    checkSettings(settings ?? stored.settings, newFields, stored.settings);
    checkFormSpam(ctx, settings ?? stored.settings, newFields);
  }
  if (settings !== undefined && !isDeepStrictEqual(settings.draftItem, stored.settings.draftItem))
    await checkDraft(ctx, settings, newFields);
  // The rest can be changed although a picture was deleted.
  if (settings !== undefined && !isDeepStrictEqual(settings.looks, stored.settings.looks))
    await checkLooks(ctx, settings);
  if (fields !== undefined || translations !== undefined || rest.language !== undefined) {
    const { language = stored.language } = rest;
    checkLanguages({ language, translations: translations ?? stored.translations }, newFields);
  }
  try {
    return await inTransaction(ctx, async (ctx) => {
      const row = await lockFormRow(ctx, id);
      check(parseForm(row));
      const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
      const merged = changed && { settings: JSON.stringify(mergeSettings(parseForm(row).settings, changed)) };
      const updated = await updateRow(ctx, 'forms', row, { ...values, ...merged }, stamp);
      await keepVersion(ctx, row, updated);
      const form = parseForm(updated);
      if (fields !== undefined) {
        await keepStock(ctx, id, form.fields, parseForm(row).fields);
        await keepUnique(ctx, id, form.fields, parseForm(row).fields);
      }
      return form;
    });
  } catch (error) {
    if (ctx.dialect.isUniqueViolation(error)) throw slugTaken(rest.slug ?? '');
    throw error;
  }
}

/** Deletes a form; with `force` its submissions and files too. Throws form_not_found, conflict. */
export async function deleteForm(ctx: Context, idOrSlug: string, force: boolean): Promise<string> {
  const { id } = await findForm(ctx, idOrSlug);
  const fileIds = await inTransaction(ctx, async (ctx) => {
    await lockForm(ctx, id);
    const count = (await countSubmissions(ctx, [id])).get(id) ?? 0;
    if (count > 0 && !force) {
      throw fail(
        'conflict',
        `The form has ${count} ${count === 1 ? 'submission' : 'submissions'}. Use force=true to delete them too`,
      );
    }
    const files = await deleteFileRows(ctx, { formId: id });
    await deleteMailsAbout(ctx, { formId: id });
    await deleteStory(ctx, { formId: id });
    await ctx.db.deleteFrom('submissions').where('formId', '=', id).execute();
    await ctx.db.deleteFrom('spamSubmissions').where('formId', '=', id).execute();
    await deleteDiscounts(ctx, id);
    await deleteStock(ctx, id);
    await deleteVersions(ctx, id);
    await deleteSavedOf(ctx, id);
    await ctx.db.deleteFrom('formSteps').where('formId', '=', id).execute();
    await ctx.db.deleteFrom('forms').where('id', '=', id).execute();
    return files;
  });
  await removeBytes(ctx, fileIds);
  return id;
}

/** The form's row, locked until the transaction ends. Throws form_not_found. */
export async function lockForm(ctx: WriteContext, id: string): Promise<Form> {
  return parseForm(await lockFormRow(ctx, id));
}

async function lockFormRow(ctx: WriteContext, id: string): Promise<Row<'forms'>> {
  return ctx.dialect
    .lockRows(formInTurn(ctx, id, 'alone').selectAll())
    .executeTakeFirstOrThrow(() => fail('form_not_found'));
}

/** Whether the form is open. It is not changed or deleted until the transaction ends. Throws form_not_found. */
export async function shareForm(ctx: WriteContext, id: string): Promise<Pick<Form, 'open'>> {
  const [row] = await queries.run(ctx, 'share', { id }, () =>
    ctx.dialect.lockKeyShare(formInTurn(ctx, slot('id'), 'shared').select('open')),
  );
  if (!row) throw fail('form_not_found');
  return { open: row.open === 1 };
}

/** For locking, so that changes of a form get their turn among those who submit it. */
function formInTurn(ctx: WriteContext, id: string, use: 'alone' | 'shared') {
  return ctx.db.selectFrom('forms').where((eb) => ctx.dialect.inTurn(eb('id', '=', id), eb.ref('id'), use));
}

function parseForm(row: Row<'forms'>) {
  return {
    ...row,
    public: row.public === 1,
    open: row.open === 1,
    strict: row.strict === 1,
    fields: parseKept(row.fields) as FieldDeclaration[],
    settings: parseKept(row.settings) as Record<string, unknown>,
    origins: parseKept(row.origins) as string[],
    language: row.language as LanguageCode | null,
    translations: parseKept(row.translations) as FormTranslations,
  };
}

/** By name, and mails by which they are. Null removes. */
function mergeSettings(stored: Record<string, unknown>, change: NewFormSettings): Record<string, unknown> {
  const mail = change.mail && mergeByName(readFormMail(stored) ?? {}, change.mail);
  return mergeByName(stored, { ...change, ...(mail && { mail: Object.keys(mail).length > 0 ? mail : null }) });
}

async function acceptFields(ctx: ReadContext, declared: FieldDeclaration[]): Promise<FieldDeclaration[]> {
  const fields = normalizeFields(declared);
  const faults = await checkFormFields(ctx.actor.id, fields);
  if (faults.length === 0) faults.push(...(await findPictureFaults(ctx, fields)));
  if (faults.length > 0) throw failBody(faults);
  return fields;
}

/** Throws invalid_body. */
function checkSettings(
  settings: Record<string, unknown>,
  fields: readonly FieldDeclaration[],
  stored: Record<string, unknown> = {},
): void {
  const faults = [
    ...checkFormMail(settings, fields),
    ...findTimeFaults(settings),
    ...checkResults(settings, fields),
    ...findRetentionFaults(settings, fields, stored),
    ...findUrlFaults(settings.cancelUrl ?? null, '/settings/cancelUrl'),
  ];
  if (faults.length > 0) throw failBody(faults);
}

/** Throws invalid_body, insufficient_scope. */
async function checkDraft(
  ctx: ReadContext,
  settings: Record<string, unknown>,
  fields: readonly FieldDeclaration[],
): Promise<void> {
  const faults = await checkDraftType(ctx, settings, fields);
  if (faults.length > 0) throw failBody(faults);
}

/** Throws invalid_body. */
async function checkLooks(ctx: ReadContext, { looks }: Record<string, unknown>): Promise<void> {
  const faults = await findLooksFaults(ctx, looksIn(looks), '/settings/looks');
  if (faults.length > 0) throw failBody(faults);
}

/** Throws invalid_body. */
function checkLanguages(languages: Pick<Form, 'language' | 'translations'>, fields: readonly FieldDeclaration[]): void {
  const faults = checkTranslations(languages, fields);
  if (faults.length > 0) throw failBody(faults);
}

/** Visitors are redirected to this URL. Other schemes, such as `javascript:`, would run in the page's origin. */
function acceptUrl(url: string | null): string | null {
  const faults = findUrlFaults(url, '/successUrl');
  if (faults.length > 0) throw failBody(faults);
  return url;
}

function findUrlFaults(url: unknown, pointer: string): Fault[] {
  const fault = url === null ? null : typeof url === 'string' ? findWebUrlFault(url) : 'invalid_url';
  return fault === null ? [] : [{ pointer, code: 'not_allowed', detail: webUrlFaults[fault] }];
}

function checkSlug(slug: string): void {
  // URLs accept an ID or a slug, so a slug must not look like an ID.
  if (isSlug(slug) && !/^form_[0-9a-z]{26}$/.test(slug)) return;
  const detail = 'can only contain lower-case letters, digits, dots, hyphens and underscores';
  throw failBody([{ pointer: '/slug', code: 'invalid', detail }]);
}

function* slugsFor(name: string): Generator<string> {
  const base = slugify(name).slice(0, 180) || 'form';
  yield base;
  for (let number = 2; number <= 20; number++) yield `${base}-${number}`;
  yield `${base}-${newId('form').slice(-12)}`;
}

function slugTaken(slug: string): Error {
  return fail('slug_taken', {
    errors: [{ pointer: '/slug', code: 'not_unique', detail: `is already used by another form: ${slug}` }],
  });
}

function toFlag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
