// Removes bytes that were stored but never attached, such as those a crashed process left behind.

import type { Context } from '../context.ts';
import { removeBytes } from './files.ts';

const dayMs = 86_400_000;
const batchSize = 200;

/** Removes bytes that are older than a day and have no row. Returns how many files it removed. */
export async function sweepFiles(ctx: Context, olderThanMs = dayMs): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  for await (const id of ctx.files.listOlderThan(olderThanMs)) {
    batch.push(id);
    if (batch.length < batchSize) continue;
    removed += await sweepBatch(ctx, batch);
    batch = [];
  }
  return removed + (await sweepBatch(ctx, batch));
}

async function sweepBatch(ctx: Context, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const files = await ctx.db.selectFrom('files').select('id').where('id', 'in', ids).execute();
  const media = await ctx.db.selectFrom('media').select('fileId as id').where('fileId', 'in', ids).execute();
  const referenced = new Set([...files, ...media].map(({ id }) => id));
  const orphans = ids.filter((id) => !referenced.has(id));
  await removeBytes(ctx, orphans);
  return orphans.length;
}
