// The texts of mails as someone has edited them, by kind and language.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('mailTexts')
    .addColumn('id', ...c.id)
    .addColumn('kind', ...c.text)
    .addColumn('language', ...c.text)
    .addColumn('subject', ...c.text)
    .addColumn('text', ...c.text)
    .addColumn('updatedAt', ...c.text)
    .execute();
}
