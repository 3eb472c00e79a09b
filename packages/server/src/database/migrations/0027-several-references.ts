// A field can refer to several items or media records.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`create unique index "itemReferencesItemIdFieldTargetId" on "itemReferences" ("itemId", "field", "targetId")`.execute(
    db,
  );
  await sql`drop index "itemReferencesItemIdField"`.execute(db);
}
