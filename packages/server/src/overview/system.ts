// The running service as its operator sees it: what it is, and which jobs wait in it.

import { type Context, type ReadContext, timeOf } from '../context/context.ts';
import type { DatabasePlace } from '../database/database.ts';
import { listMigrations } from '../database/migrations/migrate.ts';
import { readTableSizes } from '../database/table-sizes.ts';
import { owners, type Tables } from '../database/tables.ts';
import { countFiles } from '../files/files.ts';
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
    mailServerConfigured: mailer.server !== null,
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

// What takes how much room: the tables of each part of the site, and files. It reads the tables of every slice and writes none.

export const storageParts = [
  'content',
  'history',
  'forms',
  'crm',
  'payments',
  'processorEvents',
  'deliveries',
  'events',
  'mail',
  'auditLog',
  'accounts',
  'other',
] as const;
type StoragePart = (typeof storageParts)[number];

/** Tables that grow by themselves have parts of their own: settings say how long their rows are kept. */
const ownParts: Partial<Record<keyof Tables, StoragePart>> = {
  revisions: 'history',
  processorEvents: 'processorEvents',
  deliveries: 'deliveries',
  attempts: 'deliveries',
  events: 'events',
  feed: 'events',
  auditLog: 'auditLog',
};
/** By the owner of a table. */
const partsOfOwners: Record<string, StoragePart> = {
  content: 'content',
  forms: 'forms',
  files: 'forms',
  crm: 'crm',
  privacy: 'crm',
  payments: 'payments',
  webhooks: 'deliveries',
  mail: 'mail',
  accounts: 'accounts',
};

/** For `inBackground`. Words of the search belong to the content. */
export async function readStorageUse(ctx: ReadContext) {
  const [sizes, submissions, media] = await Promise.all([
    readTableSizes(ctx),
    countFiles(ctx, 'files'),
    countFiles(ctx, 'mediaFiles'),
  ]);
  const bytes = new Map<StoragePart, number>();
  for (const [table, size] of sizes) {
    const part = partOf(table);
    bytes.set(part, (bytes.get(part) ?? 0) + size);
  }
  return {
    database: {
      bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
      parts: storageParts.map((part) => ({ part, bytes: bytes.get(part) ?? 0 })),
    },
    files: { submissions, media },
  };
}

function partOf(table: string): StoragePart {
  const name = table as keyof Tables;
  if (/search/i.test(table)) return 'content';
  return ownParts[name] ?? partsOfOwners[owners[name] ?? ''] ?? 'other';
}
