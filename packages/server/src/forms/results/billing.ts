// Who is invoiced for a submission: the answer to its billing details.

import type { ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import type { Buyer } from '../../settings/invoicing.ts';
import { withAskedFields } from '../form/form-versions.ts';
import { billedTo } from '../payment/buyer.ts';

/** Null if its form does not ask it, or it was not answered. Also of one that was taken for spam. */
export async function billingOf(ctx: ReadContext, submissionId: string): Promise<Buyer | null> {
  const submission =
    (await submissionIn(ctx, 'submissions', submissionId)) ??
    (await submissionIn(ctx, 'spamSubmissions', submissionId));
  if (!submission) return null;
  const { formId: id, version, fields, data } = submission;
  const form = { id, version, fields: JSON.parse(fields) as FieldDeclaration[] };
  const asked = await withAskedFields(ctx, form, submission);
  return billedTo(asked.fields, JSON.parse(data) as Record<string, unknown>)?.buyer ?? null;
}

function submissionIn(ctx: ReadContext, table: 'submissions' | 'spamSubmissions', id: string) {
  return ctx.db
    .selectFrom(table)
    .innerJoin('forms', 'forms.id', `${table}.formId`)
    .select([`${table}.formId`, `${table}.data`, `${table}.formVersion`, 'forms.version', 'forms.fields'])
    .where(`${table}.id`, '=', id)
    .executeTakeFirst();
}
