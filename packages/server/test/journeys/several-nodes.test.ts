// Several services on one database, at which the same thing arrives at the same time, and which see what the others write.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../support/content-service.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startNode } from '../support/nodes.ts';
import { signBody, startPaymentService } from '../support/payment-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { setUpOwner, signIn } from '../support/sign-in.ts';
import { testDialect } from '../support/test-dialect.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { waitFor } from '../support/wait-for.ts';

type Requests = Pick<TestService, 'request'>;

/** The same request at each node, three times. */
function everywhere<T>(nodes: readonly Requests[], send: (node: Requests, at: number) => Promise<T>): Promise<T[]> {
  return Promise.all([...nodes, ...nodes, ...nodes].map(send));
}

const email = { name: 'email', type: 'email', label: 'Email', required: true };

test('the same submission at three nodes at once is stored once, and each gets its ID or is asked to wait', async (t) => {
  const service = await startTestService(t);
  const nodes = [service, await startNode(service), await startNode(service)];
  const form = { name: 'Contact', slug: 'contact', fields: [email] };
  assert.equal((await service.request('POST', '/forms', { body: form })).status, 201);
  const submit = (node: Requests) =>
    node.request('POST', '/forms/contact/submit', {
      body: { email: 'ada@example.com' },
      headers: { 'idempotency-key': 'once' },
    });
  const answers = await everywhere(nodes, submit);
  for (const { status, body, text } of answers)
    assert.ok(status === 200 || body.code === 'request_in_progress', `${status} ${text}`);
  answers.push(...(await everywhere(nodes, submit)));
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.submissionId));
  assert.equal(ids.size, 1);
  assert.equal((await service.request('GET', '/forms/contact/submissions')).body.total, 1);
});

test('people who submit for the first time at three nodes at once become one contact each', async (t) => {
  const service = await startTestService(t);
  const nodes = [service, await startNode(service), await startNode(service)];
  const member = { ...email, unique: true };
  assert.equal(
    (await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields: [email] } })).status,
    201,
  );
  assert.equal(
    (await service.request('POST', '/forms', { body: { name: 'Club', slug: 'club', fields: [member] } })).status,
    201,
  );
  for (let n = 0; n < 5; n++) {
    const body = { email: `person${n}@example.com` };
    const sent = await everywhere(nodes, (node) => node.request('POST', '/forms/contact/submit', { body }));
    assert.deepEqual(
      sent.map(({ status }) => status),
      sent.map(() => 200),
    );
    const joined = await everywhere(nodes, (node) => node.request('POST', '/forms/club/submit', { body }));
    assert.equal(joined.filter(({ status }) => status === 200).length, 1, 'who must not be twice is once');
  }
  assert.equal((await service.request('GET', '/contacts')).body.total, 5);
});

test('the same events of the processor at three nodes at once, in any order, are one payment', async (t) => {
  const service = await startPaymentService(t, { silent: true, idle: true });
  const nodes = [service, await startNode(service), await startNode(service)];
  for (const node of nodes) await node.work();
  const receiver = await startReceiver(t);
  const hook = { url: receiver.url, events: ['payment.succeeded'] };
  assert.equal((await service.request('POST', '/payments/webhooks', { body: hook })).status, 201);
  for (let n = 0; n < 4; n++) assert.equal(await service.pay(await service.checkout()), 303);
  const { data } = await service.dashboard.events.list({ limit: 100 });
  const deliver = async (event: object, node: Requests) => {
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signBody(body) };
    const answer = await node.request('POST', '//api/public/payments/webhook', { body, headers, token: null });
    assert.equal(answer.status, 200, answer.text);
  };
  await Promise.all(data.flatMap((event) => nodes.map((node) => deliver(event, node))));
  await service.handled();
  assert.equal((await service.waitForEvents('payment.succeeded', 4)).length, 4);
  await waitFor(
    'the deliveries',
    async () => (await service.request('GET', '/deliveries?status=delivered')).body.total === 4,
  );
  assert.equal(receiver.requests.length, 4);
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 4);
});

test('the last place, wanted at three nodes at once, is sold once', async (t) => {
  const service = await startPaymentService(t, { idle: true });
  const nodes = [service, await startNode(service), await startNode(service)];
  const lines = [{ name: 'berth', type: 'item', label: 'Berth', amount: 4200, stock: 2 }];
  const seat = { name: 'seat', type: 'payment', label: 'Seat', currency: 'eur', lines };
  assert.equal(
    (await service.request('POST', '/forms', { body: { name: 'Sail', slug: 'sail', fields: [seat] } })).status,
    201,
  );
  const body = { seat: { lines: [{ line: 'berth', quantity: 1 }] } };
  const sent = await everywhere(nodes, (node) => node.request('POST', '/forms/sail/submit', { body }));
  assert.equal(sent.filter(({ status }) => status === 200).length, 2);
  assert.equal((await service.request('GET', '/forms/sail/stock')).body.items[0].held, 2);
});

test('jobs of three nodes are each run by one of them', async (t) => {
  const service = await startTestService(t);
  const nodes = [service, await startNode(service), await startNode(service)];
  const receiver = await startReceiver(t);
  assert.equal(
    (await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields: [email] } })).status,
    201,
  );
  const hook = { url: receiver.url, events: ['submitted'] };
  assert.equal((await service.request('POST', '/forms/contact/webhooks', { body: hook })).status, 201);
  for (const node of nodes) await node.work();
  const count = 60;
  const submit = (n: number) =>
    (nodes[n % 3] as Requests).request('POST', '/forms/contact/submit', { body: { email: `person${n}@example.com` } });
  await Promise.all(Array.from({ length: count }, (_, n) => submit(n)));
  const delivered = async () => (await service.request('GET', '/deliveries?status=delivered')).body.total;
  await waitFor('the deliveries', async () => (await delivered()) === count);
  assert.equal(receiver.requests.length, count, 'none was sent twice');
});

test('a node sees what another one has written', async (t) => {
  const service = await startContentService(t);
  const node = await startNode(service);
  const owner = await setUpOwner(service);
  const mailServer = await startMailServer(t, { isOpen: true });
  const place = { host: '127.0.0.1', port: mailServer.port };
  assert.equal((await service.request('PATCH', '/types/post', { body: { publicRead: true } })).status, 200);
  const post = (
    await service.request('POST', '/content/post', { body: { title: 'First', slug: 'first', status: 'publish' } })
  ).body;
  const fields = [email];
  const form = (await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields } })).body;
  const key = (await service.request('POST', '/tokens', { body: { name: 'Site', scopes: ['content:read'] } })).body;
  const ed = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'editors like to edit' };
  const user = (await service.request('POST', '/users', { body: ed })).body;
  const session = await signIn(service, ed.email, ed.password);

  const list = async () => (await node.request('GET', '/content/post', { token: null })).body.items?.[0]?.title;
  const item = async () => (await node.request('GET', '/content/post/first', { token: null })).body.title;
  const byKey = async () => (await node.request('GET', '/content/post', { token: key.token })).status;
  const page = async () => (await node.request('GET', '//f/contact', { token: null })).text;
  const read = (path: string) => node.request('GET', path, { token: null, headers: { cookie: session.cookie } });
  const site = async () => (await read('/me')).body.site?.name;
  const sees = (what: string, isSeen: () => Promise<boolean>) => waitFor(what, isSeen);
  const change = async (method: string, path: string, body?: object) => {
    const answer = await owner.request(method, path, body ? { body } : {});
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
  };

  // Each is read first, so that the node has what it keeps in memory.
  for (let n = 0; n < 2; n++) {
    assert.deepEqual([await list(), await item(), await byKey(), await site()], ['First', 'First', 200, 'Harbour']);
    assert.match(await page(), /Contact/);
    assert.equal((await read('/users')).status, 403);
  }
  await change('PATCH', `/content/post/${post.id}`, { title: 'Second' });
  await sees('the item', async () => (await item()) === 'Second');
  await sees('the list', async () => (await list()) === 'Second');
  await change('PATCH', '/settings', { siteName: 'Lighthouse' });
  await sees('the settings', async () => (await site()) === 'Lighthouse');
  await change('PATCH', `/forms/${form.id}`, {
    fields: [...fields, { name: 'boat', type: 'text', label: 'Your boat' }],
  });
  await sees('the form', async () => /Your boat/.test(await page()));
  await change('PATCH', `/users/${user.id}`, { role: 'admin' });
  await sees('the role', async () => (await read('/users')).status === 200);
  await change('DELETE', `/tokens/${key.id}`);
  await sees('the revoked key', async () => (await byKey()) === 401);
  await change('PATCH', '/types/post', { publicRead: false });
  await sees('the type', async () => (await node.request('GET', '/content/post', { token: null })).status === 401);
  await change('DELETE', `/users/${user.id}/sessions`);
  await sees('the end of the session', async () => (await read('/me')).status === 401);

  await change('PUT', '/settings/mail', { ...place, security: 'none', from: 'mail@example.com' });
  await sees('the mail server', async () => node.context.mailer.server?.port === place.port);
});

test('a node whose clock is not that of the database server says so when it starts', async (t) => {
  const service = await startTestService(t);
  const startAhead = async (aheadMs: number): Promise<string[]> => {
    const warnings: string[] = [];
    const warn = (_fields: object, message = ''): void => void warnings.push(message);
    await startNode(service, { aheadMs, log: { debug() {}, info() {}, warn, error() {} } });
    return warnings.filter((warning) => /clock/.test(warning));
  };
  assert.deepEqual(await startAhead(0), []);
  const [warning = ''] = await startAhead(60_000);
  if (testDialect === 'postgres')
    assert.match(warning, /^The clock of this machine is (59|60)\.\d s ahead of the one of the database server: /);
  else assert.equal(warning, '', 'all processes on a SQLite file have the same clock');
});

test('an external ID that three nodes write at once names one record, and of changes with the same If-Match one is made', async (t) => {
  const service = await startTestService(t);
  const nodes = [service, await startNode(service), await startNode(service)];
  for (let n = 0; n < 5; n++) {
    const path = `/contacts/by-external-id/crm-${n}`;
    const written = await everywhere(nodes, (node, at) =>
      node.request('PUT', path, { body: { name: 'Ada', fields: { [`key${at}`]: at } } }),
    );
    assert.equal(written.filter(({ status }) => status === 201).length, 1, 'one creates it');
    assert.equal(new Set(written.map(({ body }) => body.id)).size, 1);
    const { body } = await service.request('GET', path);
    assert.equal(Object.keys(body.fields).length, 9, 'no change is lost');
  }
  const contact = (await service.request('GET', '/contacts')).body.items[0];
  for (const path of ['/settings', `/contacts/${contact.id}`]) {
    const member = path === '/settings' ? 'siteName' : 'name';
    const headers = { 'if-match': String((await service.request('GET', path)).headers.etag) };
    const changed = await everywhere(nodes, (node, at) =>
      node.request('PATCH', path, { body: { [member]: `Harbor ${at}` }, headers }),
    );
    assert.deepEqual(changed.map(({ status }) => status).sort(), [200, ...Array(8).fill(412)]);
  }
});

test('three nodes that issue the same invoice at once issue it once, and credit it once', async (t) => {
  const service = await startTestService(t);
  const nodes = [service, await startNode(service), await startNode(service)];
  const seller = { name: 'Harbor Ltd', address: { city: 'Hamburg', country: 'de' } };
  assert.equal((await service.request('PATCH', '/settings', { body: { invoicing: { seller } } })).status, 200);
  const lines = [{ description: 'Berth', unitAmount: 4200 }];
  const draft = await service.request('POST', '/invoices', { body: { currency: 'eur', lines } });
  const path = `/invoices/${draft.body.id}`;
  const issued = await everywhere(nodes, (node) => node.request('POST', `${path}/issue`));
  assert.equal(new Set(issued.map(({ body }) => body.number)).size, 1);
  const next = await service.request('POST', '/invoices', { body: { currency: 'eur', lines, status: 'open' } });
  assert.match(next.body.number, /-0002$/);
  const credited = await everywhere(nodes, (node) => node.request('POST', `${path}/credit-notes`, { body: {} }));
  assert.deepEqual(credited.map(({ status }) => status).sort(), [201, ...Array(8).fill(409)]);
});
