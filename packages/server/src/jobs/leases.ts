// Leases on jobs. Due jobs are claimed in one statement, so that no two workers on one database get the same job.
// A lease is short and extended while its job runs, so that the jobs of a dead host are soon claimed by another.
// The owner of a lease is `host:pid:random`. A worker that starts releases the leases of workers that died on its host, so
// that after a crash no job waits for a lease to expire. Idempotency keys (http/idempotency.ts) are leased in the same way.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { type Context, inTransaction, timeOf, type WriteContext } from '../context.ts';
import type { Job } from './queue.ts';

export const leaseMs = 8000;
/** How often a lease is extended. Two extensions may come late before it expires. */
export const extendLeaseEveryMs = 2000;
const maxPerLane = 5;

type ClaimedRow = { id: string; task: string; payload: string; attempts: number; runAt: string };

/** Claims up to `limit` due jobs: the oldest of each lane first, lane by lane, with at most five running in a lane. */
export async function claimJobs(ctx: WriteContext, worker: string, limit: number): Promise<Job[]> {
  const { dialect } = ctx;
  const at = timeOf(ctx);
  const until = timeOf(ctx, leaseMs);
  const { rows } = await sql<ClaimedRow>`
    with recursive
      -- Every lane with jobs, one index step each, however many jobs wait in it.
      lanes (lane) as (
        select min(lane) from jobs where "failedAt" is null
        union all
        select (select min(jobs.lane) from jobs where jobs.lane > lanes.lane and jobs."failedAt" is null)
        from lanes where lanes.lane is not null
      ),
      -- The oldest due jobs of each lane, numbered.
      due (id, lane, place) as (
        select jobs.id, jobs.lane, row_number() over (partition by jobs.lane order by jobs."runAt", jobs.id)
        from lanes join jobs on jobs.id ${dialect.isOneOf(sql`
          select first.id from jobs as first
          where first.lane = lanes.lane and first."failedAt" is null and first."runAt" <= ${at}
            and (first."lockedUntil" is null or first."lockedUntil" < ${at})
          order by first."runAt", first.id
          limit ${maxPerLane}
        `)}
      ),
      running (lane, jobs) as (
        select lane, count(*) from jobs where "lockedUntil" >= ${at} group by lane
      )
    update jobs set "lockedUntil" = ${until}, "lockedBy" = ${worker}, attempts = attempts + 1
    where id in (
      select free.id
      from due
      join jobs as free on free.id = due.id
      left join running on running.lane = due.lane
      where due.place + coalesce(running.jobs, 0) <= ${maxPerLane}
        -- Checked again on the row: another worker may have claimed it meanwhile.
        and (free."lockedUntil" is null or free."lockedUntil" < ${at})
      order by due.place, free."runAt"
      limit ${limit}
      ${dialect.forUpdateSkipLocked('free')}
    )
    returning id, task, payload, attempts, "runAt"
  `.execute(ctx.db);
  return rows
    .sort((a, b) => (a.runAt < b.runAt ? -1 : a.runAt > b.runAt ? 1 : a.id < b.id ? -1 : 1))
    .map(({ id, task, payload, attempts }) => ({ id, task, payload: JSON.parse(payload), attempts, lockedBy: worker }));
}

/** Extends the leases of jobs that this worker still runs. */
export async function extendLeases(ctx: WriteContext, worker: string, ids: readonly string[]): Promise<void> {
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
