// Which request stored a job, and which trace it belongs to, so that what follows from a request can be found after a restart.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  for (const column of ['requestId', 'traceparent'] as const) {
    await db.schema
      .alterTable('jobs')
      .addColumn(column, ...c.optionalText)
      .execute();
  }
}
