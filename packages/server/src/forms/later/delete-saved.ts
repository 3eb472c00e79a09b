// What becomes of saved answers: they go once they were submitted, with their form or person, or when their time is over.

import { type Context, inTransaction, timeOf, type WriteContext } from '../../context/context.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';

/** Once they were submitted. */
export async function forgetSaved(ctx: Context, operation: string): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.deleteFrom('savedAnswers').where('id', '=', operation).execute());
}

export async function deleteSavedOf(ctx: WriteContext, formId: string): Promise<void> {
  await ctx.db.deleteFrom('savedAnswers').where('formId', '=', formId).execute();
}

/** Those of a person (privacy/). */
export async function eraseSaved(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const rows = ctx.db.deleteFrom('savedAnswers').where('id', 'in', ['', ...ids]);
  return (await rows.returning('id').execute()).length;
}

export const laterTasks: Record<string, Task> = {
  'forms.forgetSaved': { run: sweepSaved, retryAfterMs: internalSchedule, everyMs: 3_600_000 },
};

async function sweepSaved(ctx: Context): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.deleteFrom('savedAnswers').where('expiresAt', '<=', timeOf(ctx)).execute());
}
