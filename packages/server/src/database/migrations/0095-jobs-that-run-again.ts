// Jobs that were asked for again while they ran.

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('again', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
