// Lanes that run one job at a time, because their receiver fails or is slow.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text } = columnsFor(dialect);
  await db.schema
    .createTable('limitedLanes')
    .addColumn('lane', ...id)
    .addColumn('reason', ...text)
    .addColumn('limitedAt', ...text)
    .execute();
}
