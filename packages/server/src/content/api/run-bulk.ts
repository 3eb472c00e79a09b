// Many changes of items of one type in one transaction: all of them, or none and every fault.

import { type Context, inTransaction, RunAgain, type WriteContext } from '../../context/context.ts';
import { type Fault, failBody, Problem, problems } from '../../lib/errors.ts';
import { createPauses } from '../../lib/yield-to-event-loop.ts';
import { authorOfUser } from '../authors/author-of-item.ts';
import { type ReadContent, readContent } from '../model/item-texts.ts';
import type { PostType } from '../types/post-types.ts';
import { applyOperation } from './apply-operation.ts';
import type { BulkResult, Operation } from './bulk.schemas.ts';
import { createTerms, lockItems, lockTypeFor } from './prepare-bulk.ts';

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
