// The language of a submission that is spam: it goes with it when it turns out to be none.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('spamSubmissions')
    .addColumn('language', ...columnsFor(dialect).optionalText)
    .execute();
}
