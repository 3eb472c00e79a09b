// How many items there are of each type and status, for totals of lists: triggers count every change in its transaction
// (decision 0079).

import { sql } from 'kysely';
import { newPart } from './change-counters.ts';
import { type Baseline, key } from './create-tables.ts';

export async function createItemCounts({ db, dialect, types: c, createTable }: Baseline): Promise<void> {
  const columns = { type: c.text, status: c.text, count: c.integer };
  // On PostgreSQL, there are as many rows of a type and status as transactions have counted at the same time (decision 0024).
  if (dialect.name === 'sqlite') await createTable('itemCounts', columns, key('type', 'status'));
  else await createTable('itemCounts', { ...columns, part: c.zero }, key('type', 'status', 'part'));
  for (const statement of statements[dialect.name]) await sql.raw(statement).execute(db);
}

const placeOf = (row: 'new' | 'old') => `${row}."type", ${row}."status"`;
const moved = `(${placeOf('old')}) is distinct from (${placeOf('new')})`;

const add = `insert into "itemCounts" values (${placeOf('new')}, 1)
  on conflict ("type", "status") do update set "count" = "itemCounts"."count" + 1;`;
const remove = `update "itemCounts" set "count" = "count" - 1
  where "type" = old."type" and "status" = old."status";`;

const statements = {
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
