// Answers that visitors go on with later (decision 0084).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('savedAnswers')
    .addColumn('id', ...c.id)
    .addColumn('formId', ...c.text)
    .addColumn('email', ...c.text)
    .addColumn('language', ...c.text)
    .addColumn('answers', ...c.json)
    .addColumn('mails', ...c.integer)
    .addColumn('mailedAt', ...c.text)
    .addColumn('expiresAt', ...c.text)
    .execute();
  const index = (name: string, column: 'formId' | 'expiresAt') =>
    db.schema.createIndex(name).on('savedAnswers').column(column).execute();
  await index('savedAnswersByForm', 'formId');
  await index('savedAnswersByExpiry', 'expiresAt');
}
