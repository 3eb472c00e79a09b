// Revisions, which are the states that items had before, and drafts beside what is live (decision 0036).

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  for (const column of ['lastChange', 'draft']) {
    await db.schema
      .alterTable('items')
      .addColumn(column, ...c.optionalJson)
      .execute();
  }
  await db.schema
    .createTable('drafts')
    .addColumn('itemId', ...c.id)
    .addColumn('change', ...c.json)
    .execute();
  await db.schema
    .createTable('revisions')
    .addColumn('itemId', ...c.text)
    .addColumn('number', ...c.integer)
    .addColumn('change', ...c.json)
    .addColumn('name', ...c.optionalText)
    .addColumn('createdAt', ...c.text)
    .addColumn('replacedAt', ...c.text)
    .addColumn('stage', ...c.text)
    .addColumn('state', ...c.bytes)
    .addPrimaryKeyConstraint('revisionsKey', ['itemId', 'number'])
    .execute();
  await sql`create index "revisionsStage" on "revisions" ("stage", "replacedAt")`.execute(db);
}
