// What forms asked before they were changed (decision 0076). A row stands for all versions since the row before it, so
// that changes of anything else, and submissions, store nothing.

import { isDeepStrictEqual } from 'node:util';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import type { FormTranslations } from './form-translations.ts';

export type Asked = {
  /** The version of the form that asked this, or one with the same questions. */
  version: number;
  fields: FieldDeclaration[];
  language: string | null;
  translations: FormTranslations;
  /** When the form began to ask something else; null if it still asks this. */
  replacedAt: string | null;
};

type Versioned = { id: string; version: number; fields: FieldDeclaration[] };
type WithQuestions = Versioned & { language: string | null; translations: FormTranslations };

/** Stores what the form asked, if that is not what it asks now. The form is locked. */
export async function keepVersion(ctx: WriteContext, before: WithQuestions, after: WithQuestions): Promise<void> {
  if (isDeepStrictEqual(questionsOf(before), questionsOf(after))) return;
  const { id: formId, version: lastVersion, fields, language, translations } = before;
  const asked = { fields: JSON.stringify(fields), language, translations: JSON.stringify(translations) };
  await ctx.db
    .insertInto('formVersions')
    .values({ ...{ formId, lastVersion }, ...asked, replacedAt: timeOf(ctx) })
    .execute();
}

function questionsOf({ fields, language, translations }: WithQuestions) {
  return { fields, language, translations };
}

/** What this version of the form asked, if it asks something else now. */
export async function findAsked(ctx: ReadContext, formId: string, version: number): Promise<Asked | null> {
  return readAsked(askedBefore(ctx, formId).where('lastVersion', '>=', version));
}

/** What the form asked at this time, if it asks something else now. */
export async function findAskedAt(ctx: ReadContext, formId: string, time: string): Promise<Asked | null> {
  return readAsked(askedBefore(ctx, formId).where('replacedAt', '>', time));
}

/** The form with the fields that a submission answered. */
export async function withAskedFields<Form extends Versioned>(
  ctx: ReadContext,
  form: Form,
  { formVersion }: { formVersion: number | null },
): Promise<Form> {
  if (formVersion === null || formVersion >= form.version) return form;
  const asked = await findAsked(ctx, form.id, formVersion);
  return asked ? { ...form, fields: asked.fields } : form;
}

function askedBefore(ctx: ReadContext, formId: string) {
  return ctx.db.selectFrom('formVersions').selectAll().where('formId', '=', formId).orderBy('lastVersion').limit(1);
}

async function readAsked(query: ReturnType<typeof askedBefore>): Promise<Asked | null> {
  const row = await query.executeTakeFirst();
  if (!row) return null;
  return {
    ...{ version: row.lastVersion, language: row.language, replacedAt: row.replacedAt },
    fields: JSON.parse(row.fields) as FieldDeclaration[],
    translations: JSON.parse(row.translations) as FormTranslations,
  };
}
