// The running service as its operator sees it: what it is, and which jobs wait in it.

import { type Context, type ReadContext, timeOf } from '../context/context.ts';
import type { DatabasePlace } from '../database/database.ts';
import { listMigrations } from '../database/migrations/migrate.ts';
import { readVersion } from '../lib/read-version.ts';

const startedAt = new Date(performance.timeOrigin).toISOString();

/** What the service is: its version, since when it runs, and what it uses. */
export async function describeSystem({ processor, mailer, publicUrl }: Context, place: DatabasePlace) {
  return {
    version: await readVersion(),
    node: process.versions.node,
    startedAt,
    database: place.databaseUrl === null ? ('sqlite' as const) : ('postgres' as const),
    schema: listMigrations().at(-1) as string,
    publicUrl: publicUrl(),
    processor: processor.setup.keysFrom === 'sandbox' ? ('sandbox' as const) : ('stripe' as const),
    hasMailServer: mailer.server !== null,
  };
}

/** The jobs that are stored: what should have run by now, and what was given up. */
export async function countJobs(ctx: ReadContext) {
  const now = timeOf(ctx);
  const jobs = ctx.db.selectFrom('jobs').select((eb) => eb.fn.countAll<number>().as('count'));
  const due = jobs.where('failedAt', 'is', null).where('runAt', '<=', now);
  const [overdue, failed] = await Promise.all([
    due.select((eb) => eb.fn.min('runAt').as('oldest')).executeTakeFirstOrThrow(),
    jobs.where('failedAt', 'is not', null).executeTakeFirstOrThrow(),
  ]);
  return {
    due: Number(overdue.count),
    oldestDueAt: overdue.oldest,
    failed: Number(failed.count),
  };
}
