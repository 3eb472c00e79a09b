// The languages of items, and the words of the vocabulary by their language: '' for that of the site.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, optionalText } = columnsFor(dialect);
  await db.schema
    .alterTable('items')
    .addColumn('language', ...optionalText)
    .execute();
  await sql`create index "itemsLanguage" on "items" ("language", "status", "sortDate") where "language" is not null`.execute(
    db,
  );
  const [type] = text;
  await db.schema
    .alterTable('searchWords')
    .addColumn('language', type, (column) => column.notNull().defaultTo(''))
    .execute();
  // The words of a search are read from these two alone.
  for (const [name, columns] of [
    ['searchWordsWords', ['words', 'stem', 'language']],
    ['searchWordsStem', ['stem', 'words', 'language']],
  ] as const) {
    await db.schema.dropIndex(name).execute();
    await db.schema
      .createIndex(name)
      .on('searchWords')
      .columns([...columns])
      .execute();
  }
  await db.schema
    .createTable('searchLanguages')
    .addColumn('language', ...text)
    .execute();
}
