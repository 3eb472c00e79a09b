// Whether the file of a SQLite database is whole.

import { sql } from 'kysely';
import type { Database } from './database.ts';

const maxFaults = 10;

/** What is wrong with the pages of the file, read from the first to the last; nothing for PostgreSQL, which has tools of its own. */
export async function findDamage({ dialect, reader }: Database): Promise<string[]> {
  if (dialect.name !== 'sqlite') return [];
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(${sql.lit(maxFaults)})`.execute(reader);
  return rows.map(({ quick_check: text }) => text).filter((text) => text !== 'ok');
}
