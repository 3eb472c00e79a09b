// The owner of a running idempotency key, so that a key whose process died is free at once.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const [type, build] = columnsFor(dialect).optionalText;
  await db.schema.alterTable('idempotencyKeys').addColumn('lockedBy', type, build).execute();
}
