// The sites that may show a form on their pages.

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('forms')
    .addColumn('origins', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
