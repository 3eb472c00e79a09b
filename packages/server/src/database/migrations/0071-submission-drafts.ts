// The draft items that submissions made.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('submissionDrafts')
    .addColumn('submissionId', ...c.id)
    .addColumn('type', ...c.text)
    .addColumn('itemId', ...c.optionalText)
    .addColumn('fault', ...c.optionalText)
    .addColumn('createdAt', ...c.text)
    .execute();
}
