// Views of lists of items that users have saved: filters, order and columns.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('savedViews')
    .addColumn('id', ...c.id)
    .addColumn('type', ...c.text)
    .addColumn('userId', ...c.text)
    .addColumn('userName', ...c.text)
    .addColumn('name', ...c.text)
    .addColumn('shared', ...c.flag)
    .addColumn('search', ...c.json)
    .addColumn('createdAt', ...c.text)
    .addColumn('updatedAt', ...c.text)
    .execute();
  await db.schema.createIndex('savedViewsType').on('savedViews').columns(['type', 'name']).execute();
}
