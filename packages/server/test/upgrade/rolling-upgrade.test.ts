// A rolling upgrade: nodes of one version, on one PostgreSQL and one folder of files, are replaced one by one by those of the next while
// visitors and users go on through a balancer. They are the version before and today's, or today's and a made-up next one if there is no
// version before. `UPGRADED_NODES=3` makes it a long run.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { authorization, cookieFrom, type NodeAnswer, requestAt, startCluster } from '../support/cluster.ts';
import { startReceiver } from '../support/receiver.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { testDialect } from '../support/test-dialect.ts';
import { waitFor } from '../support/wait-for.ts';
import { fixtures, nextVersion, previousCode } from './fixtures.ts';

const owner = { siteName: 'Harbour', name: 'Olga', email: 'olga@example.com', password: 'a long enough pass phrase' };
const nodeCount = Number(process.env.UPGRADED_NODES ?? 2);
/** How much is done before and after each step. */
const between = 6 * nodeCount;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

test('nodes are upgraded one by one: all that was acknowledged is there once, and no one has to sign in again', {
  skip: testDialect === 'postgres',
}, async (t) => {
  const home = await mkdtemp(path.join(tmpdir(), 'frontdesk-rolling-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const { balancer, startNode } = await startCluster(t, { FRONTDESK_DATA: path.join(home, 'data') });
  const newest = fixtures().at(-1);
  const [previous, following] = newest ? [[await previousCode(t, newest)], undefined] : [undefined, nextVersion];
  const first = await startNode(previous);
  const old = [first, ...(await Promise.all(Array.from({ length: nodeCount - 1 }, () => startNode(previous))))];
  const send = (method: string, url: string, body?: unknown, headers?: Record<string, string>) =>
    requestAt(balancer.origin, method, url, body, headers);
  /** As a client does: again while a node stops. */
  const persist = async (
    method: string,
    url: string,
    makeBody: () => unknown,
    headers: Record<string, string>,
  ): Promise<NodeAnswer> => {
    let answer = await send(method, url, makeBody(), headers);
    const mayRepeat = (): boolean => [502, 503].includes(answer.status) || answer.body.code === 'request_in_progress';
    for (let tries = 1; mayRepeat() && tries < 500; tries++) answer = await send(method, url, makeBody(), headers);
    return answer;
  };
  const write = async (method: string, url: string, makeBody: () => unknown, key: string, status: number) => {
    const answer = await persist(method, url, makeBody, { authorization, 'idempotency-key': key });
    assert.equal(answer.status, status, `${url} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const code = new URL(await (old.at(-1) as ServerProcess).setupLink()).searchParams.get('code');
  const cookies = [cookieFrom(await send('POST', '/setup', { ...owner, code }, {}))];
  const receiver = await startReceiver(t);
  const fields = [
    { name: 'email', type: 'email', label: 'Email', required: true },
    { name: 'cv', type: 'file', label: 'CV' },
  ];
  assert.equal((await send('POST', '/forms', { name: 'Applications', slug: 'apply', fields })).status, 201);
  const hooks = { '/forms/apply': 'submitted', '/payments': 'payment.succeeded', '': 'item.published' };
  for (const [of, event] of Object.entries(hooks))
    assert.equal((await send('POST', `${of}/webhooks`, { url: receiver.url, events: [event] })).status, 201);

  const done = {
    items: new Map<string, string>(),
    submissions: new Map<string, string>(),
    payments: new Set<string>(),
  };
  const work = [
    async (n: number) => {
      const { id } = await write('POST', '/content/post', () => ({ title: 'New', status: 'publish' }), `i${n}`, 201);
      await write('PATCH', `/content/post/${id}`, () => ({ title: `Changed ${n}` }), `c${n}`, 200);
      done.items.set(id, `Changed ${n}`);
    },
    async (n: number) => {
      const bytes = `%PDF-1.4\n${n} ${'x'.repeat(5000)}`;
      const makeBody = () => {
        const form = new FormData();
        form.set('email', `person${n % 4}@example.com`);
        form.set('cv', new File([bytes], `cv-${n}.pdf`, { type: 'application/pdf' }));
        return form;
      };
      const { submissionId } = await write('POST', '/forms/apply/submit', makeBody, `s${n}`, 200);
      done.submissions.set(submissionId, sha256(bytes));
    },
    async (n: number) => {
      const body = { name: 'Ada', email: `person${n % 4}@example.com` };
      const { submissionId, paymentUrl } = await write('POST', '/forms/tickets/submit', () => body, `p${n}`, 200);
      const pay = { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }), redirect: 'manual' } as const;
      assert.equal((await fetch(paymentUrl, pay)).status, 303);
      done.payments.add(submissionId);
    },
    async (n: number) => {
      const { email, password } = owner;
      const headers = { 'x-forwarded-for': `203.0.113.${n % 250}` };
      const begun = await persist('POST', '/sessions', () => ({ email, password }), headers);
      assert.equal(begun.status, 201, JSON.stringify(begun.body));
      cookies.push(cookieFrom(begun));
      const earlier = cookies[n % cookies.length] as string;
      assert.equal((await persist('GET', '/me', () => undefined, { cookie: earlier })).status, 200);
    },
  ];
  let next = 0;
  let isOver = false;
  const goOn = async (): Promise<void> => {
    for (let n = next++; !isOver; n = next++) await work[n % work.length]?.(Math.floor(n / work.length));
  };
  const working = Promise.all(Array.from({ length: 4 }, goOn));
  const goOnFor = (count: number): Promise<unknown> => {
    const end = next + count;
    return Promise.race([waitFor('more work', () => next > end, 60_000), working]);
  };
  await goOnFor(between);
  const upgraded: ServerProcess[] = [];
  for (const node of old) {
    upgraded.push(await startNode(following));
    await goOnFor(between);
    for (const origin of balancer.servers) assert.equal((await fetch(`${origin}/readyz`)).status, 200);
    assert.equal(await node.stop(), 0, node.output());
    balancer.servers.splice(balancer.servers.indexOf(node.origin), 1);
    await goOnFor(between);
  }
  isOver = true;
  await working;

  // Nothing lost, nothing twice.
  const listAll = async (url: string) => {
    const all: NodeAnswer['body'][] = [];
    for (let total = 1; all.length < total; ) {
      const { body } = await send('GET', `${url}${url.includes('?') ? '&' : '?'}limit=100&offset=${all.length}`);
      all.push(...body.items);
      total = body.total;
    }
    return all;
  };
  const items = (await listAll('/content/post')).filter(({ slug }) => /^new/.test(slug));
  assert.deepEqual(new Map(items.map(({ id, title }) => [id, title])), done.items);
  const applications = await listAll('/forms/apply/submissions');
  assert.equal(applications.length, done.submissions.size);
  for (const { id, files } of applications) {
    const file = await fetch(`${balancer.origin}/api/v1/files/${files[0].id}`, { headers: { authorization } });
    assert.equal(sha256(await file.bytes()), done.submissions.get(id), id);
  }
  const { submissions, payments } = done;
  const paid = () => listAll('/payments?status=succeeded');
  await waitFor('every payment', async () => (await paid()).length === payments.size);
  const tickets = await listAll('/forms/tickets/submissions?status=paid');
  assert.deepEqual(new Set(tickets.map(({ id }) => id)), payments);
  assert.equal((await listAll('/invoices')).length, payments.size);
  assert.equal((await listAll('/contacts')).length, 4);
  const events = done.items.size + submissions.size + payments.size;
  await waitFor('every delivery', async () => (await listAll('/deliveries?status=delivered')).length === events);
  assert.equal((await listAll('/deliveries')).length, events);
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, events);
  for (const cookie of cookies) assert.equal((await send('GET', '/me', undefined, { cookie })).status, 200);
  assert.equal((await send('GET', '/system')).body.jobs.failed, 0);
  for (const node of upgraded) {
    assert.equal(await node.stop(), 0);
    assert.equal(node.errors(), '');
  }
});
