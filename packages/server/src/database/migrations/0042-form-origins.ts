// The sites that may show a form on their pages.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const [type, notNull] = columnsFor(dialect).json;
  await db.schema
    .alterTable('forms')
    .addColumn('origins', type, (column) => notNull(column).defaultTo('[]'))
    .execute();
}
