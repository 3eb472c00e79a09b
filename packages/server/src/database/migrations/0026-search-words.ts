// The vocabulary of the search, and the items whose words a job has to index again: all that there are, for the names of
// their tags, categories and authors, and to fill the vocabulary. Until then they are found as before (decision 0052).

import { type Kysely, sql } from 'kysely';
import { newId } from '../../lib/ids.ts';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text } = columnsFor(dialect);
  await db.schema
    .createTable('searchWords')
    .addColumn('spelling', ...text)
    .addColumn('words', ...text)
    .addColumn('stem', ...text)
    .addColumn('reversed', ...text)
    .execute();
  const index = (name: string, columns: ('spelling' | 'words' | 'stem' | 'reversed')[]) =>
    db.schema.createIndex(name).on('searchWords').columns(columns).execute();
  await index('searchWordsSpelling', ['spelling']);
  await index('searchWordsWords', ['words', 'stem']);
  await index('searchWordsStem', ['stem', 'words']);
  await index('searchWordsReversed', ['reversed']);
  await db.schema
    .createTable('searchStale')
    .addColumn('itemId', ...id)
    .execute();
  await sql`insert into "searchStale" ("itemId") select "id" from "items"`.execute(db);
  const first = await db.selectFrom('searchStale').select('itemId').limit(1).executeTakeFirst();
  if (!first) return;
  const now = new Date().toISOString();
  const task = 'content.indexStale';
  const job = { id: newId('job'), task, payload: '{}', lane: task, runAt: now, attempts: 0, createdAt: now };
  await db.insertInto('jobs').values(job).execute();
}
