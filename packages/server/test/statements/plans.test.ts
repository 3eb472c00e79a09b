// Reads go through indexes, and their order comes from one, where an index can give it.

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { connect } from '../../src/database/sqlite-connection.ts';
import { startContentService } from '../support/content-service.ts';
import { recordStatements, type Statement } from '../support/record-statements.ts';
import { type TestService, testDialect } from '../support/test-service.ts';
import { waitFor } from '../support/wait-for.ts';

const statements: Statement[] = [];
after(recordStatements(statements));

/** Where a scan or a sort is right. */
const allowed: { statement: RegExp; plan: RegExp; because: string }[] = [
  { statement: /from "(postTypes|forms)"/, plan: /SCAN|Seq|TEMP B-TREE|Sort/, because: 'a site has few of them' },
  { statement: /from "files"/, plan: /TEMP B-TREE|Sort/, because: 'a page of submissions has few files' },
  { statement: /from "(contentVersion|typeVersion)"/, plan: /SCAN|Seq/, because: 'they have one row' },
  { statement: /"itemSearch"/, plan: /SCAN|TEMP B-TREE|Sort/, because: 'what was found is sorted' },
  { statement: /string_agg/, plan: /string_agg|Sort/, because: 'an item has few terms' },
  { statement: /"itemTerms"."itemId" from/, plan: /SCAN found/, because: 'the items of a term are a list' },
];

const fields = [
  { name: 'price', type: 'number', indexed: true },
  { name: 'color', type: 'select', options: ['red', 'blue'], indexed: true },
];
const orders = ['title', 'menu_order', 'fields.price', 'fields.color'];

test('reads go through indexes', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  await service.work();
  assert.equal((await request('POST', '/types', { body: { name: 'lamp', plural: 'lamps', fields } })).status, 201);
  const explain = await openExplain(service);
  service.beforeStop(explain.close);
  await waitFor('the indexes of the fields', async () => (await explain.countIndexes()) === 3);
  const form = await request('POST', '/forms', {
    body: { name: 'F', slug: 'f', fields: [{ name: 'email', type: 'email' }] },
  });
  assert.equal(form.status, 201);
  for (let number = 0; number < 12; number++) {
    const item = {
      title: `Lamp ${number}`,
      slug: `lamp-${number}`,
      status: 'publish',
      tags: ['new'],
      categories: ['all'],
    };
    const body = { ...item, fields: { price: number, color: 'red' } };
    assert.equal((await request('POST', '/content/lamps', { body })).status, 201);
    assert.equal((await request('POST', '/forms/f/submit', { body: { email: `a${number}@example.com` } })).status, 200);
  }
  const contact = (await request('GET', '/contacts')).body.items[0].id;
  const faults: string[] = [];
  for (const url of [
    '/content/lamps?limit=3&cursor=',
    '/content/lamps?limit=3&offset=5',
    '/content/lamps?limit=3&status=draft',
    '/content/lamps?limit=3&search=lamp',
    '/content/lamps?limit=3&search=lamp&orderBy=relevance',
    ...['asc', 'desc'].flatMap((order) =>
      orders.map((by) => `/content/lamps?limit=3&cursor=&orderBy=${by}&order=${order}`),
    ),
    '/content/lamps?limit=3&cursor=&orderBy=fields.price&fields[price][gte]=5',
    '/content/lamps?limit=3&orderBy=fields.color&fields[color]=red',
    '/content/lamps/lamp-3',
    '/types',
    '/types/lamp',
    '/forms?limit=3',
    '/forms/f',
    '/forms/f/submissions?limit=3',
    '/contacts?limit=3',
    `/contacts/${contact}`,
    '/invoices?limit=3',
    '/payments?limit=3',
    '/deliveries?limit=3',
  ]) {
    statements.length = 0;
    const first = await request('GET', url);
    assert.equal(first.status, 200, `${url}: ${first.text}`);
    if (first.body.nextCursor) await request('GET', url.replace('cursor=', `cursor=${first.body.nextCursor}`));
    for (const statement of statements.splice(0)) {
      if (!/^select/i.test(statement.sql)) continue;
      for (const line of await explain.plan(statement)) {
        const isAllowed = allowed.some((one) => one.statement.test(statement.sql) && one.plan.test(line));
        if (explain.isFault(line) && !isAllowed) faults.push(`${url}: ${line.trim()} in ${statement.sql}`);
      }
    }
  }
  assert.deepEqual(faults, []);
});

type Explain = {
  plan(statement: Statement): Promise<string[]>;
  /** Whether a line of a plan says that a table is read whole, or sorted. */
  isFault(line: string): boolean;
  countIndexes(): Promise<number>;
  close(): Promise<void>;
};

async function openExplain({ config }: TestService): Promise<Explain> {
  if (config.databaseUrl !== null) return openPostgresExplain(config.databaseUrl);
  assert.equal(testDialect, 'sqlite');
  const connection = connect(path.join(config.dataFolder, 'frontdesk.db'), { readonly: true });
  return {
    async plan({ sql, parameters }) {
      const rows = connection.prepare(`explain query plan ${sql}`).all(parameters) as { detail: string }[];
      statements.length = 0;
      return rows.map(({ detail }) => detail);
    },
    // Counting reads a whole index, and pages begin at one end of it.
    isFault: (line) => /^SCAN (?!.*USING (COVERING )?INDEX)|TEMP B-TREE FOR ORDER BY/.test(line),
    async countIndexes() {
      return connection.prepare(`select 1 from sqlite_master where name like 'itemsField%'`).all().length;
    },
    close: async () => void connection.close(),
  };
}

/** With few rows, PostgreSQL prefers to read them all, unless that seems to cost a lot. */
async function openPostgresExplain(url: string): Promise<Explain> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set enable_seqscan = off; set enable_sort = off');
  return {
    async plan({ sql, parameters }) {
      const { rows } = await client.query(`explain ${sql}`, [...parameters]);
      return rows.map((row) => row['QUERY PLAN']);
    },
    isFault: (line) => /Seq Scan|Sort Key/.test(line),
    async countIndexes() {
      return (await client.query(`select 1 from pg_indexes where indexname like 'itemsField%'`)).rows.length;
    },
    close: () => client.end(),
  };
}
