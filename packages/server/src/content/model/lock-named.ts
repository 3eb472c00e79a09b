// Keeps authors and terms from being deleted while a transaction gives them to items.

import type { WriteContext } from '../../context/context.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';

const queries = keptQueries();

/** The names of those of these authors or terms that exist, by their IDs. They cannot be deleted until the transaction ends. */
export async function lockNamed(
  ctx: WriteContext,
  table: 'authors' | 'terms',
  someIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = filledUp([...new Set(someIds)]);
  if (ids.length === 0) return new Map();
  const locked = await queries.run(ctx, `${table} ${ids.length}`, { ...ids }, () =>
    ctx.dialect.lockKeyShare(
      ctx.db
        .selectFrom(table)
        .select(['id', 'name'])
        .where((eb) => ctx.dialect.inTurn(eb('id', 'in', slotsIn(ids)), eb.ref('id'), 'shared')),
      { inOrder: true },
    ),
  );
  return new Map(locked.map(({ id, name }) => [id, name]));
}
