// An index for lists by the time of the last update.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  const on = sql`"items" ("type", "status", "updatedAt", "id", "sortDate")`;
  await sql`create index "itemsTypeStatusUpdatedAtId" on ${on}`.execute(db);
}
