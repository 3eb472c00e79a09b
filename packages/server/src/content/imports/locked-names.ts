// The authors and terms that items of another system have. While they are imported, others may merge or delete them.

import type { WriteContext } from '../../context/context.ts';
import { lockNamed } from '../model/lock-named.ts';
import type { ImportedItem } from './imported-item.ts';

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
  const authors = await lockNamed(ctx, 'authors', authorIds);
  const terms = await lockNamed(ctx, 'terms', termIds);
  const gone = [...authorIds.filter((id) => !authors.has(id)), ...termIds.filter((id) => !terms.has(id))];
  return { authors, terms, gone: new Set(gone) };
}
