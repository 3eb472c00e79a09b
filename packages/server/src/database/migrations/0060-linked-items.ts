// The items behind each term, and behind each item that others refer to, with what lists sort them by: a page and a total of
// those are read from one part of an index (decision 0079). Triggers keep them.

import { type Kysely, sql } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, integer } = columnsFor(dialect);
  const key = dialect.name === 'sqlite' ? sorted : ['id', 'toId', 'field'];
  await db.schema
    .createTable('linkedItems')
    .addColumn('toId', ...text)
    .addColumn('type', ...text)
    .addColumn('status', ...text)
    .addColumn('sortDate', ...text)
    .addColumn('id', ...text)
    .addColumn('field', ...text)
    .addColumn('titleKey', ...text)
    .addColumn('menuOrder', ...integer)
    .addPrimaryKeyConstraint('linkedItemsKey', key as never)
    .$call((table) => (dialect.name === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await sql.raw(linkAll).execute(db);
  for (const statement of after[dialect.name]) await sql.raw(statement).execute(db);
}

/** SQLite keeps the whole rows in this order, and needs no other index: its triggers know where they are. */
const sorted = ['toId', 'type', 'status', 'sortDate', 'id', 'field'];
const columns = `"toId", "type", "status", "sortDate", "id", "field", "titleKey", "menuOrder"`;
const rowOf = (toId: string, field: string) =>
  `select ${toId}, "type", "status", "sortDate", "items"."id", ${field}, "titleKey", "menuOrder" from "items"`;

/** Stores them all in an empty table. */
export const linkAll = `insert into "linkedItems" (${columns}) select * from (
    ${rowOf('"termId"', `''`)} join "itemTerms" on "itemId" = "items"."id"
    union all ${rowOf('"targetId"', '"field"')} join "itemReferences" on "itemId" = "items"."id" where substr("targetId", 1, 5) = 'item_'
  ) as "links" order by 1, 2, 3, 4, 5, 6`;

const isMoved = ['type', 'status', 'sortDate', 'titleKey', 'menuOrder']
  .map((name) => `old."${name}" is distinct from new."${name}"`)
  .join(' or ');
const moved = `"type" = new."type", "status" = new."status", "sortDate" = new."sortDate", "titleKey" = new."titleKey", "menuOrder" = new."menuOrder"`;
/** References to media lead to no list. */
const isToItem = (row: 'new' | 'old') => `substr(${row}."targetId", 1, 5) = 'item_'`;

const insertOnSqlite = (toId: string, field: string) =>
  `insert or ignore into "linkedItems" (${columns}) ${rowOf(toId, field)} where "items"."id" = new."itemId";`;
const deleteOnSqlite = (toId: string, field: string) =>
  `delete from "linkedItems" where ("toId", "type", "status", "sortDate", "id", "field") in
    (select ${toId}, "type", "status", "sortDate", "id", ${field} from "items" where "id" = old."itemId");`;

/** What triggers of PostgreSQL run for a new link, and for an item that moves in the order of lists; the locks come first (0093). */
export const linkingFunctions = ({ lockToLink = '', lockToMove = '' } = {}): string[] => {
  const insert = (toId: string, field: string, link: string) => `${lockToLink}
        insert into "linkedItems" (${columns})
          ${rowOf(toId, field)} where "id" = new."itemId" and exists (${link})
          on conflict do nothing;`;
  const changes = {
    link: insert(
      'new."termId"',
      `''`,
      `select 1 from "itemTerms" where "itemId" = new."itemId" and "termId" = new."termId"`,
    ),
    refer: insert(
      'new."targetId"',
      'new."field"',
      `select 1 from "itemReferences" where "itemId" = new."itemId" and "field" = new."field" and "targetId" = new."targetId"`,
    ),
    move: `${lockToMove}
        update "linkedItems" set ${moved} where "id" = new."id";`,
  };
  return Object.entries(changes).map(
    ([name, change]) => `create or replace function "linkedItems_${name}"() returns trigger language plpgsql as $$
      begin
        ${change}
        return null;
      end $$`,
  );
};

const after = {
  sqlite: [
    `create trigger "linkedItems_term" after insert on "itemTerms" begin ${insertOnSqlite('new."termId"', `''`)} end`,
    `create trigger "linkedItems_noTerm" after delete on "itemTerms" begin ${deleteOnSqlite('old."termId"', `''`)} end`,
    `create trigger "linkedItems_reference" after insert on "itemReferences" when ${isToItem('new')}
      begin ${insertOnSqlite('new."targetId"', 'new."field"')} end`,
    `create trigger "linkedItems_noReference" after delete on "itemReferences" when ${isToItem('old')}
      begin ${deleteOnSqlite('old."targetId"', 'old."field"')} end`,
    `create trigger "linkedItems_update" after update of "type", "status", "sortDate", "titleKey", "menuOrder" on "items" when ${isMoved} begin
      update "linkedItems" set ${moved}
        where "type" = old."type" and "status" = old."status" and "sortDate" = old."sortDate" and "id" = old."id" and "toId" in (
          select "termId" from "itemTerms" where "itemId" = old."id"
          union all select "targetId" from "itemReferences" where "itemId" = old."id");
      end`,
  ],
  // Deferred to the commit like the counter of changes, and after it by name: what has that counter's row sees all that was
  // committed, so that an item and its links may change at the same time.
  postgres: [
    `create index "linkedItemsSorted" on "linkedItems" (${sorted.map((name) => `"${name}"`).join()}) include ("titleKey", "menuOrder")`,
    ...linkingFunctions(),
    `create function "linkedItems_unlink"() returns trigger language plpgsql as $$
      begin
        delete from "linkedItems" where "id" = old."itemId" and "toId" = old."termId"
          and not exists (select 1 from "itemTerms" where "itemId" = old."itemId" and "termId" = old."termId");
        return null;
      end $$`,
    `create function "linkedItems_unrefer"() returns trigger language plpgsql as $$
      begin
        delete from "linkedItems" where "id" = old."itemId" and "toId" = old."targetId" and "field" = old."field"
          and not exists (select 1 from "itemReferences" where "itemId" = old."itemId" and "field" = old."field" and "targetId" = old."targetId");
        return null;
      end $$`,
    ...[
      ['term', 'insert on "itemTerms"', '', 'link'],
      ['noTerm', 'delete on "itemTerms"', '', 'unlink'],
      ['reference', 'insert on "itemReferences"', `when (${isToItem('new')})`, 'refer'],
      ['noReference', 'delete on "itemReferences"', `when (${isToItem('old')})`, 'unrefer'],
      ['update', 'update on "items"', `when (${isMoved})`, 'move'],
    ].map(
      ([name, change, when, run]) => `create constraint trigger "linkedItems_${name}" after ${change}
        deferrable initially deferred for each row ${when} execute function "linkedItems_${run}"()`,
    ),
  ],
};
