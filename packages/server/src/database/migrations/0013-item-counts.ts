// How many items there are of each type and status on each day, for totals and deep pages of lists: triggers count every
// change in its transaction (decision 0025).

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, integer } = columnsFor(dialect);
  await db.schema
    .createTable('itemCounts')
    .addColumn('type', ...text)
    .addColumn('status', ...text)
    .addColumn('day', ...text)
    .addColumn('count', ...integer)
    .addPrimaryKeyConstraint('itemCountsKey', ['type', 'status', 'day'])
    .execute();
  await sql`insert into "itemCounts" select "type", "status", substr("sortDate", 1, 10), count(*) from "items" group by 1, 2, 3`.execute(
    db,
  );
  for (const statement of triggers[dialect.name]) await sql.raw(statement).execute(db);
}

const add = `insert into "itemCounts" values (new."type", new."status", substr(new."sortDate", 1, 10), 1)
  on conflict ("type", "status", "day") do update set "count" = "itemCounts"."count" + 1;`;
const remove = `update "itemCounts" set "count" = "count" - 1
  where "type" = old."type" and "status" = old."status" and "day" = substr(old."sortDate", 1, 10);`;
const moved = `(old."type", old."status", substr(old."sortDate", 1, 10)) is distinct from (new."type", new."status", substr(new."sortDate", 1, 10))`;

/** What the trigger of PostgreSQL runs. */
export const countingItems = (
  add: string,
  remove: string,
) => `create or replace function "itemCounts_count"() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if not ${moved} then return null; end if;
        end if;
        if tg_op <> 'INSERT' then ${remove} end if;
        if tg_op <> 'DELETE' then ${add} end if;
        return null;
      end $$`;

const triggers = {
  sqlite: [
    `create trigger "itemCounts_insert" after insert on "items" begin ${add} end`,
    `create trigger "itemCounts_delete" after delete on "items" begin ${remove} end`,
    `create trigger "itemCounts_update" after update of "type", "status", "sortDate" on "items" when ${moved} begin ${remove} ${add} end`,
  ],
  // Deferred to the commit like the counter of changes, and after it by name: a transaction that has that counter's row
  // can take these in any order without a deadlock.
  postgres: [
    countingItems(add, remove),
    `create constraint trigger "itemCounts_items" after insert or update or delete on "items"
      deferrable initially deferred for each row execute function "itemCounts_count"()`,
  ],
};
