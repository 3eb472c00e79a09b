// The clock of the database server, which all processes on it share.

import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How far `now` is ahead of the server's clock, in milliseconds; null if the database has none of its own (SQLite). */
export async function readClockLead({ reader, dialect }: Database, now: () => Date): Promise<number | null> {
  if (!dialect.isShared) return null;
  const before = now().getTime();
  const { rows } = await sql<{ ms: string }>`
    select cast(round(extract(epoch from clock_timestamp()) * 1000) as text) as ms
  `.execute(reader);
  // It was read about halfway.
  return Math.round((before + now().getTime()) / 2 - Number(rows[0]?.ms));
}
