// Backups that the service makes: when, how large, and what went wrong (decision 0092).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('backups')
    .addColumn('id', ...c.id)
    .addColumn('status', ...c.text)
    .addColumn('active', 'integer', (column) => column.unique())
    .addColumn('cause', ...c.text)
    .addColumn('fileName', ...c.optionalUniqueText)
    .addColumn('size', ...c.optionalMoney)
    .addColumn('rowCount', ...c.optionalMoney)
    .addColumn('fileCount', ...c.optionalMoney)
    .addColumn('missingFiles', ...c.optionalInteger)
    .addColumn('key', ...c.optionalText)
    .addColumn('error', ...c.optionalText)
    .addColumn('runs', ...c.integer)
    .addColumn('createdAt', ...c.text)
    .addColumn('startedAt', ...c.optionalText)
    .addColumn('endedAt', ...c.optionalText)
    .execute();
  await db.schema.createIndex('backupsCreated').on('backups').columns(['createdAt', 'id']).execute();
  await db.schema.createIndex('backupsOfStatus').on('backups').columns(['status', 'endedAt', 'id']).execute();
}
