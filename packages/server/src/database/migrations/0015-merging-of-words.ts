// FTS5 merges a group of small segments when there are 8 of them instead of 4 (decision 0034).

import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  if (dialect.name === 'postgres') return;
  await sql`insert into "itemSearch" ("itemSearch", "rank") values ('automerge', 8)`.execute(db);
}
