// Who waits for a lock that another transaction has, on PostgreSQL.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';

/** How many transactions of this database wait for a lock. */
export async function countLockWaits(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as "count" from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return Number(rows[0]?.count);
}
