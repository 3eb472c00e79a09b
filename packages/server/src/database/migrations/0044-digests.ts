// Notices that wait for a daily digest, and addresses that have unsubscribed from notices.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('digestEntries')
    .addColumn('id', ...c.id)
    .addColumn('recipient', ...c.text)
    .addColumn('submissionId', ...c.text)
    .addColumn('dueAt', ...c.text)
    .execute();
  await db.schema.createIndex('digestEntriesDue').on('digestEntries').columns(['dueAt', 'recipient']).execute();
  await db.schema
    .createTable('mailOptOuts')
    .addColumn('id', ...c.id)
    .addColumn('address', ...c.text)
    .addColumn('formId', ...c.optionalText)
    .addColumn('createdAt', ...c.text)
    .execute();
  await db.schema.createIndex('mailOptOutsCreated').on('mailOptOuts').columns(['createdAt', 'id']).execute();
}
