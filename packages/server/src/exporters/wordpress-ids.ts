// The numbers that records get in WordPress. Those that came from there keep theirs if they can: texts name them, such as
// the pictures of galleries.

import type { ReadContext } from '../context/context.ts';
import type { Snapshot } from '../database/snapshot.ts';

type Named = { id: string; sourceKey: string | null };

export async function numberRecords(ctx: ReadContext, snapshot: Snapshot): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  const used = new Set<number>();
  const later: string[] = [];
  for (const table of ['items', 'media'] as const) {
    const rows = ctx.db.selectFrom(table).select(['id', 'sourceKey']).orderBy('id');
    for await (const { id, sourceKey } of snapshot.rows<Named>(rows)) {
      const number = Number(/^wordpress:.*#(\d{1,15})$/.exec(sourceKey ?? '')?.[1] ?? 0);
      if (number === 0 || used.has(number)) later.push(id);
      else {
        used.add(number);
        numbers.set(id, number);
      }
    }
  }
  let next = 1;
  for (const number of used) next = Math.max(next, number + 1);
  for (const id of later) numbers.set(id, next++);
  return numbers;
}
