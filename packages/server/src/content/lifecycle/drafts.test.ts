import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startContentService } from '../../../test/support/content-service.ts';
import { setUpOwner } from '../../../test/support/sign-in.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { waitFor } from '../../../test/support/wait-for.ts';

const hourMs = 3_600_000;

type Service = Pick<TestService, 'request'>;

async function create({ request }: Service, body: object = {}): Promise<string> {
  const item = { title: 'First', content: '<p>One</p>', status: 'publish', fields: { price: 1, size: 2 }, ...body };
  const created = await request('POST', '/content/post', { body: item });
  assert.equal(created.status, 201, created.text);
  return `/content/post/${created.body.id}`;
}

test('a draft is beside what is live until it is published', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const reader = await service.tokenWith('content:read');
  const path = await create(service, { tags: ['a'] });
  const before = await service.request('GET', path, { token: reader });
  const missing = await service.request('GET', '/content/post/hidden', { token: reader });
  assert.match(
    missing.body.detail,
    /^No published post has the slug or ID "hidden"\. Drafts require .* content:write$/,
  );
  const change = {
    title: 'Second',
    content: '<p>Two words</p>',
    fields: { price: 3, size: null },
    tags: ['B'],
    slug: 'two',
  };
  const draft = (await send(owner, 'PATCH', `${path}/draft`, change)).body;
  assert.deepEqual(
    [draft.title, draft.content, draft.excerpt, draft.fields, draft.tags, draft.slug, draft.version, draft.status],
    ['Second', '<p>Two words</p>', 'Two words', { price: 3 }, ['B'], 'two', 1, 'publish'],
  );
  assert.deepEqual(draft.draft, {
    version: 1,
    updatedAt: draft.draft.updatedAt,
    by: { id: owner.id, name: 'Olga' },
    changed: ['title', 'content', 'tags', 'slug', 'fields.price', 'fields.size'],
    publishAt: null,
    problem: null,
  });
  const during = await service.request('GET', path, { token: reader });
  assert.deepEqual([during.text, during.headers.etag], [before.text, before.headers.etag]);
  assert.equal((await service.request('GET', `${path}?version=draft`, { token: reader })).status, 403);
  assert.equal((await service.request('GET', `${path}?version=draft`, { token: null })).status, 401);
  assert.equal((await service.request('GET', '/content/post/two', { token: reader })).status, 404);
  assert.equal((await send(service, 'GET', '/content/post?search=words')).body.total, 0);
  assert.equal((await send(service, 'GET', '/content/post?tag=b')).body.total, 0);
  assert.deepEqual((await send(service, 'GET', path)).body.draft, draft.draft);
  assert.equal((await send(service, 'GET', `${path}?version=live`)).body.title, 'First');
  assert.equal((await send(service, 'GET', `${path}?version=draft`)).body.title, 'Second');

  const published = (await send(owner, 'POST', `${path}/publish`, {})).body;
  assert.deepEqual(
    [published.title, published.fields, published.tags, published.slug, published.version, published.draft],
    ['Second', { price: 3 }, ['b'], 'two', 2, undefined],
  );
  assert.equal(published.publishedAt, before.body.publishedAt);
  assert.equal((await send(service, 'GET', '/content/post?search=words')).body.total, 1);
  const [newest] = (await send(service, 'GET', `${path}/revisions`)).body.items;
  assert.deepEqual([newest.number, newest.action, newest.way], [2, 'publish', 'admin']);
  assert.deepEqual(await service.context.db.selectFrom('drafts').selectAll().execute(), []);
});

test('what changes in the live item meanwhile stays, and the draft is on top of it', async (t) => {
  const service = await startContentService(t);
  const path = await create(service);
  await send(service, 'PATCH', `${path}/draft`, { title: 'Second', fields: { price: 3 } });
  await send(service, 'PATCH', path, { content: '<p>Live</p>', fields: { price: 9, size: 8 } });
  const draft = (await send(service, 'GET', `${path}?version=draft`)).body;
  assert.deepEqual([draft.title, draft.content, draft.fields], ['Second', '<p>Live</p>', { price: 3, size: 8 }]);
  const live = (await send(service, 'GET', path)).body;
  assert.deepEqual([live.title, live.fields], ['First', { price: 9, size: 8 }]);
});

test('a draft that no longer differs is none, and one can be discarded', async (t) => {
  const service = await startContentService(t);
  const path = await create(service, { tags: ['a'] });
  const sent = { title: 'Second', tags: [], fields: { size: null, color: 'red' }, excerpt: 'Short' };
  assert.ok((await send(service, 'PATCH', `${path}/draft`, sent)).body.draft);
  const back = { title: 'First', tags: ['a'], fields: { size: 2, color: null }, excerpt: null };
  assert.equal((await send(service, 'PATCH', `${path}/draft`, back)).body.draft, undefined);
  await send(service, 'PATCH', `${path}/draft`, sent);
  const discarded = (await send(service, 'DELETE', `${path}/draft`)).body;
  assert.deepEqual([discarded.title, discarded.draft], ['First', undefined]);
  assert.equal((await send(service, 'GET', `${path}?version=draft`)).body.title, 'First');
  assert.equal((await send(service, 'DELETE', `${path}/draft`)).body.version, 1);
});

test('a draft may be incomplete, and publishing names everything that is missing or wrong at once', async (t) => {
  const service = await startContentService(t);
  const fields = [
    { name: 'price', type: 'number', required: true },
    { name: 'sku', type: 'text', required: true, unique: true },
    { name: 'cover', type: 'media' },
  ];
  await send(service, 'PATCH', '/types/post', { fields });
  const path = await create(service, { fields: { price: 1, sku: 'A' } });
  const cover = `med_${'0'.repeat(26)}`;
  const draft = { title: '', fields: { price: 'cheap', sku: null, cover } };
  assert.deepEqual((await send(service, 'PATCH', `${path}/draft`, draft)).body.fields, { price: 'cheap', cover });
  const refused = await service.request('POST', `${path}/publish`, { body: {} });
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]).sort(),
    [
      ['/fields/cover', 'unknown'],
      ['/fields/price', 'wrong_type'],
      ['/fields/sku', 'required'],
      ['/title', 'required'],
    ],
  );
  assert.deepEqual((await send(service, 'GET', path)).body.fields, { price: 1, sku: 'A' });
  const withoutBody = await service.request('POST', `${path}/publish`);
  assert.deepEqual(withoutBody.body.errors, refused.body.errors);
  const unknown = await service.request('PATCH', `${path}/draft`, { body: { status: 'draft', colour: 1 } });
  assert.deepEqual(unknown.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    '/colour',
    '/status',
  ]);
});

test('an item can be sent back as its draft was read, and a stale draft is rejected', async (t) => {
  const service = await startContentService(t);
  const path = await create(service);
  const live = await send(service, 'GET', path);
  const draft = await send(service, 'PATCH', `${path}/draft`, { title: 'Second' });
  const same = await send(service, 'PATCH', `${path}/draft`, draft.body);
  assert.deepEqual(same.body, draft.body);
  const patch = (tag: unknown, path: string, body: object) =>
    service.request('PATCH', path, { body, headers: { 'if-match': String(tag) } });
  assert.equal((await patch(live.headers.etag, `${path}/draft`, { title: 'Mine' })).status, 412);
  const mine = await patch(draft.headers.etag, `${path}/draft`, { title: 'Mine' });
  assert.equal(mine.status, 200, mine.text);
  // What is live has not changed, so a tag from before the draft still names it, and one from after it does too.
  assert.equal((await patch(live.headers.etag, path, { menuOrder: 1 })).status, 200);
  const now = await send(service, 'GET', path);
  assert.equal((await patch(now.headers.etag, path, { menuOrder: 2 })).status, 200);
  assert.equal((await patch(live.headers.etag, path, { menuOrder: 3 })).status, 412);
  assert.equal((await patch(mine.headers.etag, `${path}/draft`, { title: 'Yours' })).status, 412);
});

test('the draft of a live item is published at its time, in the name of the user who saved it', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const path = await create(service);
  const at = new Date(service.context.now().getTime() + hourMs).toISOString();
  const nothing = await service.request('POST', `${path}/publish`, { body: { at } });
  assert.deepEqual([nothing.status, nothing.body.code], [409, 'nothing_to_publish']);
  await send(owner, 'PATCH', `${path}/draft`, { title: 'Second' });
  const past = await service.request('POST', `${path}/publish`, { body: { at: '2020-01-01T00:00:00Z' } });
  assert.deepEqual([past.status, past.body.errors[0].pointer], [422, '/at']);
  assert.equal((await send(service, 'POST', `${path}/publish`, { at })).body.draft.publishAt, at);
  assert.equal((await send(service, 'POST', `${path}/publish`, { at: null })).body.draft.publishAt, null);
  const later = new Date(service.context.now().getTime() + 2 * hourMs).toISOString();
  await send(owner, 'POST', `${path}/publish`, { at: later });
  await service.work();
  const title = async () => (await send(service, 'GET', path)).body.title;
  service.advance(1.5 * hourMs);
  await waitFor('the end of the job for the first time', async () => {
    const jobs = service.context.db.selectFrom('jobs').select('id').where('task', '=', 'content.publishDraft');
    return (await jobs.execute()).length === 1;
  });
  assert.equal(await title(), 'First');
  service.advance(hourMs);
  await waitFor('the publication', async () => (await title()) === 'Second');
  const [newest] = (await send(service, 'GET', `${path}/revisions`)).body.items;
  assert.deepEqual([newest.action, newest.way, newest.by.name], ['publish', 'schedule', 'Olga']);
});

test('a draft that is not valid at its time stays, and says why', async (t) => {
  const service = await startContentService(t);
  const path = await create(service);
  await send(service, 'PATCH', `${path}/draft`, { title: 'Second' });
  const at = new Date(service.context.now().getTime() + hourMs).toISOString();
  await send(service, 'POST', `${path}/publish`, { at });
  await send(service, 'PATCH', '/types/post', { fields: [{ name: 'sku', type: 'text', required: true }] });
  await service.work();
  service.advance(2 * hourMs);
  const note = async () => (await send(service, 'GET', path)).body.draft;
  await waitFor('the problem', async () => (await note()).problem !== null);
  const { problem, publishAt } = await note();
  assert.deepEqual([problem, publishAt], ['fields.sku is required', null]);
  assert.equal((await send(service, 'PATCH', `${path}/draft`, { fields: { sku: 'A' } })).body.draft.problem, null);
});

test('a draft whose item is not live at its time stays, and says why', async (t) => {
  const service = await startContentService(t);
  const at = new Date(service.context.now().getTime() + hourMs).toISOString();
  const paths: string[] = [];
  for (const change of [{ status: 'draft' }, { status: 'trash' }, { unpublishAt: at }]) {
    const path = await create(service);
    await send(service, 'PATCH', `${path}/draft`, { title: 'Second' });
    await send(service, 'POST', `${path}/publish`, { at });
    const { draft } = (await send(service, 'PATCH', path, change)).body;
    if (change.status) assert.equal(draft.publishAt, null, 'it does not wait any longer');
    paths.push(path);
  }
  const inTrash = await send(service, 'GET', paths[1] as string);
  const refused = await service.request('POST', `${paths[1]}/publish`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'item_in_trash']);
  assert.equal((await service.request('POST', `${paths[1]}/publish`, { body: { at } })).status, 409);
  assert.equal((await send(service, 'GET', paths[1] as string)).body.version, inTrash.body.version);
  const deleted = await create(service);
  await send(service, 'PATCH', `${deleted}/draft`, { title: 'Second' });
  await send(service, 'POST', `${deleted}/publish`, { at });
  await send(service, 'DELETE', `${deleted}?force=true`);
  await service.work();
  service.advance(2 * hourMs);
  await waitFor('the ends of all jobs', async () => {
    const jobs = await service.context.db.selectFrom('jobs').select('task').execute();
    return jobs.every(({ task }) => task !== 'content.publishDraft' && task !== 'content.unpublish');
  });
  const items = await Promise.all(paths.map(async (path) => (await send(service, 'GET', path)).body));
  assert.deepEqual(
    items.slice(0, 2).map(({ status, draft }) => [status, draft.publishAt, draft.problem]),
    [
      ['draft', null, 'The item was unpublished before'],
      ['trash', null, 'The item was moved to the trash before'],
    ],
  );
  // Whichever comes first of publishing and unpublishing, nothing is lost without a word.
  const { status, title, draft } = items[2];
  assert.equal(status, 'draft');
  const reason = 'The item was unpublished before';
  assert.ok(title === 'Second' ? draft === undefined : draft.problem === reason, JSON.stringify(items[2]));
});

test('a draft whose slug or parent is gone by its time stays, and says why', async (t) => {
  const service = await startContentService(t);
  const at = new Date(service.context.now().getTime() + hourMs).toISOString();
  const parent = await create(service, { title: 'Parent' });
  const parentId = (await send(service, 'GET', parent)).body.id;
  const waiting: [change: object, problem: RegExp][] = [
    [{ slug: 'taken' }, /slug "taken"/],
    [{ parentId }, /^parentId /],
    [{ fields: { sku: 'A' } }, /^fields\.sku .*/],
  ];
  const paths: string[] = [];
  for (const [change] of waiting) {
    const path = await create(service);
    await send(service, 'PATCH', `${path}/draft`, change);
    await send(service, 'POST', `${path}/publish`, { at });
    paths.push(path);
  }
  await create(service, { slug: 'taken' });
  await send(service, 'DELETE', `${parent}?force=true`);
  await send(service, 'PATCH', '/types/post', { fields: [{ name: 'sku', type: 'text', unique: true }] });
  await create(service, { fields: { sku: 'A' } });
  await service.work();
  service.advance(2 * hourMs);
  for (const [index, [change, problem]] of waiting.entries()) {
    const read = async () => (await send(service, 'GET', paths[index] as string)).body;
    await waitFor('the problem', async () => (await read()).draft.problem !== null);
    const { version, draft } = await read();
    assert.deepEqual([version, draft.publishAt], [1, null]);
    assert.match(draft.problem, problem);
    const now = await service.request('POST', `${paths[index]}/publish`, { body: {} });
    assert.ok(now.status === 409 || now.status === 422, `${JSON.stringify(change)}: ${now.text}`);
  }
});

test('an item that is not live is scheduled with its draft', async (t) => {
  const service = await startContentService(t);
  const reader = await service.tokenWith('content:read');
  const path = await create(service, { status: 'draft' });
  await send(service, 'PATCH', `${path}/draft`, { title: 'Second' });
  const at = new Date(service.context.now().getTime() + hourMs).toISOString();
  const { title, status, publishedAt, draft } = (await send(service, 'POST', `${path}/publish`, { at })).body;
  assert.deepEqual([title, status, publishedAt, draft], ['Second', 'scheduled', at, undefined]);
  assert.equal((await service.request('GET', path, { token: reader })).status, 404);
  service.advance(2 * hourMs);
  assert.equal((await service.request('GET', path, { token: reader })).status, 200);
});

test('a revision is restored into the draft, so that what is live stays', async (t) => {
  const service = await startContentService(t);
  const path = await create(service);
  await send(service, 'PATCH', path, { title: 'Second', fields: { size: null } });
  await send(service, 'PATCH', `${path}/draft`, { title: 'Third', fields: { color: 'red' } });
  const restored = (await send(service, 'POST', `${path}/revisions/1/restore?to=draft`, {})).body;
  assert.deepEqual([restored.title, restored.fields], ['First', { price: 1, size: 2 }]);
  assert.equal((await send(service, 'GET', path)).body.title, 'Second');
  const published = (await send(service, 'POST', `${path}/publish`, {})).body;
  assert.deepEqual([published.title, published.fields], ['First', { price: 1, size: 2 }]);
});

test('an item that is deleted permanently takes its draft along', async (t) => {
  const service = await startContentService(t);
  const path = await create(service);
  await send(service, 'PATCH', `${path}/draft`, { title: 'Second' });
  await send(service, 'DELETE', `${path}?force=true`);
  assert.deepEqual(await service.context.db.selectFrom('drafts').selectAll().execute(), []);
});

test('a list shows to callers who may write which items have a draft', async (t) => {
  const service = await startContentService(t);
  const reader = await service.tokenWith('content:read');
  const path = await create(service, { title: 'Night tour' });
  await create(service, { title: 'Day tour' });
  await send(service, 'PATCH', `${path}/draft`, { title: 'Evening tour' });
  const marked = async (query: string, token?: string) => {
    const options = token === undefined ? {} : { token };
    const { items } = (await service.request('GET', `/content/post?${query}`, options)).body;
    return items.filter((item: object) => 'drafted' in item).map(({ title }: { title: string }) => title);
  };
  for (const query of ['', 'status=any', 'search=tour', 'orderBy=title&cursor=']) {
    assert.deepEqual(await marked(query), ['Night tour'], query);
    assert.deepEqual(await marked(query, reader), [], query);
  }
  const listed = (await send(service, 'GET', '/content/post?search=night')).body.items[0];
  await send(service, 'PATCH', path, { ...listed, menuOrder: 2 });
  await send(service, 'DELETE', `${path}/draft`);
  assert.deepEqual(await marked(''), []);
});
