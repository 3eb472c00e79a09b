// How far visitors get in forms with several steps, as numbers of each day.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('formSteps')
    .addColumn('formId', ...c.text)
    .addColumn('day', ...c.text)
    .addColumn('step', ...c.integer)
    .addColumn('reached', ...c.integer)
    .addColumn('lastReached', ...c.integer)
    .addPrimaryKeyConstraint('formStepsKey', ['formId', 'day', 'step'])
    .execute();
}
