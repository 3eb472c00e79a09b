// Items in the trash do not hold their slug: only the slugs of the others are unique. The index without a condition is
// for reads.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`drop index "itemsTypeSlug"`.execute(db);
  await sql`create index "itemsTypeSlug" on "items" ("type", "slug")`.execute(db);
  await sql`create unique index "itemsTypeLiveSlug" on "items" ("type", "slug") where "status" <> 'trash'`.execute(db);
}
