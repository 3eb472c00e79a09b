// Changes of content types, and what their items were before (decision 0055).

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('typeChanges')
    .addColumn('id', ...c.id)
    .addColumn('type', ...c.text)
    .addColumn('status', ...c.text)
    .addColumn('converts', ...c.flag)
    .addColumn('before', ...c.json)
    .addColumn('after', ...c.json)
    .addColumn('lastItem', ...c.text)
    .addColumn('readItems', ...c.integer)
    .addColumn('allItems', ...c.integer)
    .addColumn('result', ...c.json)
    .addColumn('actor', ...c.json)
    .addColumn('createdAt', ...c.text)
    .addColumn('endedAt', ...c.optionalText)
    .execute();
  await db.schema.createIndex('typeChangesType').on('typeChanges').columns(['type', 'id']).execute();
  await db.schema.createIndex('typeChangesCreated').on('typeChanges').column('createdAt').execute();
  await db.schema
    .createTable('convertedItems')
    .addColumn('changeId', ...c.text)
    .addColumn('itemId', ...c.text)
    .addColumn('before', ...c.json)
    .addColumn('after', ...c.json)
    .addColumn('draftBefore', ...c.optionalJson)
    .addColumn('draftAfter', ...c.optionalJson)
    .addColumn('hiddenBefore', ...c.optionalJson)
    .addPrimaryKeyConstraint('convertedItemsKey', ['changeId', 'itemId'])
    .execute();
  await sql`create index "convertedItemsItem" on "convertedItems" ("itemId")`.execute(db);
}
