// The items behind each term, and behind each item that others refer to, with what lists sort them by: a page and a total of
// those are read from one part of an index (decision 0079). Triggers keep them. A view has the items of each term (decision 0079).

import { sql } from 'kysely';
import { type Baseline, keptIn, key } from './create-tables.ts';

export async function createLinkedItems({ db, dialect, types: c, createTable }: Baseline): Promise<void> {
  await createTable(
    'linkedItems',
    {
      toId: c.text,
      type: c.text,
      status: c.text,
      sortDate: c.text,
      id: c.text,
      field: c.text,
      titleKey: c.text,
      menuOrder: c.integer,
    },
    dialect.name === 'sqlite' ? keptIn(...sorted) : key('id', 'toId', 'field'),
  );
  for (const statement of statements[dialect.name]) await sql.raw(statement).execute(db);
}

/** SQLite keeps the whole rows in this order, and needs no other index: its triggers know where they are. */
const sorted = ['toId', 'type', 'status', 'sortDate', 'id', 'field'];
const columns = `"toId", "type", "status", "sortDate", "id", "field", "titleKey", "menuOrder"`;
const rowOf = (toId: string, field: string) =>
  `select ${toId}, "type", "status", "sortDate", "items"."id", ${field}, "titleKey", "menuOrder" from "items"`;

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

const hasTerm = (row: 'new' | 'old') =>
  `select 1 from "itemTerms" where "itemId" = ${row}."itemId" and "termId" = ${row}."termId"`;
const hasReference = (row: 'new' | 'old') =>
  `select 1 from "itemReferences" where "itemId" = ${row}."itemId" and "field" = ${row}."field" and "targetId" = ${row}."targetId"`;

/**
 * At the commit, who links an item to something and who moves it in the order of lists let each other finish: the later one
 * sees what the earlier one did. 1,024 locks stand for all items (decision 0024).
 */
const lockItem = (item: string, lock: string) => `perform ${lock}(79, hashtext(${item}) & 1023);`;
const insertOnPostgres = (toId: string, field: string, link: string) => `
        ${lockItem('new."itemId"', 'pg_advisory_xact_lock_shared')}
        insert into "linkedItems" (${columns})
          ${rowOf(toId, field)} where "id" = new."itemId" and exists (${link})
          on conflict do nothing;`;

/** What triggers of PostgreSQL run. They are planned once for a connection, maybe while the tables are empty. */
const functions = {
  link: insertOnPostgres('new."termId"', `''`, hasTerm('new')),
  refer: insertOnPostgres('new."targetId"', 'new."field"', hasReference('new')),
  unlink: `
        delete from "linkedItems" where "id" = old."itemId" and "toId" = old."termId" and not exists (${hasTerm('old')});`,
  unrefer: `
        delete from "linkedItems" where "id" = old."itemId" and "toId" = old."targetId" and "field" = old."field"
          and not exists (${hasReference('old')});`,
  move: `
        ${lockItem('new."id"', 'pg_advisory_xact_lock')}
        update "linkedItems" set ${moved} where "id" = new."id";`,
};

const statements = {
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
    `create view "termItems" as select "toId" as "termId", "id" as "itemId" from "linkedItems" where "field" = ''`,
  ],
  // Deferred to the commit like the counter of changes, and after it by name: an item and its links may change at the same time.
  postgres: [
    `create index "linkedItemsSorted" on "linkedItems" (${sorted.map((name) => `"${name}"`).join()}) include ("titleKey", "menuOrder")`,
    ...Object.entries(functions).map(
      ([
        name,
        change,
      ]) => `create function "linkedItems_${name}"() returns trigger language plpgsql set enable_seqscan = off as $$
      begin${change}
        return null;
      end $$`,
    ),
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
    // Its triggers store links with the commit: the transaction that changes them does not see them there.
    `create view "termItems" as select "termId", "itemId" from "itemTerms"`,
  ],
};
