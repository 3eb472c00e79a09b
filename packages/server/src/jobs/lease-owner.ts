// The owner of a lease: `host:pid:random`. A worker that starts releases the leases of workers that died on its host,
// so that after a crash no job waits for a lease to expire. Leases of other hosts expire by themselves.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Context, inTransaction } from '../context.ts';
import { releaseLeases } from './claim-jobs.ts';

export function newLeaseOwner(): string {
  return `${hostname()}:${process.pid}:${randomUUID()}`;
}

/** Releases the leases that dead workers of this host hold. Returns the number of jobs. */
export async function releaseDeadLeases(ctx: Context, own: string): Promise<number> {
  const owners = await ctx.db
    .selectFrom('jobs')
    .select('lockedBy')
    .distinct()
    .where('lockedBy', 'is not', null)
    .execute();
  const dead = owners.map(({ lockedBy }) => lockedBy as string).filter((owner) => owner !== own && isDead(owner));
  if (dead.length === 0) return 0;
  return inTransaction(ctx, (ctx) => releaseLeases(ctx, dead));
}

function isDead(owner: string): boolean {
  const [host, pid] = owner.split(':');
  if (host !== hostname()) return false;
  // In a container every start has the same process id, so its previous owner is dead.
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}
