// Several processes on one database: here several services, which share nothing else.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startNode } from '../../test/support/nodes.ts';
import { recordStatements } from '../../test/support/record-statements.ts';
import { ownerPassword, setUpOwner } from '../../test/support/sign-in.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { startTestService } from '../../test/support/test-service.ts';
import type { Service } from '../service.ts';
import { limitTasks } from './limit-counts.ts';

async function startThree(t: TestContext) {
  const service = await startTestService(t, { rateLimits: true, trustProxy: ['127.0.0.1'] });
  const nodes: Service[] = [service, await startNode(service), await startNode(service)];
  return { service, nodes };
}

type Sent = { status: number; json: () => { code: string; errors?: { detail: string }[] } };

async function post(node: Service | undefined, url: string, address: string, payload: object): Promise<Sent> {
  const headers = { 'x-forwarded-for': address };
  const answer = await (node as Service).app.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload });
  return { status: answer.statusCode, json: () => answer.json() };
}

const signIn = async (node: Service | undefined, address: string, password = 'wrong wrong') =>
  (await post(node, '/sessions', address, { email: 'olga@example.com', password })).status;

test('an attacker has as many guesses at three processes as at one, even all at once, and after a restart', async (t) => {
  const { service, nodes } = await startThree(t);
  await setUpOwner(service);
  const statuses = await Promise.all(Array.from({ length: 12 }, (_, at) => signIn(nodes[at % 3], '203.0.113.1')));
  assert.equal(statuses.filter((status) => status === 401).length, 5, String(statuses));
  assert.equal(statuses.filter((status) => status === 429).length, 7);
  assert.equal(await signIn(await startNode(service), '203.0.113.1', ownerPassword), 429, 'after a restart');
  assert.equal(await signIn(nodes[2], '198.51.100.7', ownerPassword), 201, 'others are not affected');
  const rows = JSON.stringify(await service.context.db.selectFrom('limitCounts').selectAll().execute());
  assert.doesNotMatch(rows, /203\.0|olga/, 'what is stored says nothing about people');
});

test('a success at one process ends the delays at the others', async (t) => {
  const { service, nodes } = await startThree(t);
  await setUpOwner(service);
  for (let n = 0; n < 4; n++) assert.equal(await signIn(nodes[n % 3], '203.0.113.1'), 401);
  assert.equal(await signIn(nodes[1], '203.0.113.1', ownerPassword), 201);
  for (let n = 0; n < 5; n++) assert.equal(await signIn(nodes[n % 3], '203.0.113.1'), 401);
  assert.equal(await signIn(nodes[2], '203.0.113.1'), 429);
});

test('a flood of rejected attempts runs no statements', async (t) => {
  const statements = recordStatements(t);
  const { service, nodes } = await startThree(t);
  await setUpOwner(service);
  for (let n = 0; n < 6; n++) await signIn(nodes[0], '203.0.113.1');
  statements.length = 0;
  for (let n = 0; n < 10; n++) assert.equal(await signIn(nodes[0], '203.0.113.1'), 429);
  assert.deepEqual(
    statements.filter(({ sql }) => /limitCounts/.test(sql)),
    [],
  );
});

test('discount codes are guessed ten times at all processes together, and a right one is not counted', async (t) => {
  const statements = recordStatements(t);
  const { service, nodes } = await startThree(t);
  const options = [{ value: 'full', label: 'Full price', amount: 5000 }];
  const order = {
    currency: 'EUR',
    discountCodes: true,
    lines: [{ name: 'ticket', type: 'choice', label: 'Ticket', options }],
  };
  const fields = [
    { name: 'email', type: 'email' },
    { name: 'tickets', type: 'payment', label: 'Tickets', ...order },
  ];
  const form = await service.request('POST', '/forms', { body: { name: 'Fair', slug: 'fair', fields } });
  assert.equal(form.status, 201, form.text);
  const discount = await service.request('POST', '/forms/fair/discounts', {
    body: { code: 'FRIENDS', percentOff: 20 },
  });
  assert.equal(discount.status, 201, discount.text);
  const lines = [{ line: 'ticket', option: 'full', quantity: 1 }];
  const quote = (at: number, discountCode: string, address = '203.0.113.1') =>
    post(nodes[at % 3], '/forms/fair/quote', address, { tickets: { lines, discountCode } });
  for (let n = 0; n < 12; n++) assert.equal((await quote(n, 'FRIENDS')).status, 200);
  const guesses = await Promise.all(Array.from({ length: 15 }, (_, at) => quote(at, `GUESS${at}`)));
  const details = guesses.map((answer) => answer.json().errors?.[0]?.detail ?? '');
  assert.equal(details.filter((detail) => /not valid$/.test(detail)).length, 10);
  assert.equal(details.filter((detail) => /too many/.test(detail)).length, 5);
  assert.equal((await quote(1, 'FRIENDS', '198.51.100.7')).status, 200);

  statements.length = 0;
  assert.equal((await quote(1, 'FRIENDS')).status, 200);
  assert.deepEqual(
    statements.filter(({ sql }) => /limitCounts/.test(sql)),
    [],
    'a known right code costs nothing',
  );
});

const shared = { skip: testDialect === 'postgres' ? false : 'one process serves SQLite' };

test('a visitor who sends forms to all processes gains at most a tenth at each', shared, async (t) => {
  const { service, nodes } = await startThree(t);
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  assert.equal((await service.request('POST', '/forms', { body: { name: 'Contact', fields } })).status, 201);
  const submit = async (at: number, address: string) =>
    (await post(nodes[at % 3], '/forms/contact/submit', address, { email: 'ada@example.com' })).status;
  const one = await Promise.all(Array.from({ length: 60 }, (_, at) => submit(at, '2001:db8:1:2::1')));
  const accepted = one.filter((status) => status === 200).length;
  assert.ok(accepted >= 30 && accepted <= 36, `${accepted} of 60`);
  assert.equal(await submit(0, '2001:db8:1:2:ffff::9'), 429, 'of the same network');
  assert.equal(await submit(0, '2001:db8:1:3::1'), 200);
  service.advance(60_000);
  assert.equal(await submit(1, '2001:db8:1:2::1'), 200, 'in the next minute');
});

test('what is shared of requests costs a statement for each tenth of the limit', shared, async (t) => {
  const statements = recordStatements(t);
  const { service, nodes } = await startThree(t);
  const read = () =>
    nodes[1]?.app.inject({ url: '/api/v1/tokens', headers: { authorization: `Bearer ${service.token}` } });
  await read();
  statements.length = 0;
  for (let n = 0; n < 598; n++) await read();
  assert.equal(statements.filter(({ sql }) => /limitCounts/.test(sql)).length, 0);
  await read();
  assert.equal(statements.filter(({ sql }) => /limitCounts/.test(sql)).length, 1);
});

test('limits of a time when the clock was years ahead end with it', async (t) => {
  const { service, nodes } = await startThree(t);
  await setUpOwner(service);
  const yearsMs = 9 * 365 * 86_400_000;
  service.advance(yearsMs);
  for (let n = 0; n < 6; n++) await signIn(nodes[0], '203.0.113.1');
  const submit = async (at: number) =>
    (await post(nodes[at % 3], '/forms/contact/submit', '203.0.113.1', { email: 'ada@example.com' })).status;
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  assert.equal((await service.request('POST', '/forms', { body: { name: 'Contact', fields } })).status, 201);
  for (let n = 0; n < 31; n++) await submit(0);
  assert.equal(await submit(0), 429);
  service.advance(-yearsMs);
  assert.equal(await signIn(nodes[1], '203.0.113.1', ownerPassword), 201);
  for (let n = 0; n < 29; n++) assert.equal(await submit(n), 200);
});

test('counts are deleted when they no longer matter', async (t) => {
  const { service, nodes } = await startThree(t);
  await setUpOwner(service);
  await signIn(nodes[0], '203.0.113.1');
  const count = async () => (await service.context.db.selectFrom('limitCounts').selectAll().execute()).length;
  const forget = () => limitTasks['limits.forgetCounts']?.run(service.context, {} as never, {} as never);
  service.advance(16 * 60_000);
  await forget();
  assert.equal(await count(), 2, 'the account for an hour, the place for a day');
  service.advance(24 * 3_600_000);
  await forget();
  assert.equal(await count(), 0);
});
