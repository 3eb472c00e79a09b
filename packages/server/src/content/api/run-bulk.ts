// Many changes of items of one type in one transaction: all of them, or none and every fault.

import { type Context, inTransaction, RunAgain, type WriteContext } from '../../context/context.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { type Fault, failBody, Problem, problems } from '../../lib/errors.ts';
import { createPauses } from '../../lib/yield-to-event-loop.ts';
import { authorOfUser } from '../authors/author-of-item.ts';
import { type ReadContent, readContent } from '../model/item-texts.ts';
import { listsOf } from '../model/terms-of-items.ts';
import { isOfType } from '../model/visibility.ts';
import { findOrCreateTerms } from '../terms/named-terms.ts';
import type { TaxonomyKey } from '../terms/terms.ts';
import { lockPostType, type PostType, shareTypeForMany } from '../types/post-types.ts';
import { applyOperation } from './apply-operation.ts';
import type { BulkResult, Operation } from './bulk.schemas.ts';

// The faults of single operations, named by where they are in the request.
function pointerTo(index: number, member = ''): string {
  return `/operations/${index}${member}`;
}

/** The member of the operation that each problem without faults of its own is about. */
const members: Record<string, string> = {
  item_not_found: '/id',
  item_in_trash: '/id',
  slug_taken: '/slug',
  still_referenced: '/id',
  version_mismatch: '/ifMatch',
};

/** The faults of the operation that failed with this error. Throws what is not the operation's fault. */
function faultsIn(index: number, error: unknown): Fault[] {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  const { code, details } = error;
  if (details.errors) return details.errors.map((fault) => ({ ...fault, pointer: pointerTo(index, fault.pointer) }));
  return [{ pointer: pointerTo(index, members[code]), code, detail: details.detail ?? problems[code][1] }];
}

/** The faults of the request's schema by the operation they are in, with pointers into it. Others come under null. */
function faultsByOperation(faults: readonly Fault[]): Map<number | null, Fault[]> {
  const all = new Map<number | null, Fault[]>();
  for (const fault of faults) {
    const [, digits, member] = /^\/operations\/(\d+)(\/.*)$/.exec(fault.pointer) ?? [];
    const index = digits === undefined ? null : Number(digits);
    const pointer = member ?? fault.pointer;
    all.set(index, [...(all.get(index) ?? []), { ...fault, pointer }]);
  }
  return all;
}

/** The operations with the faults of their schema, and what was read of their contents before the transaction. */
export type PreparedBulk = {
  operations: readonly Operation[];
  faults: ReadonlyMap<number | null, Fault[]>;
  contents: ReadonlyMap<number, ReadContent>;
};

/** Throws 422 for faults that belong to no operation. */
export async function prepareBulk(
  type: PostType,
  operations: readonly Operation[],
  schemaFaults: readonly Fault[],
): Promise<PreparedBulk> {
  const faults = faultsByOperation(schemaFaults);
  if (faults.has(null)) throw failBody([...schemaFaults]);
  const contents = new Map<number, ReadContent>();
  const pause = createPauses();
  for (const [index, operation] of operations.entries()) {
    if (faults.has(index) || !('content' in operation) || operation.content === undefined) continue;
    contents.set(index, await readContent(type.name, operation.content));
    await pause();
  }
  return { operations, faults, contents };
}

class DryRun extends Error {
  readonly results: BulkResult[];
  constructor(results: BulkResult[]) {
    super('a dry run changes nothing');
    this.results = results;
  }
}

/** What the operations would do. Throws the same as runBulk. */
export async function tryBulk(ctx: Context, known: PostType, bulk: PreparedBulk): Promise<BulkResult[]> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      throw new DryRun(await runBulk(ctx, known, bulk));
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    return error.results.map((result) => (result.action === 'create' ? { ...result, id: null } : result));
  }
}

/** Runs the operations in their order. Throws 422 with the faults of all of them. */
export async function runBulk(
  ctx: WriteContext,
  known: PostType,
  { operations, faults, contents }: PreparedBulk,
): Promise<BulkResult[]> {
  const type = await lockTypeFor(ctx, known, operations);
  const right = operations.filter((_, index) => !faults.has(index));
  const ids = await lockItems(ctx, type.name, operations);
  await createTerms(ctx, type, right);
  const deleted = new Set(
    right.flatMap((operation) => (operation.action === 'delete' ? (ids.get(operation.id) ?? []) : [])),
  );
  const creates = right.some((operation) => operation.action === 'create' && operation.authorId === undefined);
  const batch = { type, ids, deleted, authorId: creates ? await authorOfUser(ctx) : null };
  const results: BulkResult[] = [];
  const found: Fault[] = [];
  for (const [index, operation] of operations.entries()) {
    const options = { faults: faults.get(index) ?? [], read: contents.get(index) };
    try {
      results.push(await applyOperation(ctx, batch, operation, options));
    } catch (error) {
      if (error instanceof RunAgain || ctx.dialect.isRetryable(error)) throw error;
      found.push(...faultsOrEnd(index, error, found));
    }
  }
  if (found.length > 0) throw failBody(found);
  return results;
}

/** After a conflict with another transaction, PostgreSQL runs no other statement: its fault is the last one that is found. */
function faultsOrEnd(index: number, error: unknown, found: readonly Fault[]): Fault[] {
  try {
    return faultsIn(index, error);
  } catch {
    throw found.length > 0 ? failBody([...found]) : error;
  }
}

// What is locked and stored before the operations run: in the same order in every request, so that two requests with
// the same items or terms do not wait for each other.

const queries = keptQueries();
const partSize = 256;

/** The type, locked as the strictest of the operations requires. */
function lockTypeFor(ctx: WriteContext, known: PostType, operations: readonly Operation[]): Promise<PostType> {
  return operations.some(changesTree) ? lockPostType(ctx, known.name) : shareTypeForMany(ctx, known);
}

/** As lockTypeForChange decides for a single item. */
function changesTree(operation: Operation): boolean {
  if (operation.action !== 'update') return ['publish', 'restore', 'delete'].includes(operation.action);
  return Boolean(operation.parentId) || (operation.status !== undefined && operation.status !== 'trash');
}

/** The IDs of the items by the slugs or IDs that operations name, as findItemId finds them, and locked. */
async function lockItems(
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
async function createTerms(
  ctx: WriteContext,
  { taxonomies = [] }: Pick<PostType, 'taxonomies'>,
  operations: readonly Operation[],
): Promise<void> {
  const namesByTaxonomy = new Map<TaxonomyKey, Set<string>>();
  const known = new Set(['tag', 'category', ...taxonomies]);
  const add = (terms: Parameters<typeof listsOf>[0]): void => {
    for (const { key, texts } of listsOf(terms)) {
      if (!known.has(key)) continue;
      const all = namesByTaxonomy.get(key) ?? new Set();
      for (const text of texts) all.add(text);
      namesByTaxonomy.set(key, all);
    }
  };
  for (const operation of operations) {
    if (operation.action !== 'create' && operation.action !== 'update') continue;
    add(operation);
    if (operation.action === 'update')
      add({ tags: operation.addTags, categories: operation.addCategories, terms: operation.addTerms });
  }
  for (const key of [...namesByTaxonomy.keys()].sort())
    for (const part of partsOf([...(namesByTaxonomy.get(key) ?? [])].sort()))
      await findOrCreateTerms(ctx, { [key]: part });
}

function partsOf<Value>(values: readonly Value[]): Value[][] {
  const count = Math.ceil(values.length / partSize);
  return Array.from({ length: count }, (_, index) => values.slice(index * partSize, (index + 1) * partSize));
}
