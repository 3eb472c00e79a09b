// Transactions that change content count it side by side on PostgreSQL: none waits for another's commit (decision 0119).

import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';
import { countingItems } from './0013-item-counts.ts';
import { linkingFunctions } from './0060-linked-items.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  if (dialect.name !== 'postgres') return;
  for (const statement of [...contentVersion, ...itemCounts, ...linkedItems]) await sql.raw(statement).execute(db);
}

/** For a part that no transaction has yet, when all others are in use. */
const newPart = '(random() * 2000000000)::integer';

/** The version is the sum of its parts. As a view, it can be read and renewed as before, by the version before this one too. */
const contentVersion = [
  `alter table "contentVersion" rename to "contentVersionParts"`,
  `create view "contentVersion" as select 1 as "id", cast(sum("value") as bigint) as "value" from "contentVersionParts"`,
  `create function "contentVersion_renew"() returns trigger language plpgsql as $$
    begin
      update "contentVersionParts" set "value" = "value" + new."value" - old."value" where "id" = 1;
      return new;
    end $$`,
  `create trigger "contentVersion_renewed" instead of update on "contentVersion"
    for each row execute function "contentVersion_renew"()`,
  // Its triggers call it for each row that changed: the setting says that the transaction has counted.
  `create or replace function "contentVersion_count"() returns trigger language plpgsql as $$
    begin
      if current_setting('frontdesk.counted', true) = 'yes' then return null; end if;
      perform set_config('frontdesk.counted', 'yes', true);
      update "contentVersionParts" set "value" = "value" + 1
        where "id" = (select "id" from "contentVersionParts" limit 1 for update skip locked);
      if not found then
        insert into "contentVersionParts" values (${newPart}, 1)
          on conflict ("id") do update set "value" = "contentVersionParts"."value" + 1;
      end if;
      return null;
    end $$`,
];

/** A day has as many rows as transactions have counted at the same time. */
const itemCounts = [
  `alter table "itemCounts" add column "part" integer not null default 0, drop constraint "itemCountsKey",
    add constraint "itemCountsKey" primary key ("type", "status", "day", "part")`,
  `create function "itemCounts_add"(text, text, text, integer) returns void language plpgsql as $$
    begin
      update "itemCounts" set "count" = "count" + $4 where "type" = $1 and "status" = $2 and "day" = $3 and "part" = (
        select "part" from "itemCounts" where "type" = $1 and "status" = $2 and "day" = $3 limit 1 for update skip locked);
      if not found then
        insert into "itemCounts" values ($1, $2, $3, $4, ${newPart})
          on conflict ("type", "status", "day", "part") do update set "count" = "itemCounts"."count" + $4;
      end if;
    end $$`,
  countingItems(
    `perform "itemCounts_add"(new."type", new."status", substr(new."sortDate", 1, 10), 1);`,
    `perform "itemCounts_add"(old."type", old."status", substr(old."sortDate", 1, 10), -1);`,
  ),
];

/**
 * At the commit, who links an item to something and who moves it in the order of lists let each other finish: the later one
 * sees what the earlier one did. 1,024 locks stand for all items.
 */
const lockItem = (item: string, lock: string) => `perform ${lock}(79, hashtext(${item}) & 1023);`;

const linkedItems = [
  ...linkingFunctions({
    lockToLink: lockItem('new."itemId"', 'pg_advisory_xact_lock_shared'),
    lockToMove: lockItem('new."id"', 'pg_advisory_xact_lock'),
  }),
  // They are planned once for a connection, maybe while the tables are empty.
  ...['link', 'refer', 'unlink', 'unrefer', 'move'].map(
    (name) => `alter function "linkedItems_${name}"() set enable_seqscan = off`,
  ),
];
