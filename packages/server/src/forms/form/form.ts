// A form as it is stored, and how it is found and locked.

import type { ReadContext, WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { changedMembers, publishChange } from '../../events/events.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { jsonTypeOf, kindOf } from '../../fields/field-kinds.ts';
import { normalForms } from '../../fields/normal-forms.ts';
import { type ConditionalField, visibleNames } from '../../fields/visible-names.ts';
import type { LanguageCode } from '../../languages/language.ts';
import { fail } from '../../lib/errors.ts';
import { derive, parseKept } from '../../lib/lru-cache.ts';
import { sharedReads } from '../../lib/once.ts';
import { spamSetting } from './form-spam.ts';
import type { FormTranslations } from './form-translations.ts';
import { pageKeySetting } from './page-token.ts';
import { parseSettings } from './parts.ts';

export type Form = ReturnType<typeof parseForm>;

/**
 * With stored settings that a submission would otherwise read by statements of their own: how the site recognizes spam
 * (spam/spam-settings.ts), and the key of its pages (page-token.ts).
 */
export type FormToSubmit = Form & { siteSpam: string | null; pageKey: string | null };

const queries = keptQueries();

/** Finds a form by its ID or slug. Throws form_not_found. */
export async function findForm(ctx: ReadContext, idOrSlug: string): Promise<Form> {
  const rows = await queries.run(ctx, 'read', { idOrSlug }, () =>
    ctx.db
      .selectFrom('forms')
      .selectAll()
      .where((eb) => eb.or([eb('id', '=', slot('idOrSlug')), eb('slug', '=', slot('idOrSlug'))])),
  );
  const row = rows.find(({ id }) => id === idOrSlug) ?? rows[0];
  if (!row) throw fail('form_not_found');
  return parseForm(row);
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

/** The form's row, locked until the transaction ends. Throws form_not_found. */
export async function lockForm(ctx: WriteContext, id: string): Promise<Form> {
  return parseForm(await lockFormRow(ctx, id));
}

/** Its row, locked. Throws form_not_found. */
export async function lockFormRow(ctx: WriteContext, id: string): Promise<Row<'forms'>> {
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

/** The form of a row. */
export function parseForm(row: Row<'forms'>) {
  return {
    ...row,
    public: row.public === 1,
    open: row.open === 1,
    strict: row.strict === 1,
    fields: parseKept(row.fields) as FieldDeclaration[],
    settings: parseSettings(row.settings),
    origins: parseKept(row.origins) as string[],
    language: row.language as LanguageCode | null,
    translations: parseKept(row.translations) as FormTranslations,
  };
}

/** Publishes that a form was updated, in the transaction that has stored it. */
export async function formUpdated(ctx: WriteContext, before: Row<'forms'>, after: Row<'forms'>): Promise<void> {
  const changed = changedMembers(before, after);
  if (changed.length > 0) await publishChange(ctx, 'form.updated', after, { formId: after.id, changed });
}

// Which fields of a stored form are visible, given the answers so far.

/** The names of the visible fields. */
export function visibleFields(fields: readonly FieldDeclaration[], data: Record<string, unknown>): Set<string> {
  return visibleNames(conditionalFields(fields), data, normalForms);
}

/** What visibility needs to know about the fields. */
export const conditionalFields = derive((fields: readonly FieldDeclaration[]): ConditionalField[] =>
  fields.map((field) => ({
    ...{ name: field.name, visibleWhen: field.visibleWhen, default: field.default },
    isBox: jsonTypeOf(field) === 'boolean',
    normalForm: kindOf(field).normalForm,
  })),
);

/** Where a visitor goes on to after a submission: in the URL of the form, `{submissionId}` stands for its ID. */
export function successUrlOf({ successUrl }: Pick<Form, 'successUrl'>, submissionId: string): string | null {
  return successUrl?.replaceAll('{submissionId}', encodeURIComponent(submissionId)) ?? null;
}
