// Kills nodes and databases again and again while many issue invoices and credit notes: the numbers have no gap and none is there twice,
// what was confirmed is stored, and what is sent again with the same key is done once.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type NodeAnswer, requestAt, startCluster } from '../support/cluster.ts';
import { seller } from '../support/invoicing.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

/** How often each node and database in the list of a test is killed. */
const rounds = Number(process.env.NUMBERED_INVOICES_ROUNDS ?? 2);
const clients = 50;
/** How much must succeed between two kills. */
const progress = 40;

type Send = (method: string, url: string, body?: unknown, key?: string) => Promise<NodeAnswer>;
type Confirmed = { url: string; body: unknown; key: string; answer: NodeAnswer };
type Kill = () => Promise<void>;

/** Sends the same request with the same key, until a response says what became of it. */
async function persist(send: Send, url: string, body: unknown, key: string): Promise<Confirmed> {
  const answer = await waitFor(
    key,
    async () => {
      const answer = await send('POST', url, body, key).catch(() => null);
      return answer === null || answer.status >= 500 || answer.body.code === 'request_in_progress' ? null : answer;
    },
    120_000,
  );
  assert.ok(answer.status < 300, `${url} ${answer.status} ${JSON.stringify(answer.body)}`);
  return { url, body, key, answer };
}

/** Creates, issues and credits invoices one after the other, until it is stopped. */
async function keepIssuing(send: Send, name: string, isStopped: () => boolean, confirmed: Confirmed[]): Promise<void> {
  const post = async (url: string, body: unknown, key: string): Promise<NodeAnswer['body']> => {
    const one = await persist(send, url, body, `${name}-${key}`);
    confirmed.push(one);
    return one.answer.body;
  };
  for (let n = 0; !isStopped(); n++) {
    // Every other invoice is issued by its creation.
    const status = n % 2 === 0 ? 'draft' : 'open';
    const lines = [{ description: `Trip ${n}`, unitAmount: 5000 }];
    const { id } = await post('/invoices', { currency: 'eur', lines, status }, `${n}`);
    if (status === 'draft') await post(`/invoices/${id}/issue`, undefined, `${n}-issue`);
    if (n % 3 === 0) await post(`/invoices/${id}/credit-notes`, { amount: 100 }, `${n}-credit`);
  }
}

/** Lets clients issue until every kill was done as often as there are rounds, and says what was confirmed to them. */
async function issueWhile(send: Send, kills: readonly Kill[]): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = [];
  let isStopped = false;
  const working = Promise.all(
    Array.from({ length: clients }, (_, n) => keepIssuing(send, `client-${n}`, () => isStopped, confirmed)),
  );
  const killing = async (): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      for (const kill of kills) {
        const before = confirmed.length;
        await waitFor('some responses', () => confirmed.length >= before + progress, 120_000);
        await kill();
      }
    }
    isStopped = true;
  };
  await Promise.all([
    working,
    killing().finally(() => {
      isStopped = true;
    }),
  ]);
  return confirmed;
}

type Numbered = { id: string; number: string; issuedAt: string; issueDay: string; amount: number };

async function listAll(send: Send, url: string): Promise<Numbered[]> {
  const items: Numbered[] = [];
  for (let offset = 0; ; offset += 100) {
    const { body } = await send('GET', `${url}?sort=number&limit=100&offset=${offset}`);
    items.push(...body.items);
    if (items.length >= body.total) return items;
  }
}

const positionOf = ({ number }: Numbered): number => Number(number.slice(number.lastIndexOf('-') + 1));

function assertSeries(records: readonly Numbered[]): void {
  const sorted = records.toSorted((a, b) => positionOf(a) - positionOf(b));
  assert.deepEqual(
    sorted.map(positionOf),
    sorted.map((_, at) => at + 1),
    'without a gap, and none twice',
  );
  for (const name of ['issuedAt', 'issueDay'] as const) {
    const values = sorted.map((record) => record[name]);
    assert.deepEqual(values, values.toSorted(), `${name} in the order of the numbers`);
  }
}

/** Checks that all that was confirmed is stored, once, and that to send it again makes nothing. */
async function assertWhole(t: TestContext, send: Send, confirmed: readonly Confirmed[]): Promise<void> {
  const stored = { invoices: await listAll(send, '/invoices'), notes: await listAll(send, '/credit-notes') };
  const idsOf = (end: RegExp) =>
    confirmed.filter(({ url }) => end.test(url)).map(({ answer }) => answer.body.id as string);
  const sorted = (records: readonly Numbered[]) => records.map(({ id }) => id).sort();
  assert.deepEqual(sorted(stored.invoices), idsOf(/^\/invoices$/).sort());
  assert.deepEqual(sorted(stored.notes), idsOf(/credit-notes$/).sort());
  assertSeries(stored.invoices);
  assertSeries(stored.notes);
  const known = new Map([...stored.invoices, ...stored.notes].map((record) => [record.id, record]));
  for (const { answer, url } of confirmed) {
    const { id, number, issuedAt } = answer.body;
    if (number === null) continue;
    assert.deepEqual([known.get(id)?.number, known.get(id)?.issuedAt], [number, issuedAt], url);
  }
  for (const { url, body, key, answer } of confirmed.filter((_, at) => at % 10 === 0)) {
    const again = await persist(send, url, body, key);
    assert.deepEqual(again.answer.body, answer.body, key);
  }
  assert.equal((await send('GET', '/invoices?limit=1')).body.total, stored.invoices.length);
  assert.equal((await send('GET', '/credit-notes?limit=1')).body.total, stored.notes.length);
  t.diagnostic(`${stored.invoices.length} invoices and ${stored.notes.length} credit notes`);
}

const sendTo =
  (origin: string, token: string): Send =>
  (method, url, body, key) =>
    requestAt(origin, method, url, body, {
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    });

const startSelling = async (send: Send): Promise<void> => {
  const { status, body } = await send('PATCH', '/settings', { invoicing: { seller } });
  assert.equal(status, 200, JSON.stringify(body));
};

test('three nodes and their PostgreSQL are killed while many issue: every number is there once', async (t) => {
  const { postgres, balancer, startNode } = await startCluster(t, { FRONTDESK_RATE_LIMITS: 'off' });
  const nodes = await Promise.all([startNode(), startNode(), startNode()]);
  const send = sendTo(balancer.origin, nodes[0].token);
  await startSelling(send);
  let next = 0;
  const killNode = async (): Promise<void> => {
    const node = nodes[next++ % nodes.length] as (typeof nodes)[number];
    await node.kill();
    await node.start();
  };
  const killPostgres = async (): Promise<void> => {
    await postgres.crash();
    await postgres.restart();
  };
  await assertWhole(t, send, await issueWhile(send, [killNode, killPostgres]));
});

test('a node on SQLite is killed while many issue: every number is there once', async (t) => {
  const node = await startServerProcess(t);
  const send = sendTo(node.origin, node.token);
  await startSelling(send);
  const kill = async (): Promise<void> => {
    await node.kill();
    await node.start();
  };
  await assertWhole(t, send, await issueWhile(send, [kill]));
});
