// What limits have counted, as marks that cannot be read back (decision 0101).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('limitCounts')
    .addColumn('id', ...c.id)
    .addColumn('tries', ...c.integer)
    .addColumn('until', ...c.text)
    .addColumn('lastAt', ...c.text)
    .addColumn('expiresAt', ...c.text)
    .execute();
  await db.schema.createIndex('limitCountsByExpiry').on('limitCounts').column('expiresAt').execute();
  await db.schema.createIndex('limitCountsByUse').on('limitCounts').column('lastAt').execute();
}
