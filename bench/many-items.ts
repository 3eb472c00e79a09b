// Sites with many items. One item is created through the API, and SQL copies it: creating each takes hours.

import path from 'node:path';
import pg from 'pg';
import { createDatabase } from '../packages/server/test/support/postgres.ts';
import { callApi, folder, type Program, startService } from './programs.ts';

export type Site = { service: Program; count: number };

/** This many items share a group, a word of their text and, of every hundredth group, a tag and a category. */
export const groupSize = 100;

const fields = [
  { name: 'group', type: 'number', indexed: true },
  { name: 'score', type: 'number' },
  { name: 'name', type: 'text' },
];
const words = 'harbor lantern copper meadow signal orchard granite ribbon canvas ember voyage pepper willow anchor';
const template = { title: 'Item', slug: 'item-0', content: `<p>${words}</p>`, status: 'publish', tags: ['rare'] };

/** Starts a service whose type `article` has this many items. `server` is the URL of a PostgreSQL, or null for SQLite. */
export async function seedItems(count: number, server: string | null): Promise<Site> {
  process.stderr.write(`${count} items …\n`);
  const data = path.join(folder, `items-${count}`);
  const url = server === null ? null : await createDatabase(server, `frontdesk_${process.pid}_${count}`);
  const environment = { FRONTDESK_DATA: data, ...(url === null ? {} : { DATABASE_URL: url }) };
  const first = await startService(environment);
  await callApi(first.port, 'POST', '/types', { name: 'article', plural: 'articles', strict: false, fields });
  await callApi(first.port, 'POST', '/content/article', { ...template, categories: ['rare'], fields: { group: 0 } });
  await first.stop();
  if (url === null) await copyOnSqlite(path.join(data, 'frontdesk.db'), count);
  else await copyOnPostgres(url, count);
  return { service: await startService(environment), count };
}

/** Expressions for the columns that differ between items, by the number `n` of the item. */
type Columns = Record<string, string>;

const sameColumns: Columns = {
  slug: `'item-' || n`,
  title: `'Item ' || n`,
  titleKey: `'item ' || n`,
  menuOrder: 'n % 1000',
};

const insertItems = (names: readonly string[], columns: Columns, from: string): string =>
  `insert into "items" (${names.map((name) => `"${name}"`).join()})
    select ${names.map((name) => columns[name] ?? `"one"."${name}"`).join()} from ${from}, "items" as "one" where "one"."slug" = 'item-0'`;

const insertTerms = `insert into "itemTerms" ("itemId", "termId")
  select "items"."id", "terms"."id" from "items", "terms" where "items"."slug" like 'item-%77' and "terms"."slug" = 'rare'`;

async function copyOnSqlite(file: string, count: number): Promise<void> {
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(file);
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -500000');
  const names = database.pragma('table_info("items")') as { name: string }[];
  const date = `strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', n || ' minutes')`;
  const columns = {
    id: `printf('item_%026d', n)`,
    ...sameColumns,
    fields: `json_object('group', n / ${groupSize}, 'score', n % 977, 'name', 'Name ' || n)`,
    foldedFields: `json_object('name', 'name ' || n)`,
    publishedAt: date,
    sortDate: date,
  };
  const numbers = `(with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < ${count}) select n from numbers)`;
  database.exec('begin');
  database.exec(
    insertItems(
      names.map(({ name }) => name),
      columns,
      numbers,
    ),
  );
  database.exec(`${insertTerms}
    on conflict do nothing`);
  database.exec(
    `insert into "itemSearchRows" ("itemId") select "id" from "items" where "type" = 'article' and "slug" <> 'item-0'`,
  );
  database.exec(`insert into "itemSearch" (rowid, title, excerpt, body)
    select "rowId", lower("title"), '', '${words} block' || json_extract("fields", '$.group')
    from "itemSearchRows" join "items" on "id" = "itemId" where "type" = 'article' and "slug" <> 'item-0'`);
  database.exec('commit');
  database.close();
}

async function copyOnPostgres(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns where table_name = 'items'`,
  );
  const date = `to_char(timestamp '2024-01-01' + n * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const columns = {
    id: `'item_' || lpad(n::text, 26, '0')`,
    ...sameColumns,
    fields: `json_build_object('group', n / ${groupSize}, 'score', n % 977, 'name', 'Name ' || n)`,
    foldedFields: `json_build_object('name', 'name ' || n)`,
    publishedAt: date,
    sortDate: date,
  };
  // Counting each change of a million in one transaction would take hours.
  await client.query('set session_replication_role = replica');
  await client.query(
    insertItems(
      rows.map(({ name }) => name),
      columns,
      `generate_series(1, ${count}) as n`,
    ),
  );
  await client.query(`${insertTerms} on conflict do nothing`);
  await client.query(`insert into "itemSearch" ("itemId", "document")
    select "id", to_tsvector('simple', lower("title") || ' ${words} block' || ("fields" ->> 'group')) from "items" where "type" = 'article' and "slug" <> 'item-0'`);
  await client.query(`delete from "itemCounts"`);
  await client.query(`insert into "itemCounts" select "type", "status", count(*) from "items" group by 1, 2`);
  await client.query('vacuum analyze');
  await client.end();
}
