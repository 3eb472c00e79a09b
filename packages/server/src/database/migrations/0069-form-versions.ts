// What forms asked before they were changed, and with which version each submission was made (decision 0076).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('formVersions')
    .addColumn('formId', ...c.text)
    .addColumn('lastVersion', ...c.integer)
    .addColumn('fields', ...c.json)
    .addColumn('language', ...c.optionalText)
    .addColumn('translations', ...c.json)
    .addColumn('replacedAt', ...c.text)
    .addPrimaryKeyConstraint('formVersionsKey', ['formId', 'lastVersion'])
    .execute();
  for (const table of ['submissions', 'spamSubmissions'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('formVersion', ...c.optionalInteger)
      .execute();
    await db.schema
      .alterTable(table)
      .addColumn('consents', ...c.optionalJson)
      .execute();
  }
}
