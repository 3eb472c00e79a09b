// Imports of uploaded exports (decision 0054).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('imports')
    .addColumn('id', ...c.id)
    .addColumn('status', ...c.text)
    .addColumn('active', 'integer', (column) => column.unique())
    .addColumn('fileId', ...c.optionalUniqueText)
    .addColumn('fileName', ...c.text)
    .addColumn('size', ...c.integer)
    .addColumn('options', ...c.json)
    .addColumn('progress', ...c.optionalJson)
    .addColumn('summary', ...c.optionalJson)
    .addColumn('report', ...c.optionalJson)
    .addColumn('error', ...c.optionalJson)
    .addColumn('runs', ...c.integer)
    .addColumn('actor', ...c.json)
    .addColumn('createdAt', ...c.text)
    .addColumn('startedAt', ...c.optionalText)
    .addColumn('endedAt', ...c.optionalText)
    .execute();
  await db.schema.createIndex('importsCreated').on('imports').columns(['createdAt', 'id']).execute();
}
