// The secrets of subscribers, encrypted. A migration has no key, so the service moves stored secrets when it starts.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const [type, build] = columnsFor(dialect).optionalText;
  await db.schema.alterTable('subscribers').addColumn('sealedSecrets', type, build).execute();
}
