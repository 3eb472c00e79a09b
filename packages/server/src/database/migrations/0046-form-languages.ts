// The language of a form's texts, the same texts in other languages, and the language in which answers were given.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { json, optionalText } = columnsFor(dialect);
  const [type, notNull] = json;
  await db.schema
    .alterTable('forms')
    .addColumn('language', ...optionalText)
    .execute();
  await db.schema
    .alterTable('forms')
    .addColumn('translations', type, (column) => notNull(column).defaultTo('{}'))
    .execute();
  await db.schema
    .alterTable('submissions')
    .addColumn('language', ...optionalText)
    .execute();
}
