// When items were moved to the trash, for deleting them permanently some time later. For items that are there already, it
// counts from now.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { optionalText } = columnsFor(dialect);
  await db.schema
    .alterTable('items')
    .addColumn('trashedAt', ...optionalText)
    .execute();
  await db.updateTable('items').set({ trashedAt: new Date().toISOString() }).where('status', '=', 'trash').execute();
  await sql`create index "itemsTrashedAt" on "items" ("trashedAt", "id") where "trashedAt" is not null`.execute(db);
}
