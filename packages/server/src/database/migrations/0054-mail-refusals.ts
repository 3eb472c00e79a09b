// Addresses that do not accept mail.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('mailRefusals')
    .addColumn('address', ...c.id)
    .addColumn('reason', ...c.text)
    .addColumn('mailId', ...c.optionalText)
    .addColumn('createdAt', ...c.text)
    .execute();
  await db.schema.createIndex('mailRefusalsCreated').on('mailRefusals').columns(['createdAt', 'address']).execute();
}
