// Links with which a person sets a password.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('passwordLinks')
    .addColumn('id', ...c.id)
    .addColumn('userId', ...c.text)
    .addColumn('purpose', ...c.text)
    .addColumn('hash', ...c.uniqueText)
    .addColumn('createdAt', ...c.text)
    .addColumn('expiresAt', ...c.text)
    .execute();
  await db.schema.createIndex('passwordLinksUser').on('passwordLinks').columns(['userId', 'createdAt']).execute();
  await db.schema.createIndex('passwordLinksExpiry').on('passwordLinks').columns(['expiresAt']).execute();
}
