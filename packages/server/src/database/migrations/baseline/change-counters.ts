// Counters of changes, which end what reads of content share, and rows that are never changed: triggers see to both.

import { sql } from 'kysely';
import { type Baseline, key } from './create-tables.ts';

/** For a part that no transaction has yet, when all others are in use. */
const newPart = '(random() * 2000000000)::integer';

const placeOf = (row: 'new' | 'old') => `${row}."type", ${row}."status"`;
const moved = `(${placeOf('old')}) is distinct from (${placeOf('new')})`;

const add = `insert into "itemCounts" values (${placeOf('new')}, 1)
  on conflict ("type", "status") do update set "count" = "itemCounts"."count" + 1;`;
const remove = `update "itemCounts" set "count" = "count" - 1
  where "type" = old."type" and "status" = old."status";`;

const itemCountStatements = {
  sqlite: [
    `create trigger "itemCounts_insert" after insert on "items" begin ${add} end`,
    `create trigger "itemCounts_delete" after delete on "items" begin ${remove} end`,
    `create trigger "itemCounts_update" after update of "type", "status" on "items" when ${moved} begin ${remove} ${add} end`,
  ],
  postgres: [
    `create function "itemCounts_add"(text, text, integer) returns void language plpgsql as $$
      begin
        update "itemCounts" set "count" = "count" + $3 where "type" = $1 and "status" = $2 and "part" = (
          select "part" from "itemCounts" where "type" = $1 and "status" = $2 limit 1 for update skip locked);
        if not found then
          insert into "itemCounts" values ($1, $2, $3, ${newPart})
            on conflict ("type", "status", "part") do update set "count" = "itemCounts"."count" + $3;
        end if;
      end $$`,
    `create function "itemCounts_count"() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if not ${moved} then return null; end if;
        end if;
        if tg_op <> 'INSERT' then perform "itemCounts_add"(${placeOf('old')}, -1); end if;
        if tg_op <> 'DELETE' then perform "itemCounts_add"(${placeOf('new')}, 1); end if;
        return null;
      end $$`,
    // Deferred to the commit like the counter of changes, and after it by name: a transaction that has that counter's row
    // can take these in any order without a deadlock.
    `create constraint trigger "itemCounts_items" after insert or update or delete on "items"
      deferrable initially deferred for each row execute function "itemCounts_count"()`,
  ],
};

type Counter = 'contentVersion' | 'typeVersion';

/** The tables whose changes each of them counts. */
const counted: Record<Counter, readonly string[]> = {
  contentVersion: ['postTypes', 'authors', 'items', 'terms', 'itemTerms', 'formerSlugs', 'taxonomies'],
  typeVersion: ['postTypes'],
};

export async function createCounters({ db, dialect }: Baseline): Promise<void> {
  for (const [counter, tables] of Object.entries(counted))
    for (const statement of statements[dialect.name](counter as Counter, tables)) await sql.raw(statement).execute(db);
  for (const statement of frozen[dialect.name]) await sql.raw(statement).execute(db);
}

/**
 * Transactions that change content count it side by side: none waits for another's commit, and the version is the sum of its
 * parts (decision 0024). The triggers call the function for each row that changed: the setting says that the transaction has
 * counted.
 */
const contentVersion = [
  `create table "contentVersionParts" ("id" integer primary key, "value" bigint not null)`,
  `insert into "contentVersionParts" values (1, 1)`,
  `create view "contentVersion" as select 1 as "id", cast(sum("value") as bigint) as "value" from "contentVersionParts"`,
  `create function "contentVersion_renew"() returns trigger language plpgsql as $$
    begin
      update "contentVersionParts" set "value" = "value" + new."value" - old."value" where "id" = 1;
      return new;
    end $$`,
  `create trigger "contentVersion_renewed" instead of update on "contentVersion"
    for each row execute function "contentVersion_renew"()`,
  `create function "contentVersion_count"() returns trigger language plpgsql as $$
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

/** It goes up once in a transaction: one that has counted has its own number in the counter's row. */
const oneRow = (counter: Counter) => [
  `create table "${counter}" ("id" integer primary key, "value" bigint not null)`,
  `insert into "${counter}" values (1, 1)`,
  `create function "${counter}_count"() returns trigger language plpgsql as $$
    begin
      update "${counter}" set "value" = "value" + 1 where xmin <> pg_current_xact_id()::xid;
      return null;
    end $$`,
];

const statements = {
  sqlite: (counter: Counter, tables: readonly string[]) => [
    `create table "${counter}" ("id" integer primary key, "value" integer not null)`,
    `insert into "${counter}" values (1, 1)`,
    ...tables.flatMap((table) =>
      ['insert', 'update', 'delete'].map(
        (change) =>
          `create trigger "${counter}_${table}_${change}" after ${change} on "${table}" begin update "${counter}" set "value" = "value" + 1; end`,
      ),
    ),
  ],
  // Deferred to the commit, so that the counter's row is locked only briefly.
  postgres: (counter: Counter, tables: readonly string[]) => [
    ...(counter === 'contentVersion' ? contentVersion : oneRow(counter)),
    ...tables.map(
      (table) => `create constraint trigger "${counter}_${table}" after insert or update or delete on "${table}"
        deferrable initially deferred for each row execute function "${counter}_count"()`,
    ),
  ],
};

/** Entries of the audit log can be deleted, but not changed (decision 0095). */
const frozen = {
  sqlite: [
    `create trigger "auditLog_frozen" before update on "auditLog" begin select raise(abort, 'These rows cannot be changed'); end`,
  ],
  postgres: [
    `create function "auditLog_refuse"() returns trigger language plpgsql as $$
      begin raise exception 'These rows cannot be changed'; end $$`,
    `create trigger "auditLog_frozen" before update on "auditLog" for each row execute function "auditLog_refuse"()`,
  ],
};

// How many items there are of each type and status, for totals of lists: triggers count every change in its transaction
// (decision 0079).

export async function createItemCounts({ db, dialect, types: c, createTable }: Baseline): Promise<void> {
  const columns = { type: c.text, status: c.text, count: c.integer };
  // On PostgreSQL, there are as many rows of a type and status as transactions have counted at the same time (decision 0024).
  if (dialect.name === 'sqlite') await createTable('itemCounts', columns, key('type', 'status'));
  else await createTable('itemCounts', { ...columns, part: c.zero }, key('type', 'status', 'part'));
  for (const statement of itemCountStatements[dialect.name]) await sql.raw(statement).execute(db);
}
