// What the service itself needs: settings, jobs, limits, files, imports, backups, erasures, and which versions the schema supports.

import { sql } from 'kysely';
import { type Baseline, index, where } from './create-tables.ts';

export async function createService(baseline: Baseline): Promise<void> {
  const { db, types: c, createTable } = baseline;
  await createTable('settings', { name: c.id, value: c.json, updatedAt: c.text });
  await createTable('schemaSupport', { oldest: c.text });
  await db.insertInto('schemaSupport').values({ oldest: '' }).execute();
  await createJobs(baseline);
  await createTable(
    'idempotencyKeys',
    {
      id: c.id,
      fingerprint: c.text,
      operation: c.text,
      status: c.optionalInteger,
      headers: c.optionalJson,
      body: c.optionalText,
      lockedUntil: c.text,
      lockedBy: c.optionalText,
      createdAt: c.text,
    },
    index('createdAt'),
  );
  await createTable(
    'limitCounts',
    { id: c.id, tries: c.integer, until: c.text, lastAt: c.text, expiresAt: c.text },
    index('expiresAt'),
    index('lastAt'),
  );
  await createTable(
    'files',
    {
      id: c.id,
      submissionId: c.optionalText,
      fieldName: c.text,
      name: c.text,
      type: c.text,
      size: c.bigInteger,
      sha256: c.text,
      quarantine: c.optionalText,
      quarantineNote: c.optionalText,
      createdAt: c.text,
    },
    index('submissionId'),
    where('"quarantine" is not null', index('quarantine', 'createdAt')),
  );
  await createTable(
    'erasures',
    {
      id: c.id,
      status: c.text,
      person: c.optionalJson,
      personHash: c.text,
      erased: c.json,
      keptItems: c.json,
      actorId: c.text,
      actorName: c.optionalText,
      createdAt: c.text,
      completedAt: c.optionalText,
    },
    index('createdAt', 'id'),
    index('status'),
    index('personHash'),
  );
  await createRuns(baseline);
}

async function createJobs({ types: c, createTable }: Baseline): Promise<void> {
  await createTable(
    'jobs',
    {
      id: c.id,
      task: c.text,
      payload: c.json,
      lane: c.text,
      uniqueKey: c.optionalUniqueText,
      runAt: c.text,
      attempts: c.integer,
      lockedUntil: c.optionalText,
      lockedBy: c.optionalText,
      lastError: c.optionalText,
      failedAt: c.optionalText,
      again: c.flag,
      requestId: c.optionalText,
      traceparent: c.optionalText,
      createdAt: c.text,
    },
    where('"failedAt" is null', index('runAt', 'id')),
    where('"failedAt" is null', index('lane', 'runAt', 'id')),
    where('"lockedUntil" is not null', index('lane', 'lockedUntil')),
    where('"failedAt" is not null', index('failedAt')),
  );
  await createTable('limitedLanes', { lane: c.id, reason: c.text, limitedAt: c.text });
}

/** Of imports and backups, one can be active: its column is 1, and null when it has ended. */
async function createRuns({ types: c, createTable }: Baseline): Promise<void> {
  await createTable(
    'imports',
    {
      id: c.id,
      status: c.text,
      active: c.optionalUniqueInteger,
      fileId: c.optionalUniqueText,
      fileName: c.text,
      size: c.bigInteger,
      options: c.json,
      progress: c.optionalJson,
      summary: c.optionalJson,
      report: c.optionalJson,
      error: c.optionalJson,
      runs: c.integer,
      actor: c.json,
      createdAt: c.text,
      startedAt: c.optionalText,
      endedAt: c.optionalText,
    },
    index('createdAt', 'id'),
  );
  await createTable(
    'backups',
    {
      id: c.id,
      status: c.text,
      active: c.optionalUniqueInteger,
      cause: c.text,
      fileName: c.optionalUniqueText,
      size: c.optionalBigInteger,
      rowCount: c.optionalBigInteger,
      fileCount: c.optionalBigInteger,
      missingFiles: c.optionalInteger,
      key: c.optionalText,
      error: c.optionalText,
      runs: c.integer,
      createdAt: c.text,
      startedAt: c.optionalText,
      endedAt: c.optionalText,
    },
    index('createdAt', 'id'),
    index('status', 'endedAt', 'id'),
  );
}

// The function that compares times by their instant on PostgreSQL. On SQLite it belongs to the connection.

export async function createInstants({ db, dialect }: Baseline): Promise<void> {
  if (dialect.name === 'sqlite') return;
  await sql`create function "instantOf"("value" text) returns text
    language plpgsql immutable strict parallel safe as ${sql.lit(body)}`.execute(db);
}

/** The same as instantOf in lib/instant.ts. */
const body = String.raw`
declare
  part text[] := regexp_match("value", '^(\d{4})-(0[1-9]|1[0-2])-(\d\d)[Tt\s](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$');
  seconds bigint;
begin
  if part is null then return null; end if;
  seconds := extract(epoch from make_date(part[1]::int + 4000, part[2]::int, 1))::bigint
    + (part[3]::int - 1) * 86400 + part[4]::int * 3600 + part[5]::int * 60 + part[6]::int
    - (coalesce(part[8], '+') || '1')::int * (coalesce(part[9], '0')::int * 3600 + coalesce(part[10], '0')::int * 60);
  return lpad(seconds::text, 12, '0') || rtrim(coalesce('.' || part[7], ''), '.0');
end`;
