// Why a person should look at a payment.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const [type, build] = columnsFor(dialect).optionalText;
  await db.schema.alterTable('payments').addColumn('review', type, build).execute();
}
