// Reads the answers to fields that became unique, a part of the submissions in each transaction. Of those that are the
// same, the first submission has it.

import { type Context, inTransaction } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { finishJob, type Job } from '../../jobs/queue.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { lockForm } from '../form/form.ts';
import { type AnswersToRemember, rememberTask } from '../form/keep-unique.ts';
import { rememberAnswers } from './unique-answers.ts';

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
