// Answers that no other submission of a form may have.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('uniqueAnswers')
    .addColumn('key', ...c.id)
    .addColumn('formId', ...c.text)
    .addColumn('field', ...c.text)
    .addColumn('submissionId', ...c.text)
    .execute();
  const index = (name: string, columns: ('formId' | 'field' | 'submissionId')[]) =>
    db.schema.createIndex(name).on('uniqueAnswers').columns(columns).execute();
  await index('uniqueAnswersField', ['formId', 'field']);
  await index('uniqueAnswersSubmission', ['submissionId']);
}
