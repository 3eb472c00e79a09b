// The two tables of submissions, and what is done with the rows of both.

import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ReadContext, WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { Tables } from '../../database/tables.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isConsent } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import type { LanguageCode } from '../../languages/language.ts';
import { type FormTranslations, fieldIn } from '../form/form-translations.ts';
import { findAskedAt } from '../form/form-versions.ts';

/** Spam is kept no longer than what is none. */
export const submissionTables = ['submissions', 'spamSubmissions'] as const;
export type SubmissionTable = (typeof submissionTables)[number];

/** A new submission in the inbox. Spam is not in it, and begins anew when it turns out to be none. */
export const newInInbox = { unread: 1, starred: 0, progress: 'new', assigneeId: null } as const;

type Answers = Pick<Row<'submissions'>, 'id' | 'data' | 'extra'>;
type Values = Partial<Pick<Row<'submissions'>, 'data' | 'extra' | 'searchText' | 'removedAnswers' | 'updatedAt'>>;

/**
 * Writes answers that are stored already: an erasure takes an address out of them, and the days to keep whole answers.
 * Returns false, and writes nothing, if the answers are not those that were read: what another has taken out stays out.
 */
export async function updateAnswers(
  ctx: WriteContext,
  table: SubmissionTable,
  { id, data, extra }: Answers,
  values: Values,
): Promise<boolean> {
  const isThat = (eb: ExpressionBuilder<Tables, 'submissions' | 'spamSubmissions'>) =>
    eb.and([eb('id', '=', id), isText('data', data), isText('extra', extra)]);
  const updated =
    table === 'submissions'
      ? await ctx.db.updateTable('submissions').set(values).where(isThat).returning('id').execute()
      : await ctx.db.updateTable('spamSubmissions').set(values).where(isThat).returning('id').execute();
  return updated.length > 0;
}

/** PostgreSQL compares no JSON, but keeps its text. */
function isText(column: 'data' | 'extra', text: string) {
  return sql<SqlBool>`cast(${sql.ref(column)} as text) = ${text}`;
}

// What was agreed to with a submission: the text as the visitor read it, and which version of the form has it.

type Consents = { [field: string]: { text: string; version: number } };

type Form = {
  id: string;
  version: number;
  fields: readonly FieldDeclaration[];
  translations: FormTranslations;
  updatedAt: string;
};

/**
 * The consents among these answers, as they are stored; null for none. `seconds` ago the page with the text was shown, so
 * that a page that was open while the form was changed counts with what it said; null for now.
 */
export async function consentsIn(
  ctx: ReadContext,
  form: Form,
  data: Readonly<Record<string, unknown>>,
  { language, seconds }: { language: LanguageCode | null; seconds: number | null },
): Promise<string | null> {
  const given = form.fields.filter((field) => isConsent(field) && data[field.name] === true);
  if (given.length === 0) return null;
  const shownAt = new Date(ctx.now().getTime() - (seconds ?? 0) * 1000).toISOString();
  const earlier = shownAt < form.updatedAt ? await findAskedAt(ctx, form.id, shownAt) : null;
  const consents: Consents = {};
  for (const { name } of given) {
    const shown = [earlier, form].find((asked) => asked?.fields.some((field) => field.name === name)) ?? form;
    const field = shown.fields.find((field) => field.name === name) as FieldDeclaration;
    consents[name] = { text: textOf(fieldIn(shown, field, language)), version: shown.version };
  }
  return JSON.stringify(consents);
}

/** As in the API: each with the time of its submission. */
export function listConsents(stored: string, at: string) {
  const consents = JSON.parse(stored) as Consents;
  return Object.entries(consents).map(([field, { text, version }]) => ({ field, text, version, at }));
}

function textOf(field: FieldDeclaration): string {
  return [labelOf(field), field.help].filter(Boolean).join('\n');
}
