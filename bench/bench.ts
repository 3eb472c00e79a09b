// npm run bench: compares the service with what this machine can do at most, as ratios within the same run.
//   list of 20    against a bare node:http server that sends the same bytes
//   submissions   durable, one subscriber, against a bare loop that inserts and commits one row at a time
// Ratios can be compared between machines; absolute times cannot. It uses 127.0.0.1 only and ends by itself.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type LoadResult, requestText, sendLoad } from './load.ts';
import { callApi, folder, startProgram, startService, token } from './programs.ts';

const items = 2000;

await run();
process.exit(0);

async function run(): Promise<void> {
  const { port } = await startService();
  await fill(port);
  const sample = await fetch(`http://127.0.0.1:${port}/api/v1/content/product?limit=20`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { port: bare } = await startProgram(['bench/bare-server.ts', await sample.text()]);

  const list = (n: string): string =>
    requestText('GET', `/api/v1/content/product?limit=20${n}`, { authorization: `Bearer ${token}` });
  const reads = { connections: 16, requests: 40_000, maxMs: 6000 };
  await sendLoad({ ...reads, port, requests: 3000, request: () => list('') });
  const bound = await sendLoad({ ...reads, port: bare, request: () => list('') });
  const repeated = await sendLoad({ ...reads, port, request: () => list('') });
  const fresh = await sendLoad({ ...reads, port, requests: 10_000, request: (n) => list(newQuery(n)) });

  const inserts = await measureInserts();
  const receiver = await startReceiver();
  const formId = await makeForm(port, receiver.url);
  const submit = (n: number): string =>
    requestText(
      'POST',
      `/api/v1/forms/${formId}/submit`,
      { 'content-type': 'application/json' },
      JSON.stringify({ name: `Person ${n}`, email: `p${n}@example.com` }),
    );
  const writes = await sendLoad({ port, connections: 64, requests: 6000, maxMs: 10_000, request: submit });
  const deliveries = await receiver.allArrived(writes.count);

  console.table({
    'bare node:http, same bytes': row(bound, 1),
    'list of 20, repeated': row(repeated, repeated.perSecond / bound.perSecond),
    'list of 20, first time': row(fresh, fresh.perSecond / bound.perSecond),
    'bare insert loop, one commit each': { perSecond: Math.round(inserts), ratio: 1 },
    'durable submissions, one subscriber': row(writes, writes.perSecond / inserts),
  });
  console.log(`Deliveries: ${deliveries}.`);
}

/** A different query for each n: page, order and direction. */
function newQuery(n: number): string {
  const orderBy = ['date', 'title', 'menu_order'][n % 3];
  const order = ['asc', 'desc'][Math.floor(n / 3) % 2];
  return `&orderBy=${orderBy}&order=${order}&offset=${Math.floor(n / 6) % (items - 20)}`;
}

function row(result: LoadResult, ratio: number): object {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    perSecond: Math.round(result.perSecond),
    p50Ms: round(result.p50Ms),
    p99Ms: round(result.p99Ms),
    failures: result.failures,
    ratio: round(ratio),
  };
}

async function fill(port: number): Promise<void> {
  for (let n = 0; n < items; n += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        callApi(port, 'POST', '/content/product', {
          title: `Product ${n + index}`,
          content: `<p>About product ${n + index}, with a sentence or two that people read.</p>`,
          status: 'publish',
          fields: { price: n + index, sku: `SKU-${n + index}` },
        }),
      ),
    );
  }
}

async function makeForm(port: number, url: string): Promise<string> {
  const fields = [
    { name: 'name', type: 'text', label: 'Name', required: true },
    { name: 'email', type: 'email', label: 'E-mail', required: true },
  ];
  const { id } = await callApi(port, 'POST', '/forms', { name: 'Bench', slug: 'bench', public: true, fields });
  await callApi(port, 'POST', `/forms/${id}/webhooks`, { url, events: ['submitted'] });
  return id;
}

/** Inserts rows one by one, each with a durable commit, as a simple service would do. */
async function measureInserts(): Promise<number> {
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(path.join(folder, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table submissions (id text primary key, data text)');
  const insert = database.prepare('insert into submissions values (?, ?)');
  const startedAt = performance.now();
  let rows = 0;
  while (performance.now() - startedAt < 2000)
    insert.run(`sub_${rows++}`, JSON.stringify({ name: `Person ${rows}`, email: `p${rows}@example.com` }));
  database.close();
  return rows / ((performance.now() - startedAt) / 1000);
}

async function startReceiver(): Promise<{ url: string; allArrived(count: number): Promise<string> }> {
  const ids = new Set<unknown>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      ids.add(request.headers['webhook-id']);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async allArrived(count) {
      const startedAt = performance.now();
      while (ids.size < count && performance.now() - startedAt < 60_000)
        await new Promise((resolve) => setTimeout(resolve, 20));
      server.close();
      return ids.size >= count
        ? `all ${count} arrived, ${Math.round(performance.now() - startedAt)} ms after the last submission`
        : `FAILED, only ${ids.size} of ${count} arrived within a minute`;
    },
  };
}
