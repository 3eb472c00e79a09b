// The authors and terms that items of another system have. While they are imported, others may merge or delete them.

import type { WriteContext } from '../../context.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { lockTerms } from '../terms/lock-terms.ts';
import type { ImportedItem } from './imported-item.ts';

const queries = keptQueries();

/** Names by their IDs. */
export type LockedNames = { authors: ReadonlyMap<string, string>; terms: ReadonlyMap<string, string> };

/**
 * Locks the authors and terms of these items: they are neither deleted nor renamed until the transaction ends. `gone` are
 * the IDs of those that do not exist any more.
 */
export async function lockNames(
  ctx: WriteContext,
  items: readonly Pick<ImportedItem, 'authorId' | 'termIds'>[],
): Promise<LockedNames & { gone: Set<string> }> {
  const authorIds = [...new Set(items.flatMap(({ authorId }) => authorId ?? []))];
  const termIds = [...new Set(items.flatMap(({ termIds }) => termIds))];
  const authors = await lockAuthors(ctx, authorIds);
  const terms = await lockTerms(ctx, termIds);
  const gone = [...authorIds.filter((id) => !authors.has(id)), ...termIds.filter((id) => !terms.has(id))];
  return { authors, terms, gone: new Set(gone) };
}

async function lockAuthors(ctx: WriteContext, authorIds: readonly string[]): Promise<Map<string, string>> {
  const ids = filledUp(authorIds);
  if (ids.length === 0) return new Map();
  const rows = await queries.run(ctx, `authors ${ids.length}`, { ...ids }, () =>
    ctx.dialect.lockKeyShareInOrder(
      ctx.db
        .selectFrom('authors')
        .select(['id', 'name'])
        .where((eb) => ctx.dialect.inTurn(eb('id', 'in', slotsIn(ids)), eb.ref('id'), 'shared')),
    ),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
