import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMedia, send, startContentService } from '../../../test/support/content-service.ts';
import { setUpOwner } from '../../../test/support/sign-in.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { pruneRevisions } from './prune-revisions.ts';

const dayMs = 86_400_000;

type Service = Pick<TestService, 'request'>;

async function create({ request }: Service, body: object = {}): Promise<string> {
  const created = await request('POST', '/content/post', { body: { title: 'First', status: 'publish', ...body } });
  assert.equal(created.status, 201, created.text);
  return `/content/post/${created.body.id}`;
}

test('each change of an item leaves a revision that says who made what of it', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const path = await create(owner, {
    content: '<p>One</p>',
    fields: { price: 1, size: 2 },
    tags: ['a'],
    status: 'draft',
  });
  await send(service, 'PATCH', path, { content: '<p>Two</p>', fields: { price: 3, size: null }, tags: ['b'] });
  await send(owner, 'PATCH', path, { status: 'publish' });
  await send(service, 'PATCH', path, { status: 'publish', title: 'First' });
  await send(service, 'DELETE', path);
  await send(service, 'PATCH', path, { status: 'draft' });
  const list = (await send(service, 'GET', `${path}/revisions`)).body;
  assert.deepEqual(
    list.items.map(({ number, action, way, by, changed, current }: never) => [
      number,
      action,
      way,
      (by as { name: string }).name,
      changed,
      current,
    ]),
    [
      [5, 'untrash', 'key', 'test', ['status'], true],
      [4, 'trash', 'key', 'test', ['status'], false],
      [3, 'publish', 'admin', 'Olga', ['status', 'publishedAt'], false],
      [2, 'update', 'key', 'test', ['excerpt', 'content', 'fields.size', 'fields.price', 'tags'], false],
      [1, 'create', 'admin', 'Olga', [], false],
    ],
  );
  assert.equal(list.total, 5);
  const first = (await send(service, 'GET', `${path}/revisions/1`)).body.item;
  assert.deepEqual(
    [first.content, first.excerpt, first.fields, first.tags, first.status],
    ['<p>One</p>', 'One', { price: 1, size: 2 }, ['a'], 'draft'],
  );
  const page = (await send(service, 'GET', `${path}/revisions?limit=2&offset=1`)).body;
  assert.deepEqual(
    page.items.map(({ number }: { number: number }) => number),
    [4, 3],
  );
  assert.equal((await send(service, 'GET', `${path}/revisions/5`)).body.item.status, 'draft');
});

test('a name stays as it was when the user is renamed, and visitors and readers see no revisions', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const path = await create(owner);
  await send(owner, 'PATCH', `/users/${owner.id}`, { name: 'Olga Berg' });
  await send(owner, 'PATCH', path, { title: 'Second' });
  const { items } = (await send(service, 'GET', `${path}/revisions`)).body;
  assert.deepEqual(
    items.map(({ by }: { by: { name: string } }) => by.name),
    ['Olga Berg', 'Olga'],
  );
  assert.equal((await service.request('GET', `${path}/revisions`, { token: null })).status, 401);
  const reader = await service.tokenWith('content:read');
  assert.equal((await service.request('GET', `${path}/revisions/1`, { token: reader })).status, 403);
});

test('revisions are compared member by member', async (t) => {
  const service = await startContentService(t);
  const path = await create(service, { content: '<p>One</p>', fields: { price: 1, size: 2 } });
  await send(service, 'PATCH', path, { title: 'Second', fields: { price: 5, size: null, color: 'red' } });
  await send(service, 'PATCH', path, { title: 'Third' });
  const diff = (await send(service, 'GET', `${path}/revisions/1/diff?with=2`)).body;
  assert.deepEqual(diff, {
    from: 1,
    to: 2,
    changes: [
      { member: 'title', before: 'First', after: 'Second' },
      { member: 'fields.price', before: 1, after: 5 },
      { member: 'fields.size', before: 2, after: null },
      { member: 'fields.color', before: null, after: 'red' },
    ],
  });
  const withCurrent = (await send(service, 'GET', `${path}/revisions/2/diff`)).body;
  assert.deepEqual(withCurrent.changes, [{ member: 'title', before: 'Second', after: 'Third' }]);
  const other = await service.request('GET', `${path}/revisions/1/diff?with=9`);
  assert.equal(other.body.code, 'revision_not_found');
});

test('a restored revision is a new one, and the item stays where it is', async (t) => {
  const service = await startContentService(t);
  const long = `<p>${'long '.repeat(5000)}</p>`;
  const path = await create(service, { content: long, fields: { price: 1 }, tags: ['a'], slug: 'first' });
  const change = { title: 'Second', content: '<p>New</p>', fields: { price: null, size: 4 }, tags: [], slug: 'second' };
  await send(service, 'PATCH', path, change);
  const restored = (await send(service, 'POST', `${path}/revisions/1/restore`)).body;
  const { title, content, fields, tags, slug, version, excerpt } = restored;
  assert.deepEqual(
    { title, content, fields, tags, slug, version },
    {
      title: 'First',
      content: long,
      fields: { price: 1 },
      tags: ['a'],
      slug: 'second',
      version: 3,
    },
  );
  assert.match(excerpt, /^long long/);
  assert.equal((await send(service, 'GET', '/content/post?search=long')).body.total, 1);
  const [newest] = (await send(service, 'GET', `${path}/revisions`)).body.items;
  assert.deepEqual([newest.action, newest.changed.includes('title')], ['restore', true]);
  const stale = await service.request('POST', `${path}/revisions/1/restore`, { headers: { 'if-match': '"old"' } });
  assert.equal(stale.status, 412);
});

test('a revision that refers to what was deleted is not restored, and the fault names the field', async (t) => {
  const service = await startContentService(t);
  await send(service, 'PATCH', '/types/post', { fields: [{ name: 'cover', type: 'media' }] });
  const cover = await addMedia(service);
  const path = await create(service, { fields: { cover } });
  await send(service, 'DELETE', `/media/${cover}?references=clear`);
  const { items } = (await send(service, 'GET', `${path}/revisions`)).body;
  assert.deepEqual([items[0].number, items[0].changed], [2, ['fields.cover']]);
  const refused = await service.request('POST', `${path}/revisions/1/restore`);
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/fields/cover']);
});

test('all revisions of 30 days are kept, then one a day for a year, and named ones always', async (t) => {
  const service = await startContentService(t);
  const path = await create(service);
  const rename = (title: string) => send(service, 'PATCH', path, { title });
  for (const title of ['a', 'b', 'c']) await rename(title);
  await send(service, 'PATCH', `${path}/revisions/2`, { name: 'As printed' });
  service.advance(3 * dayMs);
  await rename('d');
  await rename('e');
  await send(service, 'PATCH', `${path}/revisions/6`, { name: 'Now' });
  const numbers = async () => {
    await pruneRevisions(service.context);
    const { items } = (await send(service, 'GET', `${path}/revisions`)).body;
    return items.map(({ number }: { number: number }) => number);
  };
  service.advance(26 * dayMs);
  assert.deepEqual(await numbers(), [6, 5, 4, 3, 2, 1]);
  service.advance(6 * dayMs);
  assert.deepEqual(await numbers(), [6, 5, 4, 2]);
  const gone = await service.request('GET', `${path}/revisions/1`);
  assert.deepEqual([gone.status, gone.body.code], [410, 'revision_pruned']);
  assert.equal((await service.request('POST', `${path}/revisions/1/restore`)).status, 410);
  assert.equal((await service.request('GET', `${path}/revisions/7`)).status, 404);
  await rename('f');
  service.advance(366 * dayMs);
  assert.deepEqual(await numbers(), [7, 6, 2]);
  await send(service, 'PATCH', `${path}/revisions/2`, { name: null });
  await send(service, 'PATCH', '/settings', { revisionsAllDays: 1, revisionsDailyDays: 0 });
  assert.deepEqual(await numbers(), [7, 6]);
  const { items } = (await send(service, 'GET', `${path}/revisions`)).body;
  assert.deepEqual(
    items.map(({ name }: { name: string }) => name),
    [null, 'Now'],
  );
});

test('an item that is deleted permanently takes its revisions along', async (t) => {
  const service = await startContentService(t);
  const path = await create(service);
  await send(service, 'PATCH', path, { title: 'Second' });
  await send(service, 'DELETE', `${path}?force=true`);
  assert.deepEqual(await service.context.db.selectFrom('revisions').selectAll().execute(), []);
  assert.equal((await service.request('GET', `${path}/revisions`)).status, 404);
});

test('an item from before revisions has one that says nothing about its change', async (t) => {
  const service = await startContentService(t);
  const path = await create(service);
  const db = service.database.writer;
  await db.updateTable('items').set({ lastChange: null }).execute();
  await send(service, 'PATCH', path, { title: 'Second' });
  const { items } = (await send(service, 'GET', `${path}/revisions`)).body;
  assert.deepEqual([items[1].way, items[1].by, items[1].action], [null, null, 'create']);
});

test('autosaves of one person within ten minutes, and the save after them, are one revision', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const path = await create(service, { status: 'draft', content: '<p>One</p>' });
  const autosave = (who: Service, body: object) => send(who, 'PATCH', `${path}?autosave=true`, body);
  await autosave(owner, { content: '<p>One t</p>' });
  await autosave(owner, { content: '<p>One two</p>' });
  await autosave(owner, { title: 'Second' });
  await send(owner, 'PATCH', path, { fields: { price: 3 } });
  const list = async () =>
    (await send(service, 'GET', `${path}/revisions`)).body.items.map(
      ({ number, action, changed }: { number: number; action: string; changed: string[] }) =>
        `${number} ${action} ${changed}`,
    );
  assert.deepEqual(await list(), ['5 update excerpt,content,title,fields.price', '1 create ']);
  assert.equal((await service.request('GET', `${path}/revisions/3`)).body.code, 'revision_pruned');
  assert.equal((await send(service, 'GET', `${path}/revisions/1`)).body.item.content, '<p>One</p>');

  // What was saved on purpose is kept, and so is what another person autosaved.
  await autosave(owner, { title: 'Third' });
  await autosave(service, { title: 'Fourth' });
  await autosave(service, { title: 'Fifth' });
  service.advance(10 * 60_000 + 1);
  await autosave(service, { title: 'Sixth' });
  await autosave(service, { title: 'Seventh' });
  const numbers = (await list()).map((line: string) => Number.parseInt(line, 10));
  assert.deepEqual(numbers, [10, 8, 6, 5, 1]);
  await send(service, 'PATCH', path, {});
  await autosave(service, { title: 'Seventh and more' });
  assert.match((await list())[1], /^10 /);
  await autosave(service, { title: 'Seventh' });
  // A name keeps what it names, and publishing keeps what was there before.
  await send(service, 'PATCH', `${path}/revisions/12`, { name: 'Done' });
  await autosave(service, { title: 'Eighth' });
  await send(service, 'PATCH', path, { status: 'publish' });
  assert.deepEqual((await list()).slice(0, 3), ['14 publish status,publishedAt', '13 update title', '12 update title']);
});
