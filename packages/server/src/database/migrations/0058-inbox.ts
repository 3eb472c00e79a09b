// What people do with submissions in the inbox (decision 0071). The defaults are those of submissions that were there before:
// of these, only the ones of the last days are still to be looked at.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

const recentMs = 30 * 24 * 3_600_000;

/** Those with a condition are small: most submissions have been read and are done. A constant column in front lets SQLite look for it. */
const indexes = {
  submissionsCreatedAtId: '("createdAt", "id")',
  submissionsUnread: '("unread", "createdAt", "id", "formId") where "unread" = 1',
  submissionsOpen: `("createdAt", "id", "progress", "formId") where "progress" <> 'done'`,
  submissionsStarred: '("starred", "createdAt", "id", "formId") where "starred" = 1',
  submissionsAssignee: '("assigneeId", "createdAt", "id") where "assigneeId" is not null',
};

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  const { schema } = db;
  const withDefault = async (name: string, [type, build]: (typeof c)['flag'], value: unknown) =>
    schema
      .alterTable('submissions')
      .addColumn(name, type, (column) => build(column).defaultTo(value))
      .execute();
  await withDefault('unread', c.flag, 0);
  await withDefault('starred', c.flag, 0);
  await withDefault('progress', c.text, 'done');
  await schema
    .alterTable('submissions')
    .addColumn('assigneeId', ...c.optionalText)
    .execute();
  await db
    .updateTable('submissions')
    .set({ unread: 1, progress: 'new' })
    .where('createdAt', '>=', new Date(Date.now() - recentMs).toISOString())
    .execute();
  await sql`drop index if exists "submissionsCreatedAt"`.execute(db);
  for (const [name, on] of Object.entries(indexes)) {
    await sql.raw(`create index "${name}" on "submissions" ${on}`).execute(db);
  }
  await schema
    .createTable('submissionNotes')
    .addColumn('id', ...c.id)
    .addColumn('submissionId', ...c.text)
    .addColumn('authorId', ...c.optionalText)
    .addColumn('authorName', ...c.optionalText)
    .addColumn('text', ...c.text)
    .addColumn('createdAt', ...c.text)
    .execute();
  await schema
    .createIndex('submissionNotesSubmission')
    .on('submissionNotes')
    .columns(['submissionId', 'createdAt', 'id'])
    .execute();
}
