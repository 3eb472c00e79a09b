// The outbox of mails (decision 0063).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('mails')
    .addColumn('id', ...c.id)
    .addColumn('kind', ...c.text)
    .addColumn('status', ...c.text)
    .addColumn('recipient', ...c.text)
    .addColumn('replyTo', ...c.optionalText)
    .addColumn('subject', ...c.text)
    .addColumn('text', ...c.text)
    .addColumn('html', ...c.text)
    .addColumn('language', ...c.text)
    .addColumn('about', ...c.optionalText)
    .addColumn('messageId', ...c.text)
    .addColumn('uniqueKey', ...c.uniqueText)
    .addColumn('attempts', ...c.integer)
    .addColumn('error', ...c.optionalText)
    .addColumn('nextAttemptAt', ...c.optionalText)
    .addColumn('createdAt', ...c.text)
    .addColumn('sentAt', ...c.optionalText)
    // A link that only its recipient may read, encrypted, and until when the mail is of use.
    .addColumn('sealedLink', ...c.optionalText)
    .addColumn('expiresAt', ...c.optionalText)
    .execute();
  await db.schema.createIndex('mailsCreated').on('mails').columns(['createdAt', 'id']).execute();
  await db.schema.createIndex('mailsStatus').on('mails').columns(['status', 'createdAt', 'id']).execute();
  await db.schema.createIndex('mailsAbout').on('mails').columns(['about', 'createdAt', 'id']).execute();
  await db.schema.createIndex('mailsRecipient').on('mails').columns(['recipient', 'createdAt', 'id']).execute();
}
