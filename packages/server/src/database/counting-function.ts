// The function behind the triggers of a counter of changes on PostgreSQL (`countChanges`).

import { type RawBuilder, sql } from 'kysely';

/**
 * Creates or replaces it. The triggers call it for each row that changed, and the counter has to go up once: a transaction
 * that has counted has its own number in the counter's row.
 */
export function countingFunction(counter: string): RawBuilder<unknown> {
  return sql`create or replace function ${sql.id(`${counter}_count`)}() returns trigger language plpgsql as
    ${sql.lit(`begin
      update "${counter}" set "value" = "value" + 1 where xmin <> pg_current_xact_id()::xid;
      return null;
    end`)}`;
}
