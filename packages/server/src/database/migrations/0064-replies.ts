// Replies that people write to submissions in the inbox (decision 0074). Their mails are in the outbox.

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up({ schema }: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await schema
    .createTable('submissionReplies')
    .addColumn('id', ...c.id)
    .addColumn('submissionId', ...c.text)
    .addColumn('recipient', ...c.text)
    .addColumn('subject', ...c.text)
    .addColumn('text', ...c.text)
    .addColumn('authorId', ...c.optionalText)
    .addColumn('authorName', ...c.optionalText)
    .addColumn('createdAt', ...c.text)
    .execute();
  await schema
    .createIndex('submissionRepliesSubmission')
    .on('submissionReplies')
    .columns(['submissionId', 'createdAt', 'id'])
    .execute();
}
