// The feed of events, subscribers to content, and the jobs that publish the events of scheduled items. Events from before
// are not in the feed: their position is 0.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { flag, optionalJson } = columnsFor(dialect);
  await db.schema
    .alterTable('events')
    .addColumn('position', 'bigint', (column) => column.defaultTo(0))
    .execute();
  // Those that an earlier version stores meanwhile get a position as well. On SQLite no other process does.
  if (dialect.isShared) await sql`alter table "events" alter column "position" drop default`.execute(db);
  await sql`create index "eventsPosition" on "events" ("position") where "position" is not null`.execute(db);
  await sql`create index "eventsWithoutPosition" on "events" ("createdAt", "id") where "position" is null`.execute(db);
  await sql`create index "eventsNotOfItems" on "events" ("id") where "type" not like 'item.%'`.execute(db);
  await sql`create table "feed" ("id" integer primary key, "last" bigint not null, "forgotten" bigint not null)`.execute(
    db,
  );
  await sql`insert into "feed" values (1, 0, 0)`.execute(db);
  for (const table of ['subscribers', 'deliveries'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('forContent', flag[0], (column) => flag[1](column).defaultTo(0))
      .execute();
  }
  await db.schema
    .alterTable('subscribers')
    .addColumn('types', ...optionalJson)
    .execute();
  const now = new Date().toISOString();
  await sql`insert into "jobs" ("id", "task", "payload", "lane", "uniqueKey", "runAt", "attempts", "createdAt")
    select 'job' || substr("id", 5), 'content.announceItem',
      cast('{"itemId":"' || "id" || '","type":"' || "type" || '","at":"' || "publishedAt" || '"}' as ${sql.raw(dialect.jsonType)}),
      'content.announceItem', 'content.announceItem ' || "id" || ' ' || "publishedAt", "publishedAt", 0, ${now}
    from "items" where "status" = 'publish' and "publishedAt" > ${now}`.execute(db);
}
