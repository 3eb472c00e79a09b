// Which answers of a submission were removed, and when (decision 0075): `{"photo": "2026-11-23T00:00:00.000Z"}`.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  for (const table of ['submissions', 'spamSubmissions'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('removedAnswers', ...columnsFor(dialect).optionalJson)
      .execute();
  }
}
