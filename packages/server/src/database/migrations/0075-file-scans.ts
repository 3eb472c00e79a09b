// Files in quarantine (decision 0087): why, what was found or is at fault, and since when.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  for (const column of ['quarantine', 'quarantineNote'] as const) {
    await db.schema
      .alterTable('files')
      .addColumn(column, ...c.optionalText)
      .execute();
  }
  await db.schema
    .createIndex('filesInQuarantine')
    .on('files')
    .columns(['quarantine', 'createdAt'])
    .where('quarantine', 'is not', null)
    .execute();
}
