// What is locked and stored before the operations run: in the same order in every request, so that two requests with
// the same items or terms do not wait for each other.

import type { WriteContext } from '../../context/context.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { listsOf } from '../model/terms-of-items.ts';
import { isOfType } from '../model/visibility.ts';
import { findOrCreateTerms } from '../terms/named-terms.ts';
import type { TaxonomyKey } from '../terms/terms.ts';
import { lockPostType, type PostType, shareTypeForMany } from '../types/post-types.ts';
import type { Operation } from './bulk.schemas.ts';

const queries = keptQueries();
const partSize = 256;

/** The type, locked as the strictest of the operations requires. */
export function lockTypeFor(ctx: WriteContext, known: PostType, operations: readonly Operation[]): Promise<PostType> {
  return operations.some(changesTree) ? lockPostType(ctx, known.name) : shareTypeForMany(ctx, known);
}

/** As lockTypeForChange decides for a single item. */
function changesTree(operation: Operation): boolean {
  if (operation.action !== 'update') return ['publish', 'restore', 'delete'].includes(operation.action);
  return Boolean(operation.parentId) || (operation.status !== undefined && operation.status !== 'trash');
}

/** The IDs of the items by the slugs or IDs that operations name, as findItemId finds them, and locked. */
export async function lockItems(
  ctx: WriteContext,
  type: string,
  operations: readonly Operation[],
): Promise<Map<string, string>> {
  const names = [...new Set(operations.flatMap(nameIn))];
  const ids = new Map<string, string>();
  for (const part of partsOf(names)) {
    const values = filledUp(part);
    const found = await queries.run(ctx, `${type} named ${values.length}`, { ...values }, () => {
      const items = ctx.db.selectFrom('items').select(['id', 'slug', 'status', 'updatedAt']).where(isOfType(type));
      return items.where('id', 'in', slotsIn(values)).unionAll(items.where('slug', 'in', slotsIn(values)));
    });
    const named = new Set(part);
    for (const { id } of found) if (named.has(id)) ids.set(id, id);
    // As findItemId: a slug comes before an ID; of several items with the slug, the one outside the trash or the last there.
    const inTrash = ({ status }: (typeof found)[number]) => Number(status === 'trash');
    found.sort((a, b) => inTrash(b) - inTrash(a) || (a.updatedAt < b.updatedAt ? -1 : 1));
    for (const { id, slug } of found) if (named.has(slug)) ids.set(slug, id);
  }
  for (const part of partsOf([...new Set(ids.values())].sort())) {
    const values = filledUp(part);
    await queries.run(ctx, `lock ${values.length}`, { ...values }, () =>
      ctx.dialect.lockRowsForChange(
        ctx.db.selectFrom('items').select('id').where('id', 'in', slotsIn(values)).orderBy('id'),
      ),
    );
  }
  return ids;
}

/** What an operation calls its item. One that its schema rejects may have anything there. */
function nameIn(operation: Operation): string[] {
  return 'id' in operation && typeof operation.id === 'string' ? [operation.id] : [];
}

/** Creates the terms that operations give to items, in one order. Those of unknown taxonomies are faults of their operations. */
export async function createTerms(
  ctx: WriteContext,
  { taxonomies = [] }: Pick<PostType, 'taxonomies'>,
  operations: readonly Operation[],
): Promise<void> {
  const wanted = new Map<TaxonomyKey, Set<string>>();
  const known = new Set(['tag', 'category', ...taxonomies]);
  const add = (given: Parameters<typeof listsOf>[0]): void => {
    for (const { key, texts } of listsOf(given)) {
      if (!known.has(key)) continue;
      const all = wanted.get(key) ?? new Set();
      for (const text of texts) all.add(text);
      wanted.set(key, all);
    }
  };
  for (const operation of operations) {
    if (operation.action !== 'create' && operation.action !== 'update') continue;
    add(operation);
    if (operation.action === 'update')
      add({ tags: operation.addTags, categories: operation.addCategories, terms: operation.addTerms });
  }
  for (const key of [...wanted.keys()].sort())
    for (const part of partsOf([...(wanted.get(key) ?? [])].sort())) await findOrCreateTerms(ctx, { [key]: part });
}

function partsOf<Value>(values: readonly Value[]): Value[][] {
  const count = Math.ceil(values.length / partSize);
  return Array.from({ length: count }, (_, index) => values.slice(index * partSize, (index + 1) * partSize));
}
