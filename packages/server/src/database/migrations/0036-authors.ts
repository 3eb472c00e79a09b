// What authors say about themselves, and which user an author is. An author that a user has become with a first item, which has
// the user's email and name, stays that user's.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { optionalText, optionalJson } = columnsFor(dialect);
  for (const column of ['bio', 'pictureId', 'userId', 'updatedAt']) {
    await db.schema
      .alterTable('authors')
      .addColumn(column, ...optionalText)
      .execute();
  }
  await db.schema
    .alterTable('authors')
    .addColumn('links', ...optionalJson)
    .execute();
  await sql`create unique index "authorsUserId" on "authors" ("userId")`.execute(db);
  await sql`create index "authorsPictureId" on "authors" ("pictureId")`.execute(db);
  await sql`create index "itemsAuthorId" on "items" ("authorId", "status", "sortDate") where "authorId" is not null`.execute(
    db,
  );
  await linkUsers(db);
}

async function linkUsers(db: Kysely<Tables>): Promise<void> {
  const users = await db.selectFrom('users').select(['id', 'email', 'name']).execute();
  for (const { id, email, name } of users) {
    const author = await db
      .selectFrom('authors')
      .select('id')
      .where(sql`lower("email")`, '=', email.toLowerCase())
      .where('name', '=', name)
      .where('userId', 'is', null)
      .orderBy('id')
      .executeTakeFirst();
    if (author) await db.updateTable('authors').set({ userId: id }).where('id', '=', author.id).execute();
  }
}
