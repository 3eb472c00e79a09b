// Leases on jobs, which claimJobs sets (claim-jobs.ts). A lease is short and extended while its job runs, so that the jobs
// of a dead host are soon claimed by another. The owner of a lease is `host:pid:random`. A worker that starts releases the
// leases of workers that died on its host, so that after a crash no job waits for a lease to expire. Idempotency keys
// (http/idempotency.ts) are leased in the same way.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Context, inTransaction, timeOf, type WriteContext } from '../context/context.ts';

export const leaseMs = 8000;
/** How often a lease is extended. Two extensions may come late before it expires. */
export const extendLeaseEveryMs = 2000;

/** Extends the leases of jobs that this worker still runs. */
export async function extendLeases(ctx: WriteContext, worker: string, ids: readonly string[]): Promise<void> {
  // All may have ended while this transaction waited for a connection.
  if (ids.length === 0) return;
  await ctx.db
    .updateTable('jobs')
    .set({ lockedUntil: timeOf(ctx, leaseMs) })
    .where('id', 'in', ids)
    .where('lockedBy', '=', worker)
    .execute();
}

/** Ends the leases of these workers, so that others can claim their jobs, except on the jobs in `kept`. Returns their number. */
export async function releaseLeases(
  ctx: WriteContext,
  workers: readonly string[],
  kept: readonly string[] = [],
): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('jobs')
    .set({ lockedUntil: null, lockedBy: null })
    .where('lockedBy', 'in', workers)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const ownersInThisProcess = new Set<string>();

export function newLeaseOwner(): string {
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  ownersInThisProcess.add(owner);
  return owner;
}

/** Releases the leases that dead workers of this host hold. Returns the number of jobs. */
export async function releaseDeadLeases(ctx: Context): Promise<number> {
  const owners = await ctx.db
    .selectFrom('jobs')
    .select('lockedBy')
    .distinct()
    .where('lockedBy', 'is not', null)
    .execute();
  const dead = owners.map(({ lockedBy }) => lockedBy as string).filter(isDeadOwner);
  if (dead.length === 0) return 0;
  return inTransaction(ctx, (ctx) => releaseLeases(ctx, dead));
}

/** Whether the owner was a process of this host that has ended. */
export function isDeadOwner(owner: string): boolean {
  const [host, pid] = owner.split(':');
  if (host !== hostname()) return false;
  // In a container every start has the same process id, so its previous owner is dead.
  if (Number(pid) === process.pid) return !ownersInThisProcess.has(owner);
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
  return isZombie(Number(pid));
}

/** A killed process keeps its ID until its parent notices, which may be after the next start. Linux tells them apart. */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
