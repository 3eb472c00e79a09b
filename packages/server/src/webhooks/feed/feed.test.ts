import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';
import { startPaymentService } from '../../../test/support/payment-service.ts';
import { startReceiver } from '../../../test/support/receiver.ts';
import { testDialect } from '../../../test/support/test-dialect.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { makeForm } from '../../../test/support/webhook-events.ts';
import { inTransaction } from '../../context/context.ts';
import type { ItemEventData } from '../../events/event-types.ts';
import { publish } from '../../events/events.ts';
import { forgetEvents, placeEvents, readEvents } from '../../events/feed.ts';
import { newId } from '../../lib/ids.ts';
import { keepFeed } from './read-feed.ts';

const dayMs = 86_400_000;

type Feed = {
  items: {
    id: string;
    type: string;
    name: string;
    subject: string;
    cursor: string;
    sequence: number;
    data: ItemEventData;
  }[];
  after: string;
  more: boolean;
};

async function readFeed(service: Pick<TestService, 'request'>, query = '', token?: string): Promise<Feed> {
  const answer = await service.request('GET', `/events${query}`, token === undefined ? {} : { token });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

function dataOf(id: string, type = 'post'): ItemEventData {
  const rest = {
    url: null,
    title: id,
    status: 'publish',
    version: 1,
    publishedAt: null,
    changed: [],
    former: null,
  } as const;
  return { id, type, slug: id, ...rest, changed: [] };
}

/** Publishes an event of an item in a transaction that ends when `until` does. */
function publishOf({ context }: TestService, id: string, until: Promise<unknown> = Promise.resolve()): Promise<void> {
  const data = dataOf(id);
  return inTransaction(context, async (ctx) => {
    await publish(ctx, 'item.updated', { key: newId('evt'), subject: id, contactId: null, data, facts: null });
    await until;
  });
}

const slugsOf = ({ items }: Feed): string[] => items.map(({ data }) => data.slug);

async function start(t: TestContext): Promise<TestService> {
  const service = await startContentService(t);
  for (const [slug, type] of [
    ['one', 'post'],
    ['two', 'page'],
    ['three', 'post'],
  ]) {
    const { status } = await service.request('POST', `/content/${type}`, {
      body: { title: slug, slug, status: 'publish' },
    });
    assert.equal(status, 201);
  }
  await send(service, 'PATCH', '/content/post/one', { title: 'Changed' });
  return service;
}

test('the feed can be read from any point, in parts, and by events and types', async (t) => {
  const service = await start(t);
  const all = await readFeed(service);
  assert.deepEqual(slugsOf(all), ['one', 'two', 'three', 'one']);
  assert.deepEqual(all.items.map(({ type, sequence }) => [type, sequence]).slice(2), [
    ['item.published', 1],
    ['item.updated', 2],
  ]);
  assert.deepEqual([all.more, all.after], [false, all.items[3]?.cursor]);
  assert.deepEqual(await readFeed(service), all);
  const first = await readFeed(service, '?limit=2');
  assert.deepEqual([slugsOf(first), first.more], [['one', 'two'], true]);
  assert.deepEqual(slugsOf(await readFeed(service, `?after=${first.after}`)), ['three', 'one']);
  assert.deepEqual(slugsOf(await readFeed(service, `?after=${all.items[0]?.cursor}&limit=1`)), ['two']);
  assert.deepEqual(await readFeed(service, '?after=latest'), { items: [], after: all.after, more: false });
  assert.deepEqual(slugsOf(await readFeed(service, '?types=pages')), ['two']);
  const chosen = await readFeed(service, '?events=item.updated,item.deleted');
  assert.deepEqual([slugsOf(chosen), chosen.after], [['one'], all.after]);
  // What was not chosen is not read again.
  assert.equal((await readFeed(service, '?events=item.deleted')).after, all.after);

  const { status, body } = await service.request('GET', '/events?after=99');
  assert.deepEqual([status, body.code], [410, 'events_forgotten']);
  assert.match(body.detail, /which it has never given, unless the service was restored from a backup/);
  const { body: fault } = await service.request('GET', '/events?after=x&evnts=item.published');
  assert.equal(
    fault.detail,
    'evnts: is not a known parameter (did you mean `events`?); after: must be latest, or the cursor of an event',
  );
  for (const [query, pointer] of [
    ['after=-1', 'after'],
    ['after=x', 'after'],
    ['limit=0', 'limit'],
    ['waitSeconds=31', 'waitSeconds'],
    ['events=item.published,nope', 'events'],
    ['types=nope', 'types'],
  ]) {
    const wrong = await service.request('GET', `/events?${query}`);
    assert.deepEqual([wrong.status, wrong.body.errors?.[0].pointer], [400, pointer], String(query));
  }
  const headers = { accept: 'text/event-stream', 'last-event-id': 'x' };
  assert.equal((await service.request('GET', '/events', { headers })).body.code, 'invalid_header');
});

test('a reader gets the events of its scopes only', async (t) => {
  const service = await start(t);
  const form = await makeForm(service);
  const submit = await service.request('POST', `/forms/${form.id}/submit`, { body: {} });
  const { submissionId } = submit.body;
  await service.request('POST', '/contacts', { body: { name: 'Ada' } });
  const content = await service.tokenWith('content:read');
  const forms = await service.tokenWith('forms:read');
  const contacts = await service.tokenWith('crm:read');
  assert.equal((await readFeed(service, '')).items.length, 6);
  assert.equal((await readFeed(service, '', content)).items.length, 4);
  assert.deepEqual(
    (await readFeed(service, '', contacts)).items.map(({ name }) => name),
    ['contact.created'],
  );
  const [event, ...others] = (await readFeed(service, '', forms)).items;
  assert.deepEqual(
    [event?.type, event?.name, event?.subject, others],
    ['submitted', 'submission.submitted', submissionId, []],
  );
  const denied = await service.request('GET', '/events?events=submission.paid', { token: content });
  assert.deepEqual([denied.status, denied.body.requiredScope], [403, 'forms:read']);
  assert.equal((await service.request('GET', '/events', { token: null })).status, 401);
});

test('a webhook and the feed say the same of an event, of people and payments to those who may read them', async (t) => {
  const service = await startPaymentService(t);
  const receiver = await startReceiver(t);
  const post = async (path: string, body: object) =>
    assert.equal((await service.request('POST', path, { body })).status, 201);
  const fields = [
    { name: 'email', type: 'email' },
    { name: 'fee', type: 'payment', amount: 2500, currency: 'usd' },
  ];
  await post('/forms', { name: 'Talk', slug: 'talk', fields });
  await post('/forms/talk/webhooks', { url: receiver.url, events: ['submitted', 'paid'] });
  await post('/payments/webhooks', { url: receiver.url, events: ['payment.succeeded'] });
  const { body } = await service.request('POST', '/forms/talk/submit', { body: { email: 'ada@example.com' } });
  await service.pay(body.paymentUrl);
  await waitFor('three deliveries', () => receiver.requests.length === 3);
  await service.settled();
  const sent = receiver.requests.map((request) => JSON.parse(request.body.toString()));
  const { items } = (await service.request('GET', '/events')).body;
  const shown = new Map(items.map(({ cursor: _, ...event }: { id: string; cursor: string }) => [event.id, event]));
  // The submission was not paid yet when its first event was sent.
  for (const event of sent.filter(({ type }) => type !== 'submitted')) assert.deepEqual(shown.get(event.id), event);
  for (const event of sent) {
    const own = shown.get(event.id) as typeof event;
    assert.deepEqual(Object.keys(own), Object.keys(event));
    assert.deepEqual([own.type, own.name, own.subject], [event.type, event.name, event.subject]);
  }

  const token = await service.tokenWith('forms:read');
  const { items: some } = (await service.request('GET', '/events?events=submission.paid', { token })).body;
  const [{ submission, contact, payment }] = some;
  assert.deepEqual([submission.data.email, contact, payment], ['ada@example.com', null, null]);
  await service.request('DELETE', '/forms/talk?force=true');
  const [left] = (await service.request('GET', '/events?events=submission.paid')).body.items;
  assert.deepEqual(left.submission, { id: left.subject, deleted: true });
  assert.equal(left.form.deleted, true);
});

test('an event that commits after a later one comes after it, and no reader misses it', {
  skip: testDialect !== 'postgres',
}, async (t) => {
  const service = await startContentService(t);
  const commit = Promise.withResolvers<void>();
  const slow = publishOf(service, 'item_slow', commit.promise);
  const stored = async () => (await readFeed(service)).items.length;
  await publishOf(service, 'item_quick');
  const first = await readFeed(service);
  assert.deepEqual(slugsOf(first), ['item_quick']);
  await publishOf(service, 'item_next');
  assert.equal(await stored(), 2);
  commit.resolve();
  await slow;
  const rest = await readFeed(service, `?after=${first.after}`);
  assert.deepEqual(slugsOf(rest), ['item_next', 'item_slow']);
  assert.deepEqual(slugsOf(await readFeed(service)), ['item_quick', 'item_next', 'item_slow']);
});

test('while many write with transactions of any length, readers get every event once, each item in its order', async (t) => {
  const service = await startContentService(t);
  const writers = 8;
  const each = 12;
  const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  const writing = Array.from({ length: writers }, async (_, writer) => {
    for (let n = 0; n < each; n++) {
      await publishOf(service, `item_${writer}`, testDialect === 'postgres' ? pause() : undefined);
      if (n % 4 === 0) await pause();
    }
  });
  let ended = false;
  const all = Promise.all(writing).finally(() => {
    ended = true;
  });
  const follow = async (limit: number): Promise<string[]> => {
    const seen: string[] = [];
    for (let after = '0'; ; ) {
      // Requests that are injected leave no room for anything else.
      await new Promise((resolve) => setImmediate(resolve));
      const isLast = ended;
      const part = await readFeed(service, `?after=${after}&limit=${limit}`);
      seen.push(...part.items.map(({ data, sequence }) => `${data.id} ${sequence}`));
      after = part.after;
      if (isLast && part.items.length === 0 && !part.more) return seen;
    }
  };
  const [first, second] = await Promise.all([follow(3), follow(50), all]);
  assert.equal(first.length, writers * each);
  assert.equal(new Set(first).size, writers * each);
  assert.deepEqual(second, first);
  for (let writer = 0; writer < writers; writer++) {
    const own = first.filter((name) => name.startsWith(`item_${writer} `)).map((name) => Number(name.split(' ')[1]));
    assert.deepEqual(
      own,
      Array.from({ length: each }, (_, n) => n + 1),
    );
  }
});

test('the events of an item keep their order if the clocks of two processes differ', async (t) => {
  const service = await startContentService(t);
  await publishOf(service, 'item_1');
  await publishOf(service, 'item_2');
  const { context } = service;
  const behind = { ...context, now: () => new Date(Date.now() - 60_000) };
  await publishOf({ ...service, context: behind }, 'item_1');
  const found = (await readFeed(service)).items.map(({ data, sequence }) => `${data.id} ${sequence}`);
  assert.deepEqual(found, ['item_1 1', 'item_1 2', 'item_2 1']);
});

test('a request waits for an event, and ends when one is committed or its time is over', async (t) => {
  const service = await start(t);
  const { after } = await readFeed(service, '?after=latest');
  const waiting = readFeed(service, `?after=${after}&events=item.trashed&waitSeconds=30`);
  await send(service, 'PATCH', '/content/page/two', { title: 'Not chosen' });
  await send(service, 'DELETE', '/content/page/two');
  assert.deepEqual(slugsOf(await waiting), ['two']);
  const none = await readFeed(service, '?after=latest&waitSeconds=1');
  assert.deepEqual([none.items, none.more], [[], false]);
});

test('a stream sends events as they are committed, and continues after the last one', async (t) => {
  const service = await start(t);
  const origin = await service.listen();
  const controller = new AbortController();
  t.after(() => controller.abort());
  const open = async (headers: Record<string, string>, query = '') =>
    fetch(`${origin}/api/v1/events${query}`, {
      headers: { authorization: `Bearer ${service.token}`, accept: 'text/event-stream', ...headers },
      signal: controller.signal,
    });
  const follow = (response: Response) => {
    const read = { text: '' };
    (async () => {
      for await (const chunk of response.body ?? []) read.text += new TextDecoder().decode(chunk);
    })().catch(() => {});
    return read;
  };
  const response = await open({}, '?types=post');
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const live = follow(response);
  await waitFor('what is there', () => live.text.includes('item.updated'));
  await send(service, 'DELETE', '/content/post/three');
  await waitFor('the new event', () => live.text.includes('event: item.trashed'));
  const ids = [...live.text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id as string);
  const again = follow(await open({ 'last-event-id': ids[0] as string }, '?after=latest'));
  await waitFor('all after the first', () => again.text.includes('item.trashed'));
  const datas = [...again.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string).data.slug);
  assert.deepEqual(datas, ['two', 'three', 'one', 'three']);
  // The service does not wait for streams when it closes.
  await service.app.close();
});

test('old events are forgotten, except what the next event of an item continues', async (t) => {
  const service = await start(t);
  const form = await makeForm(service);
  await service.request('POST', `/forms/${form.id}/submit`, { body: {} });
  await send(service, 'DELETE', '/content/page/two?force=true');
  const before = await readFeed(service, '?limit=1');
  await send(service, 'PATCH', '/settings', { eventDays: 7 });
  service.advance(6 * dayMs);
  await keepFeed(service.context);
  assert.equal((await readFeed(service)).items.length, 6);
  service.advance(2 * dayMs);
  await send(service, 'PATCH', '/content/post/three', { title: 'Young' });
  await keepFeed(service.context);
  const young = await readFeed(service);
  assert.deepEqual(
    young.items.map(({ data, sequence }) => [data.slug, sequence]),
    [['three', 2]],
  );
  const late = await service.request('GET', `/events?after=${before.after}`);
  assert.deepEqual([late.status, late.body.code], [410, 'events_forgotten']);
  const headers = { accept: 'text/event-stream', 'last-event-id': before.after };
  assert.equal((await service.request('GET', '/events', { headers })).status, 410);
  const kept = async () => {
    const rows = await service.context.db.selectFrom('events').select(['type', 'sequence', 'position']).execute();
    return rows.map(({ type, sequence, position }) => `${type} ${sequence} ${position === 0}`).sort();
  };
  const rest = ['item.published 1 true', 'item.updated 2 false', 'item.updated 2 true', 'submission.submitted 1 true'];
  assert.deepEqual(await kept(), rest);

  service.advance(8 * dayMs);
  await keepFeed(service.context);
  assert.deepEqual(await readFeed(service), { items: [], after: young.after, more: false });
  assert.deepEqual(await kept(), ['item.updated 2 true', 'item.updated 2 true', 'submission.submitted 1 true']);
  await send(service, 'DELETE', '/content/post/one');
  const [trashed] = (await readFeed(service, `?after=${young.after}`)).items;
  assert.deepEqual([trashed?.type, trashed?.sequence], ['item.trashed', 3]);
});

test('more events than fit into one transaction are placed and forgotten in their order', async (t) => {
  const service = await startContentService(t);
  const count = 2300;
  await inTransaction(service.context, async (ctx) => {
    for (let n = 0; n < count; n++) {
      const id = `item_${n % 7}`;
      await publish(ctx, 'item.updated', { key: `${n}`, subject: id, contactId: null, data: dataOf(id), facts: null });
    }
  });
  assert.equal(await placeEvents(service.context), true);
  while (await placeEvents(service.context));
  const events = await readEvents(service.context, 0, count);
  assert.equal(events.length, count);
  assert.deepEqual(
    events.map(({ position }) => position),
    Array.from({ length: count }, (_, n) => n + 1),
  );
  const sequences = events.filter(({ subject }) => subject === 'item_3').map(({ sequence }) => sequence);
  assert.deepEqual(
    sequences,
    [...sequences].sort((a, b) => a - b),
  );
  const until = new Date(Date.now() + dayMs).toISOString();
  assert.equal(await forgetEvents(service.context, until), true);
  while (await forgetEvents(service.context, until));
  assert.equal((await service.context.db.selectFrom('events').select('id').execute()).length, 7);
});
