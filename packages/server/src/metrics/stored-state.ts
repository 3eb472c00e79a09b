// What waits in the database, and how much there is: read when the metrics are, outside of the main connection.

import { sql } from 'kysely';
import { type Context, inBackground, type ReadContext, timeOf } from '../context/context.ts';
import type { Database } from '../database/database.ts';
import { schemaVersion } from '../database/migrations/migrate.ts';
import { countFiles } from '../files/files.ts';
import type { Reading } from '../telemetry/metrics.ts';

/** The values of the database that change with each job. */
export async function readWaiting(context: Context): Promise<Reading[]> {
  const ctx = inBackground(context);
  const readings = await Promise.all([readJobs(ctx), readReceivers(ctx), readMails(ctx), readPayments(ctx)]);
  return [...readings.flat(), ...(await readProcessorEvents(ctx))];
}

/** Those that change slowly, and take longer to read. */
export async function readSizes(context: Context, database: Database): Promise<Reading[]> {
  const ctx = inBackground(context);
  const [version, { bytes, walBytes }, files] = await Promise.all([
    schemaVersion(database),
    database.readSize(),
    readFiles(ctx),
  ]);
  return [
    { name: 'frontdesk_schema_version', labels: {}, value: version },
    { name: 'frontdesk_database_size_bytes', labels: {}, value: bytes },
    ...(walBytes === null ? [] : [{ name: 'frontdesk_database_wal_bytes' as const, labels: {}, value: walBytes }]),
    ...files,
  ];
}

async function readJobs(ctx: ReadContext): Promise<Reading[]> {
  const now = timeOf(ctx);
  const rows = await ctx.db
    .selectFrom('jobs')
    .select((eb) => [
      'task',
      sql<'failed' | 'running' | 'due' | 'later'>`case when "failedAt" is not null then 'failed'
        when "lockedUntil" >= ${now} then 'running' when "runAt" <= ${now} then 'due' else 'later' end`.as('state'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('runAt').as('since'),
    ])
    .groupBy(['task', 'state'])
    .execute();
  return rows.flatMap(({ task, state, count, since }): Reading[] => {
    const reading: Reading = { name: 'frontdesk_jobs', labels: { task, state }, value: count };
    if (state !== 'due') return [reading];
    return [reading, { name: 'frontdesk_jobs_oldest_due_age_seconds', labels: { task }, value: ageOf(ctx, since) }];
  });
}

async function readReceivers(ctx: ReadContext): Promise<Reading[]> {
  const rows = await ctx.db
    .selectFrom('subscribers')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count'), eb.fn.count<number>('failingSince').as('failing')])
    .groupBy('status')
    .execute();
  const failing = rows.find(({ status }) => status === 'active')?.failing ?? 0;
  return [
    ...rows.map(
      ({ status, count }): Reading => ({
        name: 'frontdesk_webhook_receivers',
        labels: { status },
        value: count,
      }),
    ),
    { name: 'frontdesk_webhook_receivers_failing', labels: {}, value: failing },
  ];
}

async function readMails(ctx: ReadContext): Promise<Reading[]> {
  const statuses = ['queued', 'waiting'] as const;
  const rows = await ctx.db
    .selectFrom('mails')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('status', 'in', statuses)
    .groupBy('status')
    .execute();
  return statuses.map((status) => ({ name: 'frontdesk_mails', labels: { status }, value: countOf(rows, status) }));
}

async function readPayments(ctx: ReadContext): Promise<Reading[]> {
  const statuses = ['open', 'processing'] as const;
  const rows = await ctx.db
    .selectFrom('payments')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('status', 'in', statuses)
    .groupBy('status')
    .execute();
  return statuses.map((status) => ({ name: 'frontdesk_payments', labels: { status }, value: countOf(rows, status) }));
}

async function readProcessorEvents(ctx: ReadContext): Promise<Reading[]> {
  const statuses = ['received', 'flagged'] as const;
  const rows = await ctx.db
    .selectFrom('processorEvents')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count'), eb.fn.min('receivedAt').as('since')])
    .where('status', 'in', statuses)
    .groupBy('status')
    .execute();
  const since = rows.find(({ status }) => status === 'received')?.since;
  return [
    ...statuses.map(
      (status): Reading => ({
        name: 'frontdesk_processor_events',
        labels: { status },
        value: countOf(rows, status),
      }),
    ),
    {
      name: 'frontdesk_processor_events_oldest_age_seconds',
      labels: {},
      value: since === undefined ? 0 : ageOf(ctx, since),
    },
  ];
}

async function readFiles(ctx: ReadContext): Promise<Reading[]> {
  const [submissions, media] = await Promise.all([countFiles(ctx, 'files'), countFiles(ctx, 'mediaFiles')]);
  return Object.entries({ submissions, media }).flatMap(([of, { count, bytes }]): Reading[] => [
    { name: 'frontdesk_files', labels: { of }, value: count },
    { name: 'frontdesk_files_bytes', labels: { of }, value: bytes },
  ]);
}

function countOf(rows: readonly { status: string; count: number }[], status: string): number {
  return rows.find((row) => row.status === status)?.count ?? 0;
}

/** In seconds. */
function ageOf(ctx: ReadContext, since: string): number {
  return Math.max(0, ctx.now().getTime() - Date.parse(since)) / 1000;
}
