// Deletes what forms keep no longer: whole submissions, and answers to single fields. In small transactions, so that others
// get their turn; what an interrupted run leaves is done by the next one.

import { type Context, inTransaction, type ReadContext, timeOf } from '../../context/context.ts';
import { deleteFileRows, listFilesOf, removeBytes } from '../../files/files.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { deleteQuotesOf } from '../../mail/outbox.ts';
import { searchTextOf } from '../answers/answers.ts';
import { type SubmissionTable, submissionTables, updateAnswers } from '../answers/submission-rows.ts';
import { deleteParts, parseSettings } from '../form/parts.ts';
import { isRemoved, lastKeptTime } from './retention.ts';

const batchSize = 50;

export const retentionTasks: Record<string, Task> = {
  'forms.keepRetention': { run: sweepForms, retryAfterMs: internalSchedule, everyMs: 3_600_000 },
};

/** Returns how many submissions were deleted, and from how many answers were removed. */
export async function sweepForms(ctx: Context): Promise<{ deleted: number; emptied: number }> {
  const done = { deleted: 0, emptied: 0 };
  const forms = await ctx.db.selectFrom('forms').select(['id', 'settings']).orderBy('id').execute();
  for (const { id, settings } of forms) {
    const { days = null, fields = {} } = parseSettings(settings).retention ?? {};
    for (const table of submissionTables) {
      if (days !== null) done.deleted += await deleteOld(ctx, table, id, lastKeptTime(ctx, days));
      for (const [field, days] of Object.entries(fields)) {
        done.emptied += await removeOldAnswers(ctx, table, id, field, lastKeptTime(ctx, days));
      }
    }
  }
  return done;
}

async function deleteOld(ctx: Context, table: SubmissionTable, formId: string, until: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { count, fileIds } = await inTransaction(ctx, async (ctx) => {
      const oldest = ctx.db
        .selectFrom(table as 'submissions')
        .select('id')
        .where('formId', '=', formId)
        .where('createdAt', '<=', until)
        // A payment under way comes back to its submission.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('payments')
                .select('payments.id')
                .whereRef('payments.id', '=', 'paymentId')
                .where((eb) =>
                  eb.or([
                    eb('payments.status', '=', 'processing'),
                    eb.and([eb('payments.status', '=', 'open'), eb('payments.checkoutExpiresAt', '>', timeOf(ctx))]),
                  ]),
                ),
            ),
          ),
        )
        .orderBy('createdAt')
        .orderBy('id')
        .limit(batchSize);
      const rows =
        table === 'submissions'
          ? await ctx.db.deleteFrom('submissions').where('id', 'in', oldest).returning('id').execute()
          : await ctx.db.deleteFrom('spamSubmissions').where('id', 'in', oldest).returning('id').execute();
      const fileIds = await deleteParts(ctx, { submissionIds: rows.map(({ id }) => id) });
      return { count: rows.length, fileIds };
    });
    await removeBytes(ctx, fileIds);
    deleted += count;
    if (count < batchSize) return deleted;
  }
}

async function removeOldAnswers(
  ctx: Context,
  table: SubmissionTable,
  formId: string,
  field: string,
  until: string,
): Promise<number> {
  let emptied = 0;
  let after = { createdAt: '', id: '' };
  for (;;) {
    const { createdAt, id } = after;
    const rows = await ctx.db
      .selectFrom(table as 'submissions')
      .select(['id', 'createdAt'])
      .where('formId', '=', formId)
      .where('createdAt', '<=', until)
      .where((eb) =>
        eb.or([eb('createdAt', '>', createdAt), eb.and([eb('createdAt', '=', createdAt), eb('id', '>', id)])]),
      )
      .where((eb) => eb.not(isRemoved(field)))
      .orderBy('createdAt')
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const row of rows) if (await removeAnswer(ctx, table, formId, row.id, field)) emptied += 1;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return emptied;
    after = last;
  }
}

/** Removes the answer with its files, and what quotes it. Returns whether there was one. */
async function removeAnswer(
  ctx: Context,
  table: SubmissionTable,
  formId: string,
  id: string,
  field: string,
): Promise<boolean> {
  const files = await listFilesOf(ctx, [id]);
  const left = files.filter(({ fieldName }) => fieldName !== field);
  const read = await findAnswers(ctx, table, id);
  if (!read) return false;
  const without = (json: string): Record<string, unknown> => {
    const { [field]: _, ...others } = JSON.parse(json) as Record<string, unknown>;
    return others;
  };
  const answers = { data: without(read.data), extra: without(read.extra) };
  const isAnswered =
    left.length < files.length || [read.data, read.extra].some((json) => Object.hasOwn(JSON.parse(json), field));
  // Long texts are folded on a thread, which no transaction waits for.
  const searchText = await searchTextOf(formId, answers, left);
  const fileIds = await inTransaction(ctx, async (ctx) => {
    const now = timeOf(ctx);
    // Null where there was no answer, so that it is not looked at again.
    const removed = { ...JSON.parse(read.removedAnswers ?? '{}'), [field]: isAnswered ? now : null };
    const values = {
      ...{ data: JSON.stringify(answers.data), extra: JSON.stringify(answers.extra), searchText },
      removedAnswers: JSON.stringify(removed),
      ...(isAnswered && { updatedAt: now }),
    };
    // Changed by an erasure since: the next run removes it.
    if (!(await updateAnswers(ctx, table, { id, ...read }, values))) return null;
    if (!isAnswered) return [];
    await deleteQuotesOf(ctx, id);
    return deleteFileRows(ctx, { submissionIds: [id], fieldNames: [field] });
  });
  await removeBytes(ctx, fileIds ?? []);
  return fileIds !== null && isAnswered;
}

function findAnswers(ctx: ReadContext, table: SubmissionTable, id: string) {
  return ctx.db
    .selectFrom(table as 'submissions')
    .select(['data', 'extra', 'removedAnswers'])
    .where('id', '=', id)
    .executeTakeFirst();
}
