// Each route may run as many statements as statements.json says. Fewer is progress: lower the number there.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tokenCache } from '../../src/accounts/tokens.ts';
import { inTransaction } from '../../src/context/context.ts';
import { findFormToSubmit } from '../../src/forms/form/form.ts';
import { importWordpress } from '../../src/importers/wordpress-import.ts';
import { claimJobs } from '../../src/jobs/claim-jobs.ts';
import type { Job } from '../../src/jobs/queue.ts';
import { applyNativeEvent } from '../../src/payments/native-events.ts';
import { startContentService } from '../support/content-service.ts';
import { startPaymentService } from '../support/payment-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { recordStatements, type Statement } from '../support/record-statements.ts';
import { testDialect } from '../support/test-dialect.ts';
import { startTestService } from '../support/test-service.ts';
import { waitFor } from '../support/wait-for.ts';
import { emit } from '../support/webhook-events.ts';
import { exportItem, metaOf, typed, writeExport } from '../support/wordpress-export.ts';

const allowed = JSON.parse(readFileSync(new URL('statements.json', import.meta.url), 'utf8')) as Record<string, number>;
test('no route runs more statements than before', { skip: testDialect !== 'sqlite' }, async (t) => {
  const statements = recordStatements(t);
  const service = await startContentService(t, { rateLimits: true });
  const { request } = service;
  // What is kept is sent before the framework sees the request, so it is asked for over a connection.
  const origin = await service.listen();
  const fetched = (path: string) =>
    fetch(`${origin}/api/v1${path}`, { headers: { authorization: `Bearer ${service.token}` } });
  const repeated = async (path: string): Promise<number> => {
    await (await fetched(path)).text();
    return count(() => fetched(path));
  };
  const terms = { tags: ['one', 'two'], categories: ['three'] };
  await request('PATCH', '/types/post', { body: { fields: [{ name: 'price', type: 'number' }] } });
  for (const slug of ['first', 'second', 'third'])
    await request('POST', '/content/post', { body: { title: `The ${slug}`, slug, status: 'publish', ...terms } });
  const fields = [{ name: 'email', type: 'email', label: 'Email', required: true }];
  const form = (await request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields } })).body;
  const subscriber = { url: 'http://127.0.0.1:9999/hook', events: ['submitted'] };
  assert.equal((await request('POST', `/forms/${form.id}/webhooks`, { body: subscriber })).status, 201);

  const count = async (send: () => Promise<{ status: number }>): Promise<number> => {
    // The key and the content's version are read once after each commit, and the size of the table now and then; that is
    // not the route's part.
    await request('GET', '/content/page?search=x');
    statements.length = 0;
    assert.ok([200, 201, 303].includes((await send()).status));
    return countOwn(statements);
  };
  const body = { title: 'New', status: 'publish', content: '<p>Text</p>', fields: { price: 3 }, ...terms };
  const tags = Array.from({ length: 100 }, (_, index) => `Tag${'+'.repeat(index)}`);
  const submit = (email: string) => request('POST', '/forms/contact/submit', { token: null, body: { email } });
  const page = await request('GET', '//f/contact', { token: null });
  const token = /name="_page" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  service.advance(10_000);
  const submitPage = () =>
    request('POST', '//f/contact', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email: 'ada@example.com', _page: token }).toString(),
    });
  // The vocabulary of the search gets each word once.
  assert.equal((await request('POST', '/content/post', { body: { ...body, title: 'New tag' } })).status, 201);
  const counted = {
    'list, first time': await count(() => request('GET', '/content/post?limit=2')),
    'list, another page': await count(() => request('GET', '/content/post?limit=2&offset=1')),
    'list, repeated': await repeated('/content/post?limit=2'),
    'search, first time': await count(() => request('GET', '/content/post?search=the&limit=2')),
    'search, with a filter': await count(() =>
      request('GET', '/content/post?search=the&limit=2&fields[price][exists]=false'),
    ),
    'search over everything': await count(() => request('GET', '/search?q=ada%40example.com')),
    'search over everything, one word with a typo': await count(() => request('GET', '/search?q=frist')),
    'item, first time': await count(() => request('GET', '/content/post/first')),
    'item, repeated': await repeated('/content/post/first'),
    'create an item': await count(() => request('POST', '/content/post', { body })),
    'create an item with 100 new tags': await count(() =>
      request('POST', '/content/post', { body: { ...body, tags } }),
    ),
    'submit, new contact, one subscriber': await count(() => submit('ada@example.com')),
    'submit, known contact, one subscriber': await count(() => submit('ada@example.com')),
    'submit the page, known contact, one subscriber': await count(submitPage),
  };
  for (const [route, count] of Object.entries(counted)) assert.equal(count, allowed[route], route);
});

test('a delivery runs as few statements', { skip: testDialect !== 'sqlite' }, async (t) => {
  const statements = recordStatements(t);
  const service = await startTestService(t);
  const receiver = await startReceiver(t);
  const subscriber = { url: receiver.url, events: ['payment.succeeded'] };
  assert.equal((await service.request('POST', '/payments/webhooks', { body: subscriber })).status, 201);
  await service.work();
  const isClaim = ({ sql }: Statement): boolean => /update jobs set "lockedUntil"/.test(sql);
  const isEnd = ({ sql }: Statement): boolean => /^delete from "jobs"/.test(sql);
  const counts: number[] = [];
  // The worker looks for jobs once per second, which may add a statement to some of them.
  for (let n = 0; n < 5; n++) {
    statements.length = 0;
    await emit(service, { formId: null, name: 'payment.succeeded' });
    await waitFor('the end of the delivery', () => statements.some(isEnd));
    counts.push(countOwn(statements.slice(statements.findIndex(isClaim), statements.findIndex(isEnd) + 1)));
  }
  assert.equal(Math.min(...counts), allowed['a delivery']);
});

test('deliveries are read by the claim of their jobs, and by no statement of their own', async (t) => {
  const statements = recordStatements(t);
  const service = await startTestService(t);
  const receiver = await startReceiver(t);
  const subscriber = { url: receiver.url, events: ['payment.succeeded'] };
  for (let n = 0; n < 5; n++)
    assert.equal((await service.request('POST', '/payments/webhooks', { body: subscriber })).status, 201);
  await emit(service, { formId: null, name: 'payment.succeeded' });
  statements.length = 0;
  await service.work();
  await receiver.received(5);
  const reads = statements.filter(({ sql }) => /^\s*(select|with)\b.* "?deliveries\b/s.test(sql));
  assert.ok(reads.length > 0);
  for (const { sql } of reads) assert.match(sql, /update jobs set "lockedUntil"/);
});

test('submissions that arrive together read their form once, and one of a form that is not there concerns none of them', async (t) => {
  const statements = recordStatements(t);
  const { request, context } = await startTestService(t);
  for (const slug of ['contact', 'newsletter'])
    assert.equal((await request('POST', '/forms', { body: { name: slug, slug, fields: [] } })).status, 201);
  statements.length = 0;
  const names = ['contact', 'contact', 'none', 'newsletter', 'contact'];
  const found = await Promise.all(names.map((name) => findFormToSubmit(context, name)));
  assert.deepEqual(
    found.map((read) => read?.slug),
    ['contact', 'contact', undefined, 'newsletter', 'contact'],
  );
  assert.equal(statements.filter(({ sql }) => /from "forms"/.test(sql)).length, 3);
  await request('PATCH', '/forms/contact', { body: { name: 'New' } });
  assert.equal((await findFormToSubmit(context, 'contact'))?.name, 'New');
});

test('requests that arrive together after a commit look their key up once', async (t) => {
  const statements = recordStatements(t);
  const { request, context } = await startTestService(t);
  const { token } = (await request('POST', '/tokens', { body: { name: 'Site', scopes: ['content:read'] } })).body;
  const keys = tokenCache();
  statements.length = 0;
  const found = await Promise.all(['first', 'second', 'third'].map(() => keys.find(context, token)));
  assert.deepEqual(
    found.map((key) => key?.name),
    ['Site', 'Site', 'Site'],
  );
  assert.equal(statements.filter(({ sql }) => /from "tokens"/.test(sql)).length, 1);
});

test('an import stores the items of a transaction with few statements', {
  skip: testDialect !== 'sqlite',
}, async (t) => {
  const statements = recordStatements(t);
  const service = await startContentService(t);
  const tag = '<category domain="post_tag" nicename="a"><![CDATA[A]]></category>';
  const post = (id: number) =>
    exportItem(id, typed('post', 'publish', `<dc:creator>ann</dc:creator>${tag}${metaOf('_thumbnail_id', '1')}`));
  const picture = exportItem(
    1,
    typed('attachment', 'inherit', '<wp:attachment_url>https://s.test/a.jpg</wp:attachment_url>'),
  );
  const exportOf = (first: number) =>
    writeExport(t, picture + Array.from({ length: 80 }, (_, index) => post(first + index)).join(''));
  await importWordpress(service.context, await exportOf(100));
  const file = await exportOf(200);
  const count = async (): Promise<number> => {
    statements.length = 0;
    await importWordpress(service.context, file);
    // SQLite's index takes the words of one item at a time.
    const counted = statements.filter(({ sql }) => !sql.startsWith('insert into "itemSearch" '));
    const commits = counted.flatMap(({ sql }, index) => (sql === 'commit' ? [index] : []));
    const counts = commits.map((end, index) => countOwn(counted.slice(commits[index - 1] ?? 0, end)));
    return Math.max(...counts);
  };
  assert.equal(await count(), allowed['a transaction of imported posts']);
  assert.equal(await count(), allowed['the same transaction again']);
});

test('a native event runs as few statements', { skip: testDialect !== 'sqlite' }, async (t) => {
  const statements = recordStatements(t);
  const service = await startPaymentService(t, { silent: true, idle: true });
  const { request, context } = service;
  const fields = [
    { name: 'name', type: 'text', required: true },
    { name: 'email', type: 'email', required: true },
    { name: 'fee', type: 'payment', amount: 1500, currency: 'eur' },
  ];
  const form = await request('POST', '/forms', { body: { name: 'Tickets', slug: 'tickets', fields } });
  const subscriber = { url: 'http://127.0.0.1:9999/hook', events: ['paid'] };
  assert.equal((await request('POST', `/forms/${form.body.id}/webhooks`, { body: subscriber })).status, 201);
  const body = { name: 'Ada', email: 'ada@example.com' };
  /** The statements that apply an event of a new payment, of each of these types. */
  const countFor = async (...types: string[]): Promise<number[]> => {
    await service.pay((await request('POST', '/forms/tickets/submit', { body })).body.paymentUrl);
    const { data: events } = await service.dashboard.events.list({ limit: 10 });
    const counts: number[] = [];
    for (const type of types) {
      await service.deliver(events.find((event) => event.type === type) as object);
      const [job] = await inTransaction(context, (ctx) => claimJobs(ctx, 'worker', { own: 1, quick: 0, slow: 0 }));
      statements.length = 0;
      await applyNativeEvent(context, job as Job);
      // Those of the sandbox have no quoted names.
      counts.push(countOwn(statements.filter(({ sql }) => sql.includes('"'))));
    }
    return counts;
  };
  const [paid, completed] = await countFor('payment_intent.succeeded', 'checkout.session.completed');
  assert.equal(paid, allowed['a native event, payment_intent.succeeded']);
  assert.equal(completed, allowed['a native event, checkout.session.completed']);
  assert.equal((await request('PATCH', '/mail-kinds/receipt', { body: { on: false } })).status, 200);
  const [withoutReceipt] = await countFor('payment_intent.succeeded');
  assert.equal(withoutReceipt, allowed['a native event, payment_intent.succeeded, without a receipt']);
});

/** Without what begins and ends transactions, and the settings that the service reads every few seconds. */
function countOwn(some: readonly Statement[]): number {
  const isControl = ({ sql }: Statement) => /^(pragma|begin|commit|savepoint|release)/i.test(sql);
  const isFollowed = ({ parameters }: Statement) =>
    parameters.includes('processorKeys') || parameters.includes('mailServer');
  return some.filter((statement) => !isControl(statement) && !isFollowed(statement)).length;
}
