// Counters of changes, which end what reads of content share, and rows that are never changed: triggers see to both.

import { sql } from 'kysely';
import type { Baseline } from './create-tables.ts';

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

/** For a part that no transaction has yet, when all others are in use. */
export const newPart = '(random() * 2000000000)::integer';

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
