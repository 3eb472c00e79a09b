// Submissions that are spam: a table of their own, so that whatever reads submissions leaves them out.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('spamSubmissions')
    .addColumn('id', ...c.id)
    .addColumn('formId', ...c.text)
    .addColumn('status', ...c.text)
    .addColumn('data', ...c.json)
    .addColumn('extra', ...c.json)
    .addColumn('searchText', ...c.text)
    .addColumn('contactId', ...c.optionalText)
    .addColumn('paymentId', ...c.optionalUniqueText)
    .addColumn('createdAt', ...c.text)
    .addColumn('updatedAt', ...c.text)
    .addColumn('score', ...c.optionalInteger)
    .addColumn('scoreLimit', ...c.optionalInteger)
    .addColumn('reasons', ...c.json)
    .addColumn('returnTo', ...c.json)
    .addColumn('published', ...c.flag)
    .addColumn('movedAt', ...c.text)
    .execute();
  await db.schema.createIndex('spamOfForm').on('spamSubmissions').columns(['formId', 'createdAt', 'id']).execute();
  await db.schema.createIndex('spamByAge').on('spamSubmissions').columns(['movedAt', 'id']).execute();
}
