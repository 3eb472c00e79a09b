import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMedia, send, startContentService } from '../../../test/support/content-service.ts';
import { startReceiver } from '../../../test/support/receiver.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { exportItem, typed, writeExport } from '../../../test/support/wordpress-export.ts';
import { importWordpress } from '../../importers/wordpress-import.ts';
import { emptyTrash } from './empty-trash.ts';

const dayMs = 86_400_000;

async function start(t: TestContext) {
  const service = await startContentService(t);
  const fields = [
    { name: 'price', type: 'number' },
    { name: 'photo', type: 'media' },
  ];
  await send(service, 'PATCH', '/types/post', { fields, url: 'https://site.test/blog/{slug}' });
  return service;
}

/** The stored events in their order, as `event slug`. */
async function eventsOf({ context }: Pick<TestService, 'context'>) {
  const rows = context.db.selectFrom('events').select(['type', 'data', 'sequence', 'uniqueKey']);
  const found = await rows.where('type', 'like', 'item.%').orderBy('createdAt').orderBy('id').execute();
  return found.map(({ type, data, ...rest }) => ({ type, ...rest, data: JSON.parse(data) }));
}

async function namesOf(service: TestService): Promise<string[]> {
  return (await eventsOf(service)).map(({ type, data }) => `${type.slice('item.'.length)} ${data.slug}`);
}

async function create(service: TestService, body: object, type = 'post') {
  const answer = await service.request('POST', `/content/${type}`, { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

test('each change of a public item is one event, and drafts have none', async (t) => {
  const service = await start(t);
  const item = await create(service, { title: 'First', slug: 'first', status: 'publish' });
  const path = `/content/post/${item.id}`;
  await send(service, 'PATCH', path, { title: 'Changed', slug: 'second', fields: { price: 3 } });
  await send(service, 'PATCH', path, { title: 'Changed' });
  await send(service, 'PATCH', path, { unpublishAt: new Date(Date.now() + dayMs).toISOString() });
  await send(service, 'PATCH', `${path}/draft`, { title: 'Secret' });
  await send(service, 'POST', `${path}/publish`);
  await send(service, 'PATCH', `${path}?autosave=true`, { title: 'Autosaved' });
  await send(service, 'POST', `${path}/revisions/2/restore`);
  await send(service, 'PATCH', path, { status: 'draft', title: 'Hidden title', slug: 'hidden' });
  await send(service, 'PATCH', `${path}?autosave=true`, { title: 'Hidden still' });
  await send(service, 'DELETE', path);
  await send(service, 'PATCH', path, { status: 'draft' });
  await send(service, 'PATCH', path, { status: 'publish', slug: 'third' });
  await send(service, 'DELETE', path);
  await send(service, 'DELETE', `${path}?force=true`);
  const events = await eventsOf(service);
  assert.deepEqual(await namesOf(service), [
    'published first',
    'updated second',
    'updated second',
    'updated second',
    'updated second',
    'unpublished second',
    'trashed second',
    'unpublished second',
    'published third',
    'trashed third',
    'deleted third',
  ]);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  );
  assert.deepEqual(events[1]?.data, {
    id: item.id,
    type: 'post',
    slug: 'second',
    url: 'https://site.test/blog/second',
    title: 'Changed',
    status: 'publish',
    version: 2,
    publishedAt: item.publishedAt,
    changed: ['title', 'slug', 'fields.price'],
    former: { slug: 'first', url: 'https://site.test/blog/first' },
  });
  const { id: _id, type: _type, ...gone } = events[5]?.data ?? {};
  assert.deepEqual(gone, {
    ...{ slug: 'second', url: 'https://site.test/blog/second', title: null, status: 'draft', version: 7 },
    ...{ publishedAt: null, changed: [], former: null },
  });
  assert.deepEqual(events.map(({ data }) => data.status).slice(6), ['trash', 'draft', 'publish', 'trash', null]);
  assert.ok(!JSON.stringify(events.slice(0, 8)).includes('idden'));

  const draft = await create(service, { title: 'Never public', slug: 'never' });
  const draftPath = `/content/post/${draft.id}`;
  await send(service, 'PATCH', draftPath, { title: 'Still not' });
  await send(service, 'DELETE', draftPath);
  await send(service, 'PATCH', draftPath, { status: 'draft' });
  await send(service, 'DELETE', `${draftPath}?force=true`);
  assert.equal((await eventsOf(service)).length, events.length);
});

test('bulk changes, the trash that is emptied, and what follows for other items are events too', async (t) => {
  const service = await start(t);
  const photo = await addMedia(service);
  const bulk = (operations: object[]) => send(service, 'POST', '/content/page/bulk', { operations });
  await bulk([
    { action: 'create', title: 'Parent', slug: 'parent', status: 'publish' },
    { action: 'create', title: 'Draft', slug: 'draft' },
  ]);
  const { body: parent } = await send(service, 'GET', '/content/page/parent');
  const child = await create(
    service,
    { title: 'Child', slug: 'child', status: 'publish', parentId: parent.id },
    'page',
  );
  await create(service, { title: 'Hidden child', slug: 'hidden', parentId: parent.id }, 'page');
  const post = await create(service, { title: 'Post', slug: 'post', status: 'publish', fields: { photo } });
  await create(service, { title: 'Other', slug: 'other', fields: { photo } });
  await bulk([
    { action: 'publish', id: 'draft' },
    { action: 'update', id: 'child', menuOrder: 3 },
    { action: 'trash', id: 'draft' },
    { action: 'delete', id: 'parent' },
  ]);
  await send(service, 'DELETE', `/media/${photo}?references=clear`);
  service.advance(31 * dayMs);
  assert.equal(await emptyTrash(service.context), 1);
  // The overview is about visitors and money.
  assert.deepEqual((await send(service, 'GET', '/summary')).body.events, []);
  assert.deepEqual(await namesOf(service), [
    'published parent',
    'published child',
    'published post',
    'published draft',
    'updated child',
    'trashed draft',
    'updated child',
    'deleted parent',
    'updated post',
    'deleted draft',
  ]);
  const changes = (await eventsOf(service)).filter(({ type }) => type === 'item.updated');
  assert.deepEqual(
    changes.map(({ data }) => [data.id, ...data.changed]),
    [
      [child.id, 'menuOrder'],
      [child.id, 'parentId'],
      [post.id, 'fields.photo'],
    ],
  );
});

test('a dry run and a change that fails publish nothing', async (t) => {
  const service = await start(t);
  const operations = [{ action: 'create', title: 'New', slug: 'new', status: 'publish' }];
  await send(service, 'POST', '/content/post/bulk?dryRun=true', { operations });
  const wrong = [...operations, { action: 'trash', id: 'missing' }];
  assert.equal((await service.request('POST', '/content/post/bulk', { body: { operations: wrong } })).status, 422);
  assert.deepEqual(await namesOf(service), []);
});

test('a scheduled item is published once when its time comes, also late and when it is changed first', async (t) => {
  const service = await start(t);
  const at = (ms: number) => new Date(service.context.now().getTime() + ms).toISOString();
  const scheduled = (slug: string, ms = 60_000) =>
    create(service, { title: slug, slug, status: 'publish', publishedAt: at(ms) });
  await scheduled('on-time');
  const changed = await scheduled('changed');
  const moved = await scheduled('moved');
  const withdrawn = await scheduled('withdrawn');
  const ended = await scheduled('ended');
  await send(service, 'PATCH', `/content/post/${changed.id}`, { title: 'Changed before' });
  await send(service, 'PATCH', `/content/post/${moved.id}`, { publishedAt: at(2 * dayMs) });
  await send(service, 'PATCH', `/content/post/${withdrawn.id}`, { status: 'draft' });
  await send(service, 'PATCH', `/content/post/${ended.id}`, { unpublishAt: at(120_000) });
  assert.deepEqual(await namesOf(service), []);

  // The service stood still at their times.
  service.advance(dayMs);
  await send(service, 'PATCH', `/content/post/${changed.id}`, { title: 'Changed after' });
  await service.work();
  const isDone = (count: number) => async () => (await eventsOf(service)).length >= count;
  await waitFor('the events of what is public now', isDone(5));
  const names = await namesOf(service);
  assert.deepEqual(names.slice(0, 2), ['published changed', 'updated changed']);
  assert.deepEqual(names.slice(2).sort(), ['published ended', 'published on-time', 'unpublished ended']);
  assert.ok(names.indexOf('published ended') < names.indexOf('unpublished ended'));
  await waitFor('the end of the jobs', async () => {
    const due = service.context.db.selectFrom('jobs').select('id').where('runAt', '<=', at(0));
    return (await due.where('task', '=', 'content.announceItem').execute()).length === 0;
  });
  assert.equal((await eventsOf(service)).length, 5);

  service.advance(2 * dayMs);
  await waitFor('the event of the other time', isDone(6));
  assert.equal((await namesOf(service)).at(-1), 'published moved');
});

test('imports publish events if they are asked to, and scheduled items at their time', async (t) => {
  const service = await start(t);
  const post = (id: number, status = 'publish', rest = '') => exportItem(id, typed('post', status, rest));
  await importWordpress(service.context, await writeExport(t, post(1)));
  assert.deepEqual(await namesOf(service), []);
  await importWordpress(service.context, await writeExport(t, post(1) + post(2) + post(3, 'draft')), { events: true });
  assert.equal((await namesOf(service)).length, 1);
  const { items } = (await send(service, 'GET', '/content/post')).body;
  for (const { id } of items) await send(service, 'PATCH', `/content/post/${id}`, { title: 'Edited' });
  const names = (await namesOf(service)).map((name) => name.split(' ')[0]);
  assert.deepEqual(names, ['published', 'updated', 'updated']);
});

test('subscribers get the events of the types that they chose, signed like all others', async (t) => {
  const service = await start(t);
  await service.work();
  const receiver = await startReceiver(t);
  const subscribe = (body: object) => service.request('POST', '/webhooks', { body: { url: receiver.url, ...body } });
  const all = (await subscribe({ events: ['item.published', 'item.deleted'] })).body;
  const pages = (await subscribe({ events: ['item.published'], types: ['pages'] })).body;
  // A program whose choice is empty does not get all.
  assert.equal((await subscribe({ events: ['item.published'], types: [] })).status, 422);
  const item = await create(service, { title: 'Post', slug: 'post', status: 'publish' });
  await send(service, 'PATCH', `/content/post/${item.id}`, { title: 'Not chosen' });
  await send(service, 'DELETE', `/content/post/${item.id}?force=true`);
  await create(service, { title: 'Page', slug: 'page', status: 'publish' }, 'page');
  await receiver.received(4);
  const bodies = receiver.requests.map(({ body }) => JSON.parse(body.toString()));
  const found = bodies.map(({ type, data }) => `${type} ${data.type}`).sort();
  assert.deepEqual(found, ['item.deleted post', 'item.published page', 'item.published page', 'item.published post']);
  const [event] = await eventsOf(service);
  const first = bodies.find(({ data, type }) => data.id === item.id && type === 'item.published');
  assert.deepEqual([first.data, first.sequence], [event?.data, 1]);
  const deliveries = (await send(service, 'GET', `/deliveries?subscriberId=${pages.id}`)).body;
  assert.equal(deliveries.total, 1);
  assert.equal((await send(service, 'GET', `/deliveries?subject=${item.id}`)).body.total, 2);

  const editor = await service.tokenWith('content:write');
  const others = await service.tokenWith('forms:write', 'payments:write');
  const seen = async (token: string) => (await service.request('GET', '/deliveries', { token })).body.total;
  assert.deepEqual([await seen(editor), await seen(others)], [4, 0]);
  assert.equal((await service.request('POST', `/webhooks/${all.id}/test`, { token: others })).status, 404);
});
