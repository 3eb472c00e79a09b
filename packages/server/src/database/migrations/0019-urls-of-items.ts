// Where the items of a type are on the site, and where it shows them before they are published.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { optionalText } = columnsFor(dialect);
  for (const column of ['url', 'previewUrl']) {
    await db.schema
      .alterTable('postTypes')
      .addColumn(column, ...optionalText)
      .execute();
  }
}
