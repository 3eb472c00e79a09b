// Freezes a real process, as a host that is suspended does, until PostgreSQL has ended its transactions and its leases have
// expired.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { createDatabase, startOwnPostgres } from '../support/postgres.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const form = {
  name: 'Contact',
  slug: 'frozen',
  public: true,
  fields: [{ name: 'email', type: 'email', label: 'Email', required: true }],
};
const keys = ['a', 'b', 'c'];

/** A receiver that responds to nothing until it is opened. */
async function startClosedReceiver(t: TestContext) {
  const arrived: string[] = [];
  const held: ServerResponse[] = [];
  let isOpen = false;
  const server = createServer((request, response) => {
    request.resume();
    arrived.push(String(request.headers['webhook-id']));
    if (isOpen) response.end();
    else held.push(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrived,
    open() {
      isOpen = true;
      for (const response of held) response.end();
    },
  };
}

test('frozen in the middle of its work and continued, the service answers all requests, and loses and doubles nothing', async (t) => {
  const postgres = await startOwnPostgres();
  t.after(() => postgres.stop());
  const database = await createDatabase(postgres.url, 'frozen');
  const server = await startServerProcess(t, { DATABASE_URL: database });
  const receiver = await startClosedReceiver(t);
  const client = new pg.Client({ connectionString: database });
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  const ask = async (query: string) => (await client.query(query)).rows;
  const submit = (key: string) =>
    server.request('POST', '/forms/frozen/submit', { email: `${key}@example.com` }, { 'idempotency-key': key });

  assert.equal((await server.request('POST', '/forms', form)).status, 201);
  await server.request('POST', '/forms/frozen/webhooks', { url: receiver.url, events: ['submitted'] });
  assert.equal((await submit('first')).status, 200);
  await waitFor('the first delivery', () => receiver.arrived.length === 1);

  await client.query('begin');
  await client.query('select from forms for update');
  const answers = keys.map(submit);
  const waiting = `select pid from pg_stat_activity where datname = 'frozen' and wait_event_type = 'Lock'`;
  await waitFor('the submissions to wait', async () => (await ask(waiting)).length === keys.length);
  const pids = (await ask(waiting)).map(({ pid }) => pid).join();
  server.freeze();
  receiver.open();
  await client.query('commit');
  const isOver = async () =>
    (await ask(`select from pg_stat_activity where pid in (${pids})`)).length === 0 &&
    (await ask(`select from jobs where "lockedUntil" >= '${new Date().toISOString()}'`)).length === 0;
  await waitFor('the transactions and leases to end', isOver, 60_000);
  server.goOn();

  for (const { status, body, headers } of await Promise.all(answers)) {
    if (status === 200) continue;
    assert.equal(body.code, 'store_unavailable', JSON.stringify(body));
    assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  }
  for (const key of keys) await waitFor(`submission ${key}`, async () => (await submit(key)).status === 200);
  const { total } = (await server.request('GET', '/forms/frozen/submissions?limit=1')).body;
  assert.equal(total, keys.length + 1);
  await waitFor(
    'the deliveries to be recorded',
    async () => (await server.request('GET', '/deliveries?status=delivered&limit=1')).body.total === total,
    60_000,
  );
  await waitFor(
    'the jobs to end',
    async () => (await ask(`select from jobs where task = 'webhooks.deliver'`)).length === 0,
  );
  assert.doesNotMatch(server.output(), /syntax error/);
  assert.equal(new Set(receiver.arrived).size, total);
  // A machine that is busy may freeze it for longer than a delivery may take; then it is sent again, as another attempt.
  const [{ attempts }] = await ask('select sum(attempts)::integer as attempts from deliveries');
  assert.equal(receiver.arrived.length, attempts, 'each attempt arrived once');
});
