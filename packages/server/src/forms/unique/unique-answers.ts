// Fields declared `unique`: no two submissions of a form have the same answer, whatever runs at the same time. Each answer
// is a row, which belongs to one submission. It is kept as a hash: who can read the table learns no answer.

import { createHash } from 'node:crypto';
import { type Context, inTransaction, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { normalForms } from '../../fields/normal-forms.ts';
import { finishJob, type Job } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { fold } from '../../lib/text.ts';
import { lockForm } from '../form/form.ts';
import { type AnswersToRemember, rememberTask, uniqueFieldsOf } from '../form/keep-unique.ts';

/** A submission, with its answers as they are stored: they are read only if the form has unique fields. */
type WithAnswers = Pick<Row<'submissions'>, 'id' | 'data'>;
type WithFields = { id: string; fields: readonly FieldDeclaration[] };

/** Takes the answers for a submission that is stored in the same transaction. Throws invalid_body if another has one. */
export async function takeAnswers(ctx: WriteContext, form: WithFields, submission: WithAnswers): Promise<void> {
  const faults: Fault[] = [];
  // In one order for all, so that two transactions do not wait for each other.
  for (const row of rowsOf(form, submission)) {
    if (await take(ctx, row)) continue;
    const pointer = `/${row.field}`;
    faults.push({ pointer, code: 'not_unique', detail: 'is the answer of another submission' });
  }
  if (faults.length > 0) throw failBody(faults);
}

/** Those of a stored submission, unless another one has them. */
async function rememberAnswers(
  ctx: WriteContext,
  form: WithFields,
  submissions: readonly WithAnswers[],
): Promise<void> {
  const rows = submissions.flatMap((submission) => rowsOf(form, submission));
  for (const row of rows) await insert(ctx, row);
}

/** Lets others have them: all of a submission, or those to these fields. */
export async function forgetAnswers(
  ctx: WriteContext,
  submissionId: string,
  fields: readonly string[] | null = null,
): Promise<void> {
  let rows = ctx.db.deleteFrom('uniqueAnswers').where('submissionId', '=', submissionId);
  if (fields) rows = rows.where('field', 'in', ['', ...fields]);
  await rows.execute();
}

function rowsOf({ id: formId, fields }: WithFields, { id: submissionId, data }: WithAnswers): Row<'uniqueAnswers'>[] {
  const unique = uniqueFieldsOf(fields);
  if (unique.length === 0) return [];
  const answers = JSON.parse(data) as Record<string, unknown>;
  const rows = unique.flatMap((field) => {
    const answer = answers[field.name];
    if (answer === undefined || answer === null) return [];
    const text = JSON.stringify([formId, field.name, comparable(field, answer)]);
    return [{ key: createHash('sha256').update(text).digest('hex'), formId, field: field.name, submissionId }];
  });
  return rows.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** What says the same is the same answer. Texts are compared more loosely than in conditions: without accents, too. */
function comparable(field: FieldDeclaration, answer: unknown): unknown {
  const { normalForm, members, rowFields } = kindOf(field);
  if (Array.isArray(answer)) {
    const fields = rowFields?.(field);
    return fields ? answer.map((row) => comparableParts(fields, row)) : answer.toSorted();
  }
  if (typeof answer === 'object') return comparableParts(members?.(field) ?? [], answer);
  if (typeof answer !== 'string') return answer;
  const text = normalForm ? (normalForms[normalForm](answer) ?? answer) : answer;
  return normalForm === 'text' ? fold(text).replace(/\s+/g, ' ') : text;
}

function comparableParts(fields: readonly FieldDeclaration[], answer: unknown): unknown {
  const parts = answer as Record<string, unknown>;
  return fields.map((field) => comparable(field, parts[field.name] ?? null));
}

async function take(ctx: WriteContext, row: Row<'uniqueAnswers'>): Promise<boolean> {
  if (await insert(ctx, row)) return true;
  // One who left the checkout can come back.
  const left = ctx.db
    .selectFrom('submissions')
    .innerJoin('payments', 'payments.id', 'submissions.paymentId')
    .select('submissions.id')
    .where('submissions.status', '=', 'awaiting_payment')
    .where('payments.status', 'in', ['canceled', 'expired']);
  const taken = await ctx.db
    .updateTable('uniqueAnswers')
    .set({ submissionId: row.submissionId })
    .where('key', '=', row.key)
    .where((eb) => eb.or([eb('submissionId', '=', row.submissionId), eb('submissionId', 'in', left)]))
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

async function insert(ctx: WriteContext, row: Row<'uniqueAnswers'>): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('uniqueAnswers')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

// Reads the answers to fields that became unique, a part of the submissions in each transaction. Of those that are the
// same, the first submission has it.

export const uniqueAnswerTasks: Record<string, Task> = {
  [rememberTask]: { run: remember, retryAfterMs: internalSchedule },
};

const perTransaction = 200;

async function remember(ctx: Context, job: Job): Promise<'finished'> {
  let { formId, after } = job.payload as AnswersToRemember;
  for (let isMore = true; isMore; ) {
    const rows = await inTransaction(ctx, async (ctx): Promise<Pick<Row<'submissions'>, 'id'>[]> => {
      const exists = await ctx.db.selectFrom('forms').select('id').where('id', '=', formId).executeTakeFirst();
      const rows = !exists
        ? []
        : await ctx.db
            .selectFrom('submissions')
            .select(['id', 'data'])
            .where('formId', '=', formId)
            .where('id', '>', after)
            .orderBy('id')
            .limit(perTransaction)
            .execute();
      // Not changed meanwhile, so that no answer of a field that is not unique any more is remembered.
      if (rows.length > 0) await rememberAnswers(ctx, await lockForm(ctx, formId), rows);
      if (rows.length < perTransaction) await finishJob(ctx, job);
      return rows;
    });
    after = rows.at(-1)?.id ?? after;
    isMore = rows.length === perTransaction;
  }
  return 'finished';
}
