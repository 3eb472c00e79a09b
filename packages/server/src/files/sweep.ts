// Removes bytes that were stored but never adopted: what a process that died left behind.

import type { Context } from '../context.ts';
import { removeBytes } from './files.ts';

const dayMs = 86_400_000;
const batchSize = 200;

/** Removes the bytes older than a day that no row names. Answers how many. */
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
  const named = new Set([...files, ...media].map(({ id }) => id));
  const orphans = ids.filter((id) => !named.has(id));
  await removeBytes(ctx, orphans);
  return orphans.length;
}
