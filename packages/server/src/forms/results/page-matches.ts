// Reads all submissions that match, in pages of limited size, so that an export of any size leaves the event loop free.

import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';

const maxPageRows = 100;
const maxPageBytes = 512 * 1024;

type Matches = {
  /** What matches, without an order. */
  query: SelectQueryBuilder<Tables, 'submissions', object>;
  order: 'asc' | 'desc' | undefined;
};

/** `read` returns the submissions with these IDs, in the same order. */
export async function* pageMatches<Item>(
  { query, order = 'desc' }: Matches,
  read: (ids: string[], order: 'asc' | 'desc') => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const [until, beyond] = order === 'asc' ? (['>=', '>'] as const) : (['<=', '<'] as const);
  let last: { id: string; createdAt: string } | undefined;
  for (;;) {
    let page = query
      .select(['submissions.id', 'submissions.createdAt'])
      .select(
        sql<number>`octet_length(cast("submissions"."data" as text)) + octet_length(cast("submissions"."extra" as text))`.as(
          'bytes',
        ),
      )
      .orderBy('submissions.createdAt', order)
      .orderBy('submissions.id', order)
      .limit(maxPageRows);
    if (last) {
      const { createdAt, id } = last;
      page = page
        .where('submissions.createdAt', until, createdAt)
        .where((eb) => eb.or([eb('submissions.createdAt', beyond, createdAt), eb('submissions.id', beyond, id)]));
    }
    const found = await page.execute();
    for (const ids of splitBySize(found)) yield await read(ids, order);
    if (found.length < maxPageRows) return;
    last = found.at(-1);
  }
}

/** The IDs, in parts that have few bytes together, or one row. */
function splitBySize(rows: readonly { id: string; bytes: number }[]): string[][] {
  const parts: string[][] = [];
  let free = 0;
  for (const { id, bytes } of rows) {
    if (bytes > free) {
      parts.push([]);
      free = maxPageBytes;
    }
    parts.at(-1)?.push(id);
    free -= bytes;
  }
  return parts;
}
