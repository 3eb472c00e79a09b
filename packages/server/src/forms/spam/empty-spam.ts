// Deletes spam with its files: what is older than the settings say, and what a person empties.

import { type Context, inTransaction, timeOf } from '../../context/context.ts';
import { removeBytes } from '../../files/files.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { forgetSolutions } from '../altcha/altcha.ts';
import { deleteParts } from '../form/parts.ts';
import { forgetNotes } from './shared-notes.ts';
import { readSpamSettings } from './spam-settings.ts';

const hourMs = 3_600_000;
const batchSize = 100;

export const spamTasks: Record<string, Task> = {
  'forms.emptySpam': { run: emptyAll, retryAfterMs: internalSchedule, everyMs: hourMs },
};

async function emptyAll(ctx: Context): Promise<void> {
  await emptyOldSpam(ctx);
  await forgetSolutions(ctx);
  await forgetNotes(ctx);
}

/** Returns how many submissions were deleted. */
export async function emptyOldSpam(ctx: Context): Promise<number> {
  const { days } = await readSpamSettings(ctx);
  return deleteBatches(ctx, { until: timeOf(ctx, -days * 24 * hourMs) });
}

/** All spam of a form. Returns how many submissions were deleted. */
export async function emptySpam(ctx: Context, formId: string): Promise<number> {
  return deleteBatches(ctx, { formId });
}

/** In small transactions, so that others get their turn. */
async function deleteBatches(ctx: Context, of: { until: string } | { formId: string }): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { ids, fileIds } = await inTransaction(ctx, async (ctx) => {
      const oldest = ctx.db
        .selectFrom('spamSubmissions')
        .select('id')
        .$if('until' in of, (query) =>
          query
            .where('movedAt', '<=', 'until' in of ? of.until : '')
            .orderBy('movedAt')
            .orderBy('id'),
        )
        .$if('formId' in of, (query) => query.where('formId', '=', 'formId' in of ? of.formId : ''))
        .limit(batchSize);
      const rows = await ctx.db.deleteFrom('spamSubmissions').where('id', 'in', oldest).returning('id').execute();
      const ids = rows.map(({ id }) => id);
      return { ids, fileIds: await deleteParts(ctx, { submissionIds: ids }) };
    });
    await removeBytes(ctx, fileIds);
    deleted += ids.length;
    if (ids.length < batchSize) return deleted;
  }
}
