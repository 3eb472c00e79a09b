// Fields declared `unique`, and what becomes of the answers that a form has when a field becomes so, or is so no longer.

import type { WriteContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { enqueue } from '../../jobs/queue.ts';

export const rememberTask = 'forms.rememberAnswers';
export type AnswersToRemember = { formId: string; after: string };

export function uniqueFieldsOf(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return fields.filter(({ unique }) => unique === true);
}

/** Those of fields that became unique are read by a job; those of fields that are so no longer are forgotten. */
export async function keepUnique(
  ctx: WriteContext,
  formId: string,
  fields: readonly FieldDeclaration[],
  before: readonly FieldDeclaration[],
): Promise<void> {
  const names = uniqueFieldsOf(fields).map(({ name }) => name);
  const known = uniqueFieldsOf(before).map(({ name }) => name);
  const gone = known.filter((name) => !names.includes(name));
  if (gone.length > 0) {
    await ctx.db.deleteFrom('uniqueAnswers').where('formId', '=', formId).where('field', 'in', gone).execute();
  }
  if (names.every((name) => known.includes(name))) return;
  const job: AnswersToRemember = { formId, after: '' };
  await enqueue(ctx, rememberTask, job);
}
