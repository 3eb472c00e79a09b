// A site with many items whose fields are indexed, with tags, categories, authors, parents and references of three levels:
// article → brand → country. The first 1,000 are created through the API, and SQL copies them with other times, titles, names
// and prices: creating each takes minutes.

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '../packages/server/src/database/sqlite-connection.ts';
import { createDatabase } from '../packages/server/test/support/postgres.ts';
import { callApi, type Program, read, startService } from './programs.ts';

export const itemCount = 100_000;
/** How many are created through the API. */
const templates = 1000;
const brandCount = 500;
const authorCount = 50;
const photo = `med_${'0'.repeat(26)}`;

export type QuerySite = {
  service: Program;
  /** With what it was started. */
  environment: Record<string, string>;
  /** Runs a statement in the service's database. */
  run: Run;
};

type Run = (statement: string) => Promise<{ count: number }[]>;

const indexed = true;
const colors = ['red', 'green', 'blue', 'black'];
const types = [
  { name: 'country', plural: 'countries', fields: [{ name: 'code', type: 'text' }] },
  {
    name: 'brand',
    plural: 'brands',
    fields: [
      { name: 'country', type: 'reference', to: ['country'] },
      { name: 'rank', type: 'number', indexed },
    ],
  },
  {
    name: 'article',
    plural: 'articles',
    fields: [
      { name: 'name', type: 'text', indexed },
      { name: 'price', type: 'number', indexed },
      { name: 'released', type: 'date', indexed },
      { name: 'checked', type: 'datetime', indexed },
      { name: 'inStock', type: 'boolean', indexed },
      { name: 'color', type: 'select', options: colors, indexed },
      { name: 'brand', type: 'reference', to: ['brand'], indexed },
      { name: 'cost', type: 'money' },
      { name: 'sizes', type: 'list' },
      { name: 'weight', type: 'number' },
      { name: 'photo', type: 'media' },
    ],
  },
];

/** Starts the site in `data`, or on the PostgreSQL server at this URL. What is there from an earlier run is used again. */
export async function startQuerySite(data: string, server: string | null): Promise<QuerySite> {
  const url = server === null ? null : await databaseOn(server);
  // The same in each run, for the database that stays.
  const key = Buffer.alloc(32, 'bench').toString('base64');
  const environment: Record<string, string> = {
    FRONTDESK_DATA: data,
    ...(url === null ? {} : { DATABASE_URL: url, FRONTDESK_SECRET_KEY: key }),
  };
  const run = url === null ? runOnSqlite(data) : runOnPostgres(url);
  const first = await startService(environment);
  const isThere = (await read(first.port, '/api/v1/types')).toString().includes('"article"');
  if (!isThere) await fill(first, run);
  await first.stop();
  if (!isThere) for (const statement of url === null ? copyOnSqlite : copyOnPostgres) await run(statement);
  // While something else read the tables, as the server's own upkeep does, the first did not reach every row.
  if (url !== null) await run('vacuum analyze');
  return { service: await startService(environment), environment, run };
}

/** `from` is a table or several, with conditions. */
export async function countRows(run: Run, from: string): Promise<number> {
  const [{ count = 0 } = {}] = await run(`select count(*) as "count" from ${from}`);
  return Number(count);
}

async function databaseOn(server: string): Promise<string> {
  const name = `frontdesk_queries_${itemCount}`;
  const address = new URL(server);
  address.pathname = `/${name}`;
  const there = await runOnPostgres(server)(`select 1 as "count" from pg_database where datname = '${name}'`);
  return there.length > 0 ? address.href : createDatabase(server, name);
}

function runOnSqlite(data: string): Run {
  return async (statement) => {
    const database = connect(path.join(data, 'frontdesk.db'), { timeout: 60_000 });
    const prepared = database.prepare(statement);
    const rows = prepared.reader ? prepared.all() : [];
    if (!prepared.reader) prepared.run();
    database.close();
    return rows as { count: number }[];
  };
}

function runOnPostgres(url: string): Run {
  return async (statement) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows;
  };
}

async function fill({ port }: Program, run: Run): Promise<void> {
  process.stderr.write(`${itemCount} items …\n`);
  for (const type of types) await callApi(port, 'POST', '/types', type);
  for (const slug of ['top', 'middle', 'low'])
    await callApi(port, 'POST', '/categories', { name: slug, slug, ...parentOf(slug) });
  // What no request creates without more ado.
  const authors = Array.from({ length: authorCount }, (_, n) => `('${authorId(n)}', 'author-${n}', 'Author ${n}', '')`);
  await run(`insert into "authors" ("id", "slug", "name", "createdAt") values ${authors.join()}`);
  const country = (n: number) => ({ slug: `country-${n}`, title: `Country ${n}`, fields: { code: `C${n}` } });
  const countries = await create(port, 'country', 20, country);
  const brands = await create(port, 'brand', brandCount, (n) => ({
    slug: `brand-${n}`,
    title: `Brand ${n}`,
    fields: { country: countries[n % countries.length], rank: n % 100 },
  }));
  await run(
    `insert into "media" ("id", "title", "alt", "caption", "description", "folder", "private", "searchKey", "createdAt", "updatedAt")
    values ('${photo}', 'Photo', '', '', '', '', 0, 'photo', '', '')`,
  );
  await create(port, 'article', templates, (n) => article(n, brands));
  // Finishes the indexes of the fields.
  while ((await countRows(run, `"jobs" where "task" = 'content.indexFields'`)) > 0) await sleep(500);
}

function parentOf(slug: string): object {
  return slug === 'top' ? {} : { parent: slug === 'low' ? 'middle' : 'top' };
}

async function create(port: number, type: string, count: number, item: (n: number) => object): Promise<string[]> {
  const operations = Array.from({ length: count }, (_, n) => ({ action: 'create', status: 'publish', ...item(n) }));
  type Answer = { results: { id: string }[] };
  const { results } = await callApi<Answer>(port, 'POST', `/content/${type}/bulk`, { operations });
  return results.map(({ id }) => id);
}

const spread = `((n * 7919) % ${itemCount})`;
const numberOf = (slug: string): string => `cast(substr(${slug}, 9) as integer)`;
const isTemplate = `"base"."type" = 'article' and "base"."slug" = 'article-' || `;

/** Copies the items of each number from `templates` on; `columns` differ, by the number `n`. */
function copyItems(numbers: string, columns: Record<string, string>): string {
  const kept = [
    'type',
    'excerpt',
    'excerptIsMade',
    'content',
    'status',
    'menuOrder',
    'authorId',
    'version',
    'createdAt',
    'updatedAt',
    'lastChange',
  ];
  const all = {
    ...Object.fromEntries(kept.map((name) => [name, `"base"."${name}"`])),
    slug: `'article-' || n`,
    title: `'Article ' || ${spread}`,
    titleKey: `'article ' || ${spread}`,
    parentId: `case when n % 2 = 0 then "base"."id" end`,
    ...columns,
  };
  const names = Object.keys(all).map((name) => `"${name}"`);
  return `insert into "items" (${names.join()}) select ${Object.values(all).join()}
    from ${numbers} join "items" as "base" on ${isTemplate} (n % ${templates})`;
}

const copies = `from "items" join "items" as "base" on ${isTemplate} (${numberOf('"items"."slug"')} % ${templates})`;
const areCopies = `"items"."type" = 'article' and "items"."id" like 'item_00%'`;
const copyLinks = [
  `insert into "itemTerms" ("itemId", "termId") select "items"."id", "termId"
    ${copies} join "itemTerms" on "itemTerms"."itemId" = "base"."id" where ${areCopies}`,
  `insert into "itemReferences" ("itemId", "field", "targetId") select "items"."id", "field", "targetId"
    ${copies} join "itemReferences" on "itemReferences"."itemId" = "base"."id" where ${areCopies}`,
];

const timeOnSqlite = `strftime('%Y-%m-%dT%H:%M:%fZ', '2016-01-01', (${spread} * 50) || ' minutes')`;
const copyOnSqlite = [
  copyItems(
    `(with recursive numbers(n) as (values (${templates}) union all select n + 1 from numbers where n < ${itemCount - 1}) select n from numbers)`,
    {
      id: `printf('item_%026d', n)`,
      publishedAt: timeOnSqlite,
      sortDate: timeOnSqlite,
      fields: `case when n % 10 = 0 then json_set("base"."fields", '$.name', 'Name ' || ((n * 31) % ${itemCount}))
        else json_set("base"."fields", '$.name', 'Name ' || ((n * 31) % ${itemCount}), '$.price', (n * 13) % 5000) end`,
      foldedFields: `json_set("base"."foldedFields", '$.name', 'name ' || ((n * 31) % ${itemCount}))`,
    },
  ),
  ...copyLinks,
  `insert into "itemSearchRows" ("itemId") select "id" from "items" where ${areCopies}`,
  `insert into "itemSearch" (rowid, title, excerpt, body)
    select "rowId", "titleKey", '', replace(replace("content", '<p>', ''), '</p>', '')
    from "itemSearchRows" join "items" on "id" = "itemId" where ${areCopies}`,
];

const timeOnPostgres = `to_char(timestamp '2016-01-01' + ${spread} * interval '50 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const nameOnPostgres = (name: string) => `jsonb_build_object('name', '${name} ' || ((n * 31) % ${itemCount}))`;
const copyOnPostgres = [
  [
    // Counting each of so many changes in one transaction takes hours.
    'set session_replication_role = replica',
    'analyze',
    copyItems(`generate_series(${templates}, ${itemCount - 1}) as n`, {
      id: `'item_' || lpad(n::text, 26, '0')`,
      publishedAt: timeOnPostgres,
      sortDate: timeOnPostgres,
      fields: `cast("base"."fields"::jsonb || ${nameOnPostgres('Name')} || case when n % 10 = 0 then '{}' else jsonb_build_object('price', (n * 13) % 5000) end as json)`,
      foldedFields: `cast("base"."foldedFields"::jsonb || ${nameOnPostgres('name')} as json)`,
    }),
    'analyze',
    ...copyLinks,
    `insert into "itemSearch" ("itemId", "document") select "items"."id", "document"
    ${copies} join "itemSearch" on "itemSearch"."itemId" = "base"."id" where ${areCopies}`,
    `delete from "linkedItems"`,
    `insert into "linkedItems" ("toId", "field", "type", "status", "sortDate", "id", "titleKey", "menuOrder")
    select "toId", "field", "type", "status", "sortDate", "id", "titleKey", "menuOrder" from "items" join (
      select "itemId", "termId" as "toId", '' as "field" from "itemTerms"
      union all select "itemId", "targetId", "field" from "itemReferences" where substr("targetId", 1, 5) = 'item_'
    ) as "links" on "itemId" = "id"`,
    `delete from "itemCounts"`,
    `insert into "itemCounts" select "type", "status", count(*) from "items" group by 1, 2`,
  ].join(';'),
  'vacuum analyze',
];

const common = 'harbor lantern copper meadow signal orchard granite ribbon canvas ember voyage pepper willow anchor';
const day = 86_400_000;

/** Values are spread so that neighbors in one order are not neighbors in another. */
function article(n: number, brands: readonly string[]): object {
  const place = (n * 7919) % itemCount;
  const time = Date.UTC(2016, 0, 1) + place * 50 * 60_000;
  return {
    title: `Article ${place}`,
    slug: `article-${n}`,
    content: `<p>${common} block${n % 1000} ${wordOf(n % 2000)}</p>`,
    publishedAt: new Date(time).toISOString(),
    menuOrder: n % 1000,
    tags: [`tag-${n % 100}`, ...(n % 3 === 0 ? ['third'] : []), ...(n === 0 ? ['rare'] : [])],
    categories: [['top', 'middle', 'low'][n % 3]],
    authorId: authorId(n % authorCount),
    fields: {
      name: `Name ${(n * 31) % itemCount}`,
      // Every tenth has none.
      ...(n % 10 === 0 ? {} : { price: (n * 13) % 5000 }),
      released: new Date(Date.UTC(2000, 0, 1) + (n % 8000) * day).toISOString().slice(0, 10),
      checked: new Date(Date.UTC(2020, 0, 1) + ((n * 17) % itemCount) * 60_000).toISOString(),
      inStock: n % 4 !== 0,
      color: colors[n % colors.length],
      brand: brands[n % brands.length],
      cost: { amount: n % 900, currency: 'eur' },
      sizes: [['s', 'm', 'l', 'xl'][n % 4], `size-${n % 500}`],
      weight: n % 977,
      photo,
    },
  };
}

function authorId(n: number): string {
  return `aut_${String(n).padStart(26, '0')}`;
}

/** A word of letters for each number, so that the vocabulary has many. */
function wordOf(n: number): string {
  const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu'];
  return [...String(n).padStart(4, '0')].map((digit) => syllables[Number(digit)]).join('');
}
