// Three real processes on one real PostgreSQL and one S3 store, behind a balancer that sends each request to the next of them.
// One is killed, one is added, the database crashes: nothing is lost, nothing happens twice, and no one has to sign in again.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Balancer } from '../support/balancer.ts';
import { authorization, cookieFrom, type NodeAnswer, requestAt, startCluster } from '../support/cluster.ts';
import { startReceiver } from '../support/receiver.ts';
import { startS3 } from '../support/s3-store.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { waitFor } from '../support/wait-for.ts';

const password = 'a long enough pass phrase';
/** How often each kind of work is done. */
const rounds = Number(process.env.THREE_NODES_ROUNDS ?? 20);
const kindsOfWork = 3;

/** As a client does: the same request with the same key, until a response says what became of it. */
async function persist(balancer: Balancer, url: string, makeBody: () => unknown, key: string): Promise<NodeAnswer> {
  let answer: NodeAnswer | null = null;
  await waitFor(
    key,
    async () => {
      const headers = { authorization, 'idempotency-key': key };
      answer = await requestAt(balancer.origin, 'POST', url, makeBody(), headers).catch(() => null);
      const mayRepeat = answer === null || answer.status >= 500 || answer.body.code === 'request_in_progress';
      return !mayRepeat;
    },
    120_000,
  );
  return answer as unknown as NodeAnswer;
}

const fieldsOf = (...names: string[]) => names.map((name) => ({ name, type: name, label: name, required: true }));

test('three nodes start on an empty database at once, lose one, get another, and their database crashes: all is there once', async (t) => {
  const s3 = await startS3(t);
  const store = { ...s3.environment, FRONTDESK_FILES: 's3://site-files/nodes' };
  const { postgres, balancer, startNode } = await startCluster(t, { ...store, LOG_LEVEL: 'debug' });
  // The migrations and the first run, raced.
  const nodes = await Promise.all([startNode(), startNode(), startNode()]);
  const through = (method: string, url: string, body?: unknown, headers?: Record<string, string>) =>
    requestAt(balancer.origin, method, url, body, headers);
  const listAll = async (url: string) => (await through('GET', `${url}${url.includes('?') ? '&' : '?'}limit=100`)).body;
  assert.equal((await listAll('/forms')).total, 2, 'one example site');
  assert.equal((await listAll('/content/post')).total, 1);

  // One signs in, once.
  const owner = { siteName: 'Harbour', name: 'Olga', email: 'olga@example.com', password };
  const links = await Promise.all(nodes.map((node) => node.setupLink()));
  const codes = new Set(links.map((link) => new URL(link).searchParams.get('code')));
  assert.equal(codes.size, 1, 'all nodes show the same link');
  const setUp = await through('POST', '/setup', { ...owner, code: [...codes][0] }, {});
  assert.equal(setUp.status, 201);
  const cookie = cookieFrom(setUp);
  const whoAmI = async (origin: string) =>
    (await requestAt(origin, 'GET', '/me', undefined, { cookie })).body.user?.email;

  const receiver = await startReceiver(t);
  const files = {
    name: 'Applications',
    slug: 'apply',
    fields: [...fieldsOf('email'), { name: 'cv', type: 'file', label: 'CV' }],
  };
  assert.equal((await through('POST', '/forms', files)).status, 201);
  const hooks = [
    ['/forms/apply/webhooks', ['submitted']],
    ['/payments/webhooks', ['payment.succeeded']],
    ['/webhooks', ['item.published']],
  ] as const;
  for (const [url, events] of hooks) {
    const made = await through('POST', url, { url: receiver.url, events });
    assert.equal(made.status, 201, `${url} ${JSON.stringify(made.body)}`);
  }

  // Work that goes on whatever happens.
  const done = { items: new Set<string>(), submissions: new Map<string, string>(), payments: new Set<string>() };
  const count = () => done.items.size + done.submissions.size + done.payments.size;
  let failures = 0;
  const work = [
    async (n: number) => {
      const body = { title: `Item ${n}`, slug: `item-${n}`, status: 'publish', tags: [`tag ${n % 3}`] };
      const answer = await persist(balancer, '/content/post', () => body, `item-${n}`);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      done.items.add(answer.body.id);
    },
    async (n: number) => {
      const bytes = `%PDF-1.4\n${n} ${'x'.repeat(5000)}`;
      const makeBody = () => {
        const form = new FormData();
        form.set('email', `person${n % 4}@example.com`);
        form.set('cv', new File([bytes], `cv-${n}.pdf`, { type: 'application/pdf' }));
        return form;
      };
      const answer = await persist(balancer, '/forms/apply/submit', makeBody, `submission-${n}`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      done.submissions.set(answer.body.submissionId, createHash('sha256').update(bytes).digest('hex'));
    },
    async (n: number) => {
      const body = { name: 'Ada', email: `person${n % 4}@example.com` };
      const answer = await persist(balancer, '/forms/tickets/submit', () => body, `payment-${n}`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const pay = { method: 'POST', body: new URLSearchParams({ outcome: 'pay' }), redirect: 'manual' } as const;
      assert.equal((await fetch(answer.body.paymentUrl, pay)).status, 303);
      done.payments.add(answer.body.submissionId);
    },
  ];
  let next = 0;
  const goOn = async (): Promise<void> => {
    for (let n = next++; n < rounds * kindsOfWork; n = next++)
      await work[n % kindsOfWork]?.(Math.floor(n / kindsOfWork));
  };
  const working = Promise.all(Array.from({ length: 6 }, goOn));
  const isWorking = (part: number) => () => count() >= rounds * kindsOfWork * part;
  const until = (what: string, condition: () => boolean) => Promise.race([waitFor(what, condition, 120_000), working]);
  const watching = setInterval(() => {
    fetch(`${balancer.origin}/readyz`).then(
      ({ status }) => {
        if (status !== 200) failures++;
      },
      () => failures++,
    );
  }, 20);
  t.after(() => clearInterval(watching));

  await until('a fifth', isWorking(0.2));
  const killed = nodes[1] as ServerProcess;
  await killed.kill();
  await until('two fifths', isWorking(0.4));
  balancer.servers.splice(balancer.servers.indexOf(killed.origin), 1);
  const added = await startNode();
  nodes.push(added);
  await until('three fifths', isWorking(0.6));
  failures = 0;
  await postgres.crash();
  await until('the balancer to notice', () => failures > 0);
  await postgres.restart();
  await working;
  clearInterval(watching);
  assert.deepEqual([done.items.size, done.submissions.size, done.payments.size], [rounds, rounds, rounds]);
  const alive = nodes.filter((node) => node !== killed);

  // Nothing lost, nothing twice.
  const items = await listAll('/content/post?search=Item');
  assert.deepEqual(new Set(items.items.map(({ id }: { id: string }) => id)), done.items);
  assert.equal((await listAll('/content/post')).total, rounds + 1);
  const applications = await listAll('/forms/apply/submissions');
  assert.deepEqual(new Set(applications.items.map(({ id }: { id: string }) => id)), new Set(done.submissions.keys()));
  for (const [at, { id, files }] of applications.items.entries()) {
    const from = alive[at % alive.length]?.origin;
    const file = await fetch(`${from}/api/v1/files/${files[0].id}`, { headers: { authorization } });
    assert.equal(
      createHash('sha256')
        .update(await file.bytes())
        .digest('hex'),
      done.submissions.get(id),
      id,
    );
  }
  await waitFor('every payment', async () => (await listAll('/payments?status=succeeded')).total === rounds, 120_000);
  const tickets = await listAll('/forms/tickets/submissions?status=paid');
  assert.deepEqual(new Set(tickets.items.map(({ id }: { id: string }) => id)), done.payments);
  assert.equal((await listAll('/contacts')).total, 4, 'one contact for each address');
  assert.equal((await listAll('/invoices')).total, rounds, 'one invoice for each payment');

  const delivered = async () => (await listAll('/deliveries?status=delivered')).total;
  await waitFor('every delivery', async () => (await delivered()) === 3 * rounds, 120_000);
  assert.equal((await listAll('/deliveries')).total, 3 * rounds);
  const subjects = new Map<string, string>();
  for (const { headers, body } of receiver.requests) {
    const event = JSON.parse(String(body));
    const of = event.submission?.id ?? event.data?.paymentIntentId ?? event.item?.id ?? event.data?.id;
    assert.ok(of, String(body));
    const subject = `${event.type} ${of}`;
    assert.equal(subjects.get(subject) ?? headers['webhook-id'], headers['webhook-id'], `one event for ${subject}`);
    subjects.set(subject, String(headers['webhook-id']));
  }
  assert.equal(subjects.size, 3 * rounds);
  assert.equal(new Set(subjects.values()).size, 3 * rounds);

  // No one has to sign in again, and a session that ends does so everywhere.
  for (const { origin } of [...alive, added]) assert.equal(await whoAmI(origin), owner.email);
  const own = { cookie, 'sec-fetch-site': 'same-origin', 'x-frontdesk-client': 'test' };
  assert.equal((await through('DELETE', '/sessions/current', undefined, own)).status, 200);
  for (const { origin } of alive) assert.equal(await whoAmI(origin), undefined);

  // As many guesses as at one.
  const guess = async () =>
    (
      await through(
        'POST',
        '/sessions',
        { email: owner.email, password: 'wrong wrong' },
        { 'x-forwarded-for': '203.0.113.1' },
      )
    ).status;
  const guesses = await Promise.all(Array.from({ length: 9 }, guess));
  assert.deepEqual(guesses.sort(), [401, 401, 401, 401, 401, 429, 429, 429, 429]);

  // What runs now and then ran once, not once at each node. What was cut off may have begun again.
  const runs = nodes.flatMap((node) =>
    [...node.output().matchAll(/"task":"([\w.]+)".*"msg":"job done"/g)].map(([, task]) => task),
  );
  const recurring = [
    'files.sweep',
    'http.forgetOldKeys',
    'limits.forgetCounts',
    'payments.reconcile',
    'forms.emptySpam',
  ];
  assert.deepEqual(
    recurring.map((task) => runs.filter((one) => one === task).length),
    recurring.map(() => 1),
  );
  for (const node of alive) assert.equal(await node.stop(), 0);
});
