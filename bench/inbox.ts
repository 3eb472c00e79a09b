// npm run bench:inbox: reads the inbox and the summary of a form with 100,000 submissions. Each read follows a write, so that no
// response has been kept, and says how long the thread of the event loop was busy (only on Linux) in all and at most before it
// responded to another request, and when the first byte came.
//
//   npm run bench:inbox                       SQLite
//   npm run bench:inbox -- --postgres         a PostgreSQL of its own

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect } from '../packages/server/src/database/sqlite-connection.ts';
import { startOwnPostgres } from '../packages/server/test/support/postgres.ts';
import { callApi, folder, read, startService, token } from './programs.ts';

const submissionCount = 100_000;
const rounds = 5;
const goals = { 'before another ms': 50, 'first byte ms': 300 };

const fields = [
  { name: 'name', type: 'text' },
  { name: 'email', type: 'email' },
  { name: 'message', type: 'textarea' },
  { name: 'color', type: 'select', options: ['red', 'blue', 'green'] },
  { name: 'topics', type: 'multiselect', options: ['sea', 'city', 'food'] },
  { name: 'vip', type: 'boolean' },
  { name: 'guests', type: 'integer' },
  { name: 'stars', type: 'rating' },
  { name: 'height', type: 'number' },
];
const message = 'Do you have a table for us on Saturday? '.repeat(5);
const answers = {
  ...{ name: 'Ada Stone 1', email: 'ada1@example.com', message, color: 'red', topics: ['sea', 'food'] },
  ...{ vip: true, guests: 4, stars: 5, height: 181.5 },
};

/** Copies the one submission, every 25 seconds back in time: 29 days. Every seventh is open. */
const differing = (minus: string, number: string, pick: string): Record<string, string> => ({
  id: `'sub_x' || n`,
  createdAt: minus,
  updatedAt: minus,
  searchText: `replace("searchText", 'stone 1', 'stone ' || n)`,
  data: `replace(replace(replace(replace(cast("data" as text), 'Stone 1', 'Stone ' || n), '"guests":4', '"guests":' || ${number}), '"color":"red"', '"color":"' || ${pick} || '"'), '181.5', '' || (n % 997))`,
  progress: `case when n % 7 = 0 then 'new' else 'done' end`,
  unread: 'case when n % 70 = 0 then 1 else 0 end',
  starred: 'case when n % 100 = 0 then 1 else 0 end',
});

const copy = (names: readonly string[], columns: Record<string, string>, numbers: string): string =>
  `insert into "submissions" (${names.map((name) => `"${name}"`).join()})
    select ${names.map((name) => columns[name] ?? `"${name}"`).join()} from "submissions", ${numbers}`;

async function copyOnSqlite(data: string): Promise<void> {
  const database = connect(path.join(data, 'frontdesk.db'), { timeout: 60_000 });
  const names = (database.pragma('table_info("submissions")') as { name: string }[]).map(({ name }) => name);
  const columns = differing(
    `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (n * 25) || ' seconds')`,
    '(n % 40)',
    `case n % 3 when 0 then 'red' when 1 then 'blue' else 'green' end`,
  );
  const numbers = `(with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < ${submissionCount}) select n from numbers)`;
  database.exec(copy(names, columns, numbers));
  database.close();
}

async function copyOnPostgres(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns where table_name = 'submissions' and table_schema = current_schema()`,
  );
  const columns = differing(
    `to_char((now() - n * interval '25 seconds') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    '(n % 40)',
    `(array['red', 'blue', 'green'])[1 + n % 3]`,
  );
  const names = rows.map(({ name }) => name);
  columns.data = `(${columns.data})::${rows.find(({ name }) => name === 'data')?.type}`;
  await client.query(copy(names, columns, `generate_series(2, ${submissionCount}) as n`));
  await client.query('vacuum analyze');
  await client.end();
}

const reads = (cursor: string): Record<string, string> => ({
  'first page, open': '/submissions?limit=20&progress=open',
  'first page, all': '/submissions?limit=20',
  'first page, all, total=false': '/submissions?limit=20&total=false',
  'page behind a cursor': `/submissions?limit=20&total=false&cursor=${cursor}`,
  'offset of 50,000': '/submissions?limit=20&offset=50000',
  'unread, starred': '/submissions?limit=20&unread=true&starred=true',
  'count of unread': '/submissions/unread',
  'one form': '/submissions?limit=20&form=big',
  "list of the form's own": '/forms/big/submissions?limit=20',
  'answer, a third matches': '/submissions?limit=20&form=big&answers[color]=red',
  'answer, 2,500 match': '/submissions?limit=20&form=big&answers[guests][gte]=39',
  'answer contains, few match': '/submissions?limit=20&form=big&answers[name][contains]=Stone 9999',
  'search, few match': '/submissions?limit=20&search=stone 9999',
  'search, none matches': '/submissions?limit=20&search=nowhere',
  'forms with counts': '/forms?limit=20',
  summary: '/forms/big/summary',
  'export as CSV': '/submissions.csv',
  'export as XLSX': '/submissions.xlsx',
  'export as NDJSON': '/submissions.ndjson',
});

const { values: options } = parseArgs({ options: { postgres: { type: 'boolean', default: false } } });
const postgres = options.postgres ? await startOwnPostgres({ shared_buffers: '256MB' }) : null;
const environment = { FRONTDESK_DATA: folder, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
const first = await startService(environment);
await callApi(first.port, 'POST', '/forms', { name: 'Big', slug: 'big', fields, settings: { spam: { level: 'off' } } });
await callApi(first.port, 'POST', '/forms/big/submit', answers);
await first.stop();
await (postgres ? copyOnPostgres(postgres.url) : copyOnSqlite(folder));
const service = await startService(environment);

const page = JSON.parse((await read(service.port, '/api/v1/submissions?limit=1&offset=50000')).toString());
const results: Record<string, object> = {};
for (const [name, url] of Object.entries(reads(page.nextCursor))) {
  const measured = { busy: [] as number[], wait: [] as number[], firstByte: [] as number[], all: [] as number[] };
  for (let round = 0; round < (url.includes('submissions.') ? 1 : rounds); round++) {
    await callApi(service.port, 'PATCH', `/submissions/${page.items[0].id}`, { starred: round % 2 === 0 });
    const others = sendOthers();
    const before = await mainThreadMs(service.pid);
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${url}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    measured.firstByte.push(performance.now() - startedAt);
    await response.arrayBuffer();
    measured.all.push(performance.now() - startedAt);
    measured.busy.push((await mainThreadMs(service.pid)) - before);
    measured.wait.push(await others.stop());
  }
  const result = {
    'event loop ms': median(measured.busy),
    'before another ms': median(measured.wait),
    'first byte ms': median(measured.firstByte),
    'whole response ms': median(measured.all),
  };
  const isOver =
    result['before another ms'] > goals['before another ms'] || result['first byte ms'] > goals['first byte ms'];
  results[name] = { ...result, '': isOver ? 'over the goal' : '' };
  process.stderr.write(`${name}: ${JSON.stringify(results[name])}\n`);
}
console.log(`${submissionCount.toLocaleString('en')} submissions on ${postgres ? 'PostgreSQL' : 'SQLite'}`);
console.table(results);
await service.stop();
await postgres?.stop();
process.exit(0);

/** Sends small requests one after another. `stop` returns the most processor time of the event loop during one of them. */
function sendOthers(): { stop(): Promise<number> } {
  let isRunning = true;
  const run = async (): Promise<number> => {
    let longest = 0;
    while (isRunning) {
      const before = await mainThreadMs(service.pid);
      await read(service.port, '/healthz');
      longest = Math.max(longest, (await mainThreadMs(service.pid)) - before);
    }
    return longest;
  };
  const running = run();
  return {
    stop: () => {
      isRunning = false;
      return running;
    },
  };
}

/** The processor time of the process's first thread, in which the event loop runs; 0 where only Linux would say. */
async function mainThreadMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]) / 1e6;
}

function median(values: readonly number[]): number {
  return Math.round((values.toSorted((a, b) => a - b)[values.length >> 1] as number) * 10) / 10;
}
