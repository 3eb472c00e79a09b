// Erasures of all about one person: what is left of them is the proof (decision 0077).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('erasures')
    .addColumn('id', ...c.id)
    .addColumn('status', ...c.text)
    .addColumn('person', ...c.optionalJson)
    .addColumn('personHash', ...c.text)
    .addColumn('erased', ...c.json)
    .addColumn('keptItems', ...c.json)
    .addColumn('actorId', ...c.text)
    .addColumn('actorName', ...c.optionalText)
    .addColumn('createdAt', ...c.text)
    .addColumn('completedAt', ...c.optionalText)
    .execute();
  await db.schema.createIndex('erasuresByTime').on('erasures').columns(['createdAt', 'id']).execute();
  await db.schema.createIndex('erasuresByStatus').on('erasures').column('status').execute();
  await db.schema.createIndex('erasuresByPerson').on('erasures').column('personHash').execute();
}
