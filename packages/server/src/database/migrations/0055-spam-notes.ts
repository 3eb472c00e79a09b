// What each process has noted to recognize spam: texts and senders, as marks that cannot be read back.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('spamNotes')
    .addColumn('id', ...c.id)
    .addColumn('processId', ...c.text)
    .addColumn('kind', ...c.text)
    .addColumn('notes', ...c.text)
    .addColumn('createdAt', ...c.text)
    .addColumn('expiresAt', ...c.text)
    .execute();
  await db.schema.createIndex('spamNotesByTime').on('spamNotes').columns(['createdAt', 'id']).execute();
  await db.schema.createIndex('spamNotesByExpiry').on('spamNotes').column('expiresAt').execute();
}
