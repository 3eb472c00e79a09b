// What PostgreSQL needs beyond its driver: a snapshot and a stamp.

// A snapshot of PostgreSQL: a transaction on a connection of its own, read through cursors.

import type { Compilable } from 'kysely';
import pg from 'pg';
import type { Snapshot } from './dialect.ts';

/** What is fetched at once: some rows, then as many as have about this size, judging by those before. */
const firstRows = 20;
const maxRows = 500;
const bytesAtOnce = 1_000_000;

export async function openPostgresSnapshot(url: string, types: pg.CustomTypesConfig): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, types, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // The rows may go to a slow receiver.
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    // The transaction sees the state of its first query.
    await client.query('select 1');
  } catch (error) {
    await client.end();
    throw error;
  }
  let cursors = 0;
  return {
    async *rows<Row>(query: Compilable<Row>) {
      const { sql, parameters } = query.compile();
      const cursor = `snapshot${++cursors}`;
      await client.query(`declare ${cursor} no scroll cursor for ${sql}`, parameters as unknown[]);
      try {
        for (let count = firstRows; ; ) {
          const { rows } = await client.query(`fetch ${count} from ${cursor}`);
          yield* rows as Row[];
          if (rows.length < count) return;
          const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0) / rows.length;
          count = Math.max(1, Math.min(maxRows, Math.floor(bytesAtOnce / Math.max(1, bytes))));
        }
      } finally {
        await client.query(`close ${cursor}`).catch(() => {});
      }
    },
    close: () => client.end(),
  };
}

function sizeOf(row: object): number {
  return Object.values(row).reduce((sum, value) => sum + (value?.length ?? 8), 0);
}

// The stamp on PostgreSQL, which has no counter of commits: it changes with each commit of this process, and within a second
// of one of any other. What is kept for a stamp may be sent while it lasts.

/** A stamp is good for this long after PostgreSQL was asked. */
const maxAgeMs = 1000;
/** Early enough that the answer is there before the stamp is too old. */
const askAfterMs = 500;

type PostgresStamp = {
  stamp(): string;
  /** This process has committed. */
  noteCommit(): void;
};

/**
 * `readSnapshot` reads `pg_current_snapshot()`: which transactions are visible. It is the same twice only if nothing was
 * committed in between. While requests come, it is read twice a second; after a pause, or without an answer, everything
 * counts as changed.
 */
export function postgresStamp(readSnapshot: () => Promise<string>, now: () => number = Date.now): PostgresStamp {
  let ownCommits = 0;
  let changes = 0;
  let snapshot: string | null = null;
  /** When what `changes` says was asked for. */
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;

  const ask = async (): Promise<void> => {
    isAsking = true;
    const startedAt = now();
    try {
      const read = await readSnapshot();
      if (read !== snapshot) changes++;
      snapshot = read;
      askedAt = Math.max(askedAt, startedAt);
    } catch {
      // Without a database, the stamp changes each second.
    } finally {
      isAsking = false;
    }
  };

  return {
    stamp() {
      const age = Math.abs(now() - askedAt);
      if (age >= askAfterMs && !isAsking) void ask();
      if (age >= maxAgeMs) {
        changes++;
        askedAt = now();
      }
      return `${ownCommits}:${changes}`;
    },
    noteCommit() {
      ownCommits++;
    },
  };
}
