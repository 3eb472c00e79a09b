// The solutions of ALTCHA that have been used: each counts once, whichever process receives it.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('usedSolutions')
    .addColumn('id', ...c.id)
    .addColumn('submissionId', ...c.text)
    .addColumn('expiresAt', ...c.text)
    .execute();
  await db.schema.createIndex('usedSolutionsByExpiry').on('usedSolutions').column('expiresAt').execute();
}
