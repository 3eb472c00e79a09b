// Who is editing which item now (decision 0045). What is here is worth nothing after a minute.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('editors')
    .addColumn('key', ...c.id)
    .addColumn('itemId', ...c.text)
    .addColumn('type', ...c.text)
    .addColumn('userId', ...c.text)
    .addColumn('name', ...c.optionalText)
    .addColumn('since', ...c.text)
    .addColumn('seenAt', ...c.text)
    .execute();
  await db.schema.createIndex('editorsItem').on('editors').columns(['itemId', 'seenAt']).execute();
  await db.schema.createIndex('editorsSeen').on('editors').column('seenAt').execute();
}
