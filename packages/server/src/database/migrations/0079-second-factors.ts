// Time-based codes as a second factor, and recovery codes (decision 0096).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('secondFactors')
    .addColumn('userId', ...c.id)
    .addColumn('sealedSecret', ...c.text)
    .addColumn('confirmedAt', ...c.optionalText)
    .addColumn('lastStep', ...c.integer)
    .addColumn('createdAt', ...c.text)
    .execute();
  await db.schema
    .createTable('recoveryCodes')
    .addColumn('hash', ...c.id)
    .addColumn('userId', ...c.text)
    .addColumn('createdAt', ...c.text)
    .execute();
  await db.schema.createIndex('recoveryCodesOfUser').on('recoveryCodes').column('userId').execute();
}
