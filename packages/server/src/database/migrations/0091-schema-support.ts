// One row: the oldest version that may run on this schema (schema-support.ts).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('schemaSupport')
    .addColumn('oldest', ...columnsFor(dialect).text)
    .execute();
  await db.insertInto('schemaSupport').values({ oldest: '' }).execute();
}
