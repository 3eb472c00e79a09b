// Deletes items permanently that have been in the trash for as many days as the settings say.

import { type Context, inTransaction, timeOf } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { Task } from '../../jobs/run-job.ts';
import { internalSchedule } from '../../jobs/schedules.ts';
import { Problem } from '../../lib/errors.ts';
import { readTrashDays } from '../../settings/settings.ts';
import { lockItem } from '../model/find-item.ts';
import { lockPostType } from '../types/post-types.ts';
import { deleteItem } from './change-item.ts';

const hourMs = 3_600_000;
const batchSize = 100;

export const trashTasks: Record<string, Task> = {
  'content.emptyTrash': { run: emptyTrash, retryAfterMs: internalSchedule, everyMs: hourMs },
};

type Trashed = Pick<Row<'items'>, 'id' | 'type'> & { trashedAt: string };

/**
 * Deletes each item in a transaction of its own, so that other changes get their turn. An item that fields of others refer
 * to stays until they no longer do. Returns how many items were deleted.
 */
export async function emptyTrash(ctx: Context): Promise<number> {
  const days = await readTrashDays(ctx);
  if (days === 0) return 0;
  const until = timeOf(ctx, -days * 24 * hourMs);
  let deleted = 0;
  let batch: Trashed[] = [];
  do {
    batch = await readTrashed(ctx, until, batch.at(-1));
    for (const item of batch) if (await deleteTrashed(ctx, item, until)) deleted++;
  } while (batch.length === batchSize);
  return deleted;
}

/** The next items whose time is over, those that were moved to the trash first at the front. */
async function readTrashed(ctx: Context, until: string, after: Trashed | undefined): Promise<Trashed[]> {
  const items = ctx.db
    .selectFrom('items')
    .select(['id', 'type', 'trashedAt'])
    .where('trashedAt', '<=', until)
    .where((eb) =>
      after ? eb(eb.refTuple('trashedAt', 'id'), '>', eb.tuple(after.trashedAt, after.id)) : eb.lit(true),
    )
    .orderBy('trashedAt')
    .orderBy('id')
    .limit(batchSize);
  return items.$narrowType<{ trashedAt: string }>().execute();
}

/**
 * Unless it was restored or deleted meanwhile, or fields of others refer to it. Links in texts have led nowhere since it was
 * moved to the trash.
 */
async function deleteTrashed(ctx: Context, { id, type }: Trashed, until: string): Promise<boolean> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      await lockPostType(ctx, type);
      const { trashedAt } = await lockItem(ctx, type, id);
      if (trashedAt === null || trashedAt > until) return false;
      await deleteItem(ctx, type, id, { leaveTexts: true });
      return true;
    });
  } catch (error) {
    const isKept = error instanceof Problem && ['still_referenced', 'item_not_found'].includes(error.code);
    if (isKept) return false;
    throw error;
  }
}
