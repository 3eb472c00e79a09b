// Slugs that items had while they were public, and when items will be unpublished.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, optionalText } = columnsFor(dialect);
  await db.schema
    .createTable('formerSlugs')
    .addColumn('type', ...text)
    .addColumn('slug', ...text)
    .addColumn('itemId', ...text)
    .addColumn('createdAt', ...text)
    .addPrimaryKeyConstraint('formerSlugsKey', ['type', 'slug'])
    .execute();
  await sql`create index "formerSlugsItemIdCreatedAt" on "formerSlugs" ("itemId", "createdAt")`.execute(db);
  await dialect.countChangesToo(db, 'contentVersion', ['formerSlugs']);
  await db.schema
    .alterTable('items')
    .addColumn('unpublishAt', ...optionalText)
    .execute();
}
