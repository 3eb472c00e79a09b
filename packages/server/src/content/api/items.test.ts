import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../../test/support/busy-time.ts';
import { startContentService } from '../../../test/support/content-service.ts';
import { setUpOwner } from '../../../test/support/sign-in.ts';

test('an item is created, read by slug and by ID, updated, trashed, restored and permanently deleted', async (t) => {
  const { request } = await startContentService(t);
  const body = { title: 'Über uns', content: '<p>We are <b>here</b>.</p>', status: 'publish', fields: { price: 10 } };
  const created = await request('POST', '/content/posts', {
    body: { ...body, tags: ['News', 'C++'], categories: ['Shop'] },
  });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.headers.location, '/api/v1/content/posts/uber-uns');
  const { id } = created.body;
  assert.match(id, /^item_/);
  assert.deepEqual(
    { ...created.body, id: '', publishedAt: '', createdAt: '', updatedAt: '' },
    {
      id: '',
      slug: 'uber-uns',
      title: 'Über uns',
      excerpt: 'We are here.',
      fields: { price: 10 },
      type: 'post',
      status: 'publish',
      publishedAt: '',
      updatedAt: '',
      content: body.content,
      menuOrder: 0,
      tags: ['c', 'news'],
      categories: ['shop'],
      parentId: null,
      author: null,
      createdAt: '',
      version: 1,
    },
  );
  assert.equal((await request('GET', '/content/post/uber-uns')).body.id, id);
  assert.equal((await request('GET', `/content/posts/${id}`)).body.slug, 'uber-uns');

  const changed = await request('PATCH', `/content/post/${id}`, {
    body: { fields: { colour: 'red', price: null }, content: 'New', tags: [] },
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body.fields, { colour: 'red' });
  assert.equal(changed.body.excerpt, 'New');
  assert.deepEqual([changed.body.tags, changed.body.categories, changed.body.version], [[], ['shop'], 2]);

  for (let times = 0; times < 2; times++) {
    const trashed = await request('DELETE', `/content/post/${id}`);
    assert.deepEqual([trashed.status, trashed.body.status, trashed.body.id], [200, 'trash', id]);
  }
  assert.equal((await request('GET', '/content/post?status=any')).body.total, 0);
  assert.equal((await request('GET', '/content/post?status=trash')).body.total, 1);
  assert.equal((await request('PATCH', `/content/post/${id}`, { body: { status: 'publish' } })).body.status, 'publish');
  const gone = await request('DELETE', `/content/post/${id}?force=true`);
  assert.deepEqual(gone.body, { id, deleted: true });
  assert.equal((await request('DELETE', `/content/post/${id}?force=true`)).status, 404);
  assert.equal((await request('GET', `/content/post/${id}`)).body.code, 'item_not_found');
});

test('a list item has the five members of the contract and four more', async (t) => {
  const { request } = await startContentService(t);
  await request('POST', '/content/page', { body: { title: 'A', status: 'publish' } });
  const list = await request('GET', '/content/pages');
  assert.deepEqual(Object.keys(list.body), ['items', 'total']);
  assert.deepEqual(Object.keys(list.body.items[0]), [
    'id',
    'slug',
    'title',
    'excerpt',
    'fields',
    'type',
    'status',
    'publishedAt',
    'updatedAt',
  ]);
});

test('an item may have a language of its own, which drafts, revisions and bulk requests keep', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const without = (await request('POST', '/content/post', { body: { title: 'Sea', language: null } })).body;
  assert.ok(!('language' in without));
  const created = await request('POST', '/content/post', {
    body: { title: 'Haus', language: 'DE-ch', status: 'publish' },
  });
  assert.deepEqual([created.status, created.body.language], [201, 'de-CH'], created.text);
  const path = `/content/post/${created.body.id}`;
  const list = (await request('GET', '/content/posts?status=any&orderBy=title&order=asc')).body.items;
  assert.deepEqual(
    list.map(({ language }: { language?: string }) => language),
    ['de-CH', undefined],
  );
  for (const place of [path, '/content/posts?status=publish']) {
    const { body } = await request('GET', `${place}${place === path ? '?' : '&'}select=language`);
    assert.deepEqual(body.items?.[0] ?? body, { id: created.body.id, language: 'de-CH' });
  }
  const read = await request('GET', path);
  const back = await request('PATCH', path, { body: read.body });
  assert.deepEqual([back.status, back.body.version], [200, 1], back.text);
  assert.equal((await request('PATCH', path, { body: { language: 'de-ch' } })).body.version, 1);

  for (const language of ['german language', 'x', 'en_GB', 'de-u-co-phonebk-', 7]) {
    for (const [method, place] of [
      ['POST', '/content/post'],
      ['PATCH', path],
      ['PATCH', `${path}/draft`],
    ] as const) {
      const { status, body } = await request(method, place, { body: { title: 'x', language } });
      assert.deepEqual([status, body.errors[0].pointer], [422, '/language'], String(language));
      if (language === 'x') assert.equal(body.errors[0].detail, 'must be a language tag (BCP 47), such as de or pt-BR');
    }
  }

  const draft = (await request('PATCH', `${path}/draft`, { body: { language: 'FR', title: 'Maison' } })).body;
  assert.deepEqual([draft.language, draft.draft.changed], ['fr', ['language', 'title']]);
  assert.equal((await request('GET', path)).body.language, 'de-CH');
  assert.equal((await request('POST', `${path}/publish`, { body: {} })).body.language, 'fr');
  const bulk = await request('POST', '/content/post/bulk', {
    body: {
      operations: [
        { action: 'update', id: created.body.id, language: null },
        { action: 'create', title: 'Casa', language: 'pt-br' },
      ],
    },
  });
  assert.deepEqual(
    [bulk.status, (await request('GET', '/content/post/casa')).body.language],
    [200, 'pt-BR'],
    bulk.text,
  );
  const cleared = (await request('GET', path)).body;
  assert.deepEqual([cleared.version, 'language' in cleared], [3, false]);
  const diff = (await request('GET', `${path}/revisions/2/diff`)).body.changes;
  assert.deepEqual(diff, [{ member: 'language', before: 'fr', after: null }]);
  const [newest] = (await request('GET', `${path}/revisions`)).body.items;
  assert.deepEqual(newest.changed, ['language']);
  const restored = (await request('POST', `${path}/revisions/1/restore`)).body;
  assert.deepEqual([restored.title, restored.language], ['Haus', 'de-CH']);
  const events = (await request('GET', '/events?events=item.updated')).body.items;
  assert.deepEqual(events.at(-1).data.changed, ['title', 'language']);
});

test('slugs made from titles are numbered if in use, in any script and with concurrent requests', async (t) => {
  const { request } = await startContentService(t);
  const titles = [...Array(25).fill('Hello world'), '日本語', '!!!', '???'];
  const created = await Promise.all(titles.map((title) => request('POST', '/content/post', { body: { title } })));
  assert.ok(created.every((answer) => answer.status === 201));
  const slugs = created.map((answer) => answer.body.slug).sort();
  assert.equal(new Set(slugs).size, titles.length);
  assert.ok(['hello-world', 'hello-world-2', '日本語', 'untitled', 'untitled-2'].every((slug) => slugs.includes(slug)));
  assert.equal((await request('GET', `/content/post/${encodeURIComponent('日本語')}`)).body.title, '日本語');
  const taken = await request('POST', '/content/post', { body: { title: 'x', slug: 'hello-world' } });
  assert.deepEqual([taken.status, taken.body.code], [409, 'slug_taken']);
  const { id } = created[0]!.body;
  assert.equal((await request('PATCH', `/content/post/${id}`, { body: { slug: '日本語' } })).body.code, 'slug_taken');
  for (const slug of ['Big', 'a b', '..', `item_${'0'.repeat(26)}`, '']) {
    assert.equal((await request('POST', '/content/post', { body: { title: 'x', slug } })).status, 422, slug);
  }
  const idLike = await request('POST', '/content/post', { body: { title: `item_${'0'.repeat(26)}` } });
  assert.equal(idLike.body.slug, `item-${'0'.repeat(26)}`);
  // The same slug in another type is a different URL.
  assert.equal((await request('POST', '/content/page', { body: { title: 'Hello world' } })).body.slug, 'hello-world');
});

test('a future date schedules an item, which is published when the time has come', async (t) => {
  const { request, advance } = await startContentService(t);
  const soon = new Date(Date.now() + 60_000).toISOString();
  const created = await request('POST', '/content/post', {
    body: { title: 'Soon', status: 'publish', publishedAt: soon },
  });
  assert.deepEqual([created.body.status, created.body.publishedAt], ['scheduled', soon]);
  const counts = async () =>
    Promise.all(
      ['publish', 'scheduled', 'any', 'draft'].map(
        async (status) => (await request('GET', `/content/post?status=${status}`)).body.total,
      ),
    );
  assert.deepEqual(await counts(), [0, 1, 1, 0]);
  const before = (await request('GET', '/content/post/soon')).headers.etag;
  advance(61_000);
  assert.deepEqual(await counts(), [1, 0, 1, 0]);
  assert.notEqual((await request('GET', '/content/post/soon')).headers.etag, before);
  const bad = await request('POST', '/content/post', { body: { title: 'x', status: 'scheduled' } });
  assert.deepEqual(bad.body.errors[0].pointer, '/publishedAt');
  for (const publishedAt of ['2026-12-31T23:59:60Z', '0000-01-01T00:00:00+10:00', 'tomorrow', '2026-02-30T00:00:00Z']) {
    assert.equal((await request('POST', '/content/post', { body: { title: 'x', publishedAt } })).status, 422);
  }
  const zoned = await request('POST', '/content/post', {
    body: { title: 'x', status: 'publish', publishedAt: '2020-01-01T02:00:00+02:00' },
  });
  assert.equal(zoned.body.publishedAt, '2020-01-01T00:00:00.000Z');
});

test('publishing sets the date once; a scheduled item can be published immediately', async (t) => {
  const { request, advance } = await startContentService(t);
  const { body: draft } = await request('POST', '/content/post', { body: { title: 'A' } });
  assert.deepEqual([draft.status, draft.publishedAt], ['draft', null]);
  const patch = async (body: object) => (await request('PATCH', `/content/post/${draft.id}`, { body })).body;
  const { publishedAt } = await patch({ status: 'publish' });
  assert.ok(publishedAt);
  advance(5000);
  assert.equal((await patch({ status: 'draft' })).publishedAt, publishedAt);
  assert.equal((await patch({ status: 'publish' })).publishedAt, publishedAt);
  assert.equal((await patch({ publishedAt: '2999-01-01T00:00:00Z' })).status, 'scheduled');
  const now = await patch({ status: 'publish' });
  assert.equal(now.status, 'publish');
  assert.ok(now.publishedAt > publishedAt && now.publishedAt < '2999');
});

test('without content:write only published items are visible, whatever the query', async (t) => {
  const { request, tokenWith } = await startContentService(t);
  const token = await tokenWith('content:read');
  for (const [title, status, publishedAt] of [
    ['Seen', 'publish', null],
    ['Draft', 'draft', null],
    ['Later', 'publish', '2999-01-01T00:00:00Z'],
  ]) {
    const body = { title, status, publishedAt, tags: ['t'], fields: { k: 'v' } };
    assert.equal((await request('POST', '/content/post', { body })).status, 201);
  }
  const { id } = (await request('POST', '/content/post', { body: { title: 'Gone', status: 'publish' } })).body;
  await request('DELETE', `/content/post/${id}`);
  const slugsOf = async (query: string) =>
    (await request('GET', `/content/post?${query}`, { token })).body.items.map((item: { slug: string }) => item.slug);
  for (const query of [
    '',
    'status=any',
    'tag=t',
    'search=seen draft later',
    'fields[k]=v',
    'status=any&orderBy=title',
  ]) {
    assert.deepEqual(await slugsOf(query), query.startsWith('search') ? [] : ['seen'], query);
  }
  for (const query of ['status=draft', 'status=trash', 'status=scheduled', 'search=draft']) {
    const answer = await request('GET', `/content/post?${query}`, { token });
    assert.deepEqual(answer.body, { items: [], total: 0 }, query);
  }
  for (const slug of ['draft', 'later', 'gone', id]) {
    assert.equal((await request('GET', `/content/post/${slug}`, { token })).status, 404);
  }
  assert.equal(
    (await request('POST', '/content/post', { token, body: { title: 'x' } })).body.code,
    'insufficient_scope',
  );
  assert.equal((await request('DELETE', `/content/post/${id}`, { token })).status, 403);
  assert.equal((await request('GET', '/content/post', { token: await tokenWith('forms:read') })).status, 403);
});

test('visitors read published items of public types and learn nothing about others', async (t) => {
  const { request } = await startContentService(t);
  const anonymous = { token: null };
  await request('POST', '/content/post', { body: { title: 'A', status: 'publish' } });
  await request('POST', '/content/post', { body: { title: 'B' } });
  assert.equal((await request('GET', '/content/post', anonymous)).status, 401);
  assert.equal((await request('GET', '/content/nothing', anonymous)).status, 401);
  assert.equal((await request('GET', '/content/nothing')).body.code, 'type_not_found');
  assert.equal((await request('PATCH', '/types/post', { body: { publicRead: true } })).status, 200);
  assert.equal((await request('GET', '/content/posts?status=any', anonymous)).body.total, 1);
  assert.equal((await request('GET', '/content/posts/a', anonymous)).status, 200);
  assert.equal((await request('GET', '/content/posts/b', anonymous)).status, 404);
  assert.equal((await request('POST', '/content/posts', { ...anonymous, body: { title: 'x' } })).status, 401);
  assert.equal((await request('GET', '/content/page', anonymous)).status, 401);
});

test('an unchanged response is 304; an update of an old version is 412 and changes nothing', async (t) => {
  const { request } = await startContentService(t);
  const created = await request('POST', '/content/post', { body: { title: 'A', status: 'publish', tags: ['News'] } });
  const read = await request('GET', '/content/post/a');
  assert.equal(read.headers.etag, created.headers.etag);
  const etag = String(read.headers.etag);
  const again = await request('GET', '/content/post/a', { headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, again.text], [304, '']);
  const list = await request('GET', '/content/post');
  const same = await request('GET', '/content/post', { headers: { 'if-none-match': String(list.headers.etag) } });
  assert.equal(same.status, 304);
  const path = `/content/post/${created.body.id}`;
  const first = await request('PATCH', path, { body: { title: 'B' }, headers: { 'if-match': etag } });
  assert.deepEqual([first.status, first.body.version], [200, 2]);
  const late = await request('PATCH', path, { body: { title: 'C' }, headers: { 'if-match': etag } });
  assert.equal(late.body.code, 'version_mismatch');
  assert.equal((await request('DELETE', path, { headers: { 'if-match': etag } })).status, 412);
  const now = await request('GET', path);
  assert.equal(now.body.title, 'B');
  // The slugs of its tags are part of its ETag.
  await request('PATCH', '/tags/news', { body: { slug: 'stories' } });
  assert.notEqual((await request('GET', path)).headers.etag, now.headers.etag);
});

test('concurrent changes of different fields are all kept', async (t) => {
  const { request } = await startContentService(t);
  const { id } = (await request('POST', '/content/post', { body: { title: 'A' } })).body;
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      request('PATCH', `/content/post/${id}`, { body: { fields: { [`key${index}`]: index } } }),
    ),
  );
  const { fields, version } = (await request('GET', `/content/post/${id}`)).body;
  assert.equal(Object.keys(fields).length, 10);
  assert.equal(version, 11);
});

test('a repeated request with the same key creates one item', async (t) => {
  const { request } = await startContentService(t);
  const options = { body: { title: 'Once' }, headers: { 'idempotency-key': 'k1' } };
  const first = await request('POST', '/content/post', options);
  const second = await request('POST', '/content/post', options);
  assert.equal(first.body.id, second.body.id);
  assert.equal((await request('GET', '/content/post?status=any')).body.total, 1);
});

test('a custom field beside `fields` gets a fault that says where it belongs', async (t) => {
  const { request } = await startContentService(t);
  await request('POST', '/types', { body: { name: 'boat', fields: [{ name: 'price', type: 'number' }] } });
  const { body } = await request('POST', '/content/boat', { body: { title: 'Ada' } });
  for (const [method, path] of [
    ['POST', '/content/boat'],
    ['PATCH', `/content/boat/${body.id}`],
    ['PATCH', `/content/boat/${body.id}/draft`],
  ] as const) {
    const answer = await request(method, path, { body: { title: 'Bob', price: 1, colour: 1, slgu: 'x' } });
    assert.equal(answer.status, 422, path);
    assert.deepEqual(
      answer.body.errors
        .map(({ pointer, detail }: { pointer: string; detail: string }) => `${pointer} ${detail}`)
        .sort(),
      [
        '/colour is not a known field',
        '/price is a custom field: send it in `fields`',
        '/slgu is not a known field (did you mean `slug`?)',
      ],
    );
  }
  const nowhere = await request('POST', '/content/ship', { body: { price: 1 } });
  assert.equal(nowhere.body.code, 'type_not_found');
  assert.equal((await request('POST', '/content/boat')).body.detail, 'body: is required, as JSON');
});

test('faults name every invalid field', async (t) => {
  const { request } = await startContentService(t);
  const pointers = async (body: unknown) =>
    (await request('POST', '/content/post', { body })).body.errors
      .map((fault: { pointer: string }) => fault.pointer)
      .sort();
  assert.deepEqual(await pointers({ status: 'any', menuOrder: 1.5, colour: 1 }), [
    '/colour',
    '/menuOrder',
    '/status',
    '/title',
  ]);
  assert.deepEqual(await pointers({ title: ' ' }), ['/title']);
  assert.deepEqual(await pointers({ title: 'x', parentId: 'item_none', authorId: 'aut_none' }), [
    '/authorId',
    '/parentId',
  ]);
  assert.equal((await request('POST', '/content/post', { body: [] })).status, 422);
  const huge = await request('POST', '/content/post', {
    body: { title: '龍'.repeat(1000), content: 'ﷺ '.repeat(1000) },
  });
  assert.equal(huge.status, 201);
});

test('an excerpt follows the content until it is set', async (t) => {
  const { request } = await startContentService(t);
  const { id, excerpt } = (await request('POST', '/content/post', { body: { title: 'A', content: '<p>One</p>' } }))
    .body;
  assert.equal(excerpt, 'One');
  const patch = async (body: object) => (await request('PATCH', `/content/post/${id}`, { body })).body.excerpt;
  assert.equal(await patch({ content: 'Two' }), 'Two');
  assert.equal(await patch({ excerpt: 'Mine' }), 'Mine');
  assert.equal(await patch({ content: 'Three' }), 'Mine');
  assert.equal(await patch({ excerpt: null }), 'Three');
});

test('parents cannot form a circle, and children of a deleted item move up', async (t) => {
  const { request } = await startContentService(t);
  const make = async (title: string, parentId: string | null) =>
    (await request('POST', '/content/page', { body: { title, parentId } })).body.id;
  const a = await make('A', null);
  const b = await make('B', a);
  const c = await make('C', b);
  const circle = await request('PATCH', `/content/page/${a}`, { body: { parentId: c } });
  assert.equal(circle.body.errors[0].code, 'circular');
  assert.equal((await request('PATCH', `/content/page/${a}`, { body: { parentId: a } })).status, 422);
  await request('DELETE', `/content/page/${b}?force=true`);
  assert.equal((await request('GET', `/content/page/${c}`)).body.parentId, a);
});

test('an item in the trash does not hold its slug, and gets it back or a numbered one', async (t) => {
  const { request } = await startContentService(t);
  const create = async (body: object) => {
    const answer = await request('POST', '/content/post', { body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const first = await create({ title: 'Hello', status: 'publish' });
  await request('DELETE', `/content/post/${first.id}`);
  assert.equal((await request('GET', '/content/post/hello')).body.status, 'trash');
  const back = await request('PATCH', `/content/post/${first.id}`, { body: { status: 'publish' } });
  assert.equal(back.body.slug, 'hello');
  const trashed = await request('DELETE', '/content/post/hello');
  assert.deepEqual([trashed.body.id, trashed.body.slug], [first.id, 'hello']);

  const second = await create({ title: 'Hello' });
  assert.equal(second.slug, 'hello');
  assert.equal((await request('GET', '/content/post/hello')).body.id, second.id);
  await request('DELETE', `/content/post/${second.id}`);
  const third = await create({ title: 'Other', slug: 'hello', status: 'publish' });
  assert.equal(third.slug, 'hello');
  assert.equal((await request('GET', '/content/post?status=trash')).body.total, 2);
  const changed = await request('PATCH', '/content/post/hello', { body: { title: 'Changed' } });
  assert.equal(changed.body.id, third.id);

  const taken = await request('PATCH', `/content/post/${first.id}`, { body: { status: 'draft', slug: 'hello' } });
  assert.deepEqual([taken.status, taken.body.code], [409, 'slug_taken']);
  const restored = await request('PATCH', `/content/post/${first.id}`, { body: { status: 'draft' } });
  assert.deepEqual([restored.status, restored.body.slug, restored.body.status], [200, 'hello-2', 'draft']);
  const another = await request('PATCH', `/content/post/${second.id}`, { body: { status: 'publish', slug: 'again' } });
  assert.equal(another.body.slug, 'again');
  const conflict = await request('PATCH', `/content/post/${second.id}`, { body: { slug: 'hello' } });
  assert.equal(conflict.body.code, 'slug_taken');
});

test('a PATCH that changes nothing leaves the version, the time and the ETag as they are', async (t) => {
  const { request, advance } = await startContentService(t);
  const body = {
    title: 'Hello',
    content: '<p>Text</p>',
    status: 'publish',
    fields: { price: 10, sizes: ['s'] },
    tags: ['News'],
    categories: ['Trips'],
  };
  const created = await request('POST', '/content/post', { body });
  const url = `/content/post/${created.body.id}`;
  const read = await request('GET', url);
  advance(5000);
  const { id: _id, type: _type, version: _version, author: _author, createdAt: _c, updatedAt: _u, ...sent } = read.body;
  for (const change of [body, sent, {}, { tags: ['news'] }, { fields: { price: 10.0 } }, { fields: { none: null } }]) {
    const answer = await request('PATCH', url, { body: change });
    assert.deepEqual([answer.status, answer.body], [200, read.body], JSON.stringify(change));
    assert.equal(answer.headers.etag, read.headers.etag);
  }
  for (const [index, change] of [
    { tags: [] },
    { categories: ['Trips', 'More'] },
    { fields: { price: 11 } },
  ].entries()) {
    const answer = await request('PATCH', url, { body: change });
    assert.equal(answer.body.version, read.body.version + index + 1, JSON.stringify(change));
    assert.notEqual(answer.body.updatedAt, read.body.updatedAt);
  }
});

test('a required text is not met by a blank, nor a required list by an empty one', async (t) => {
  const { request } = await startContentService(t);
  const kinds = ['text', 'textarea', 'richtext', 'email', 'url', 'phone', 'date', 'list'];
  const fields = kinds.map((type) => ({ name: type, type, required: true }));
  const type = await request('POST', '/types', { body: { name: 'entry', fields } });
  assert.equal(type.status, 201, type.text);
  for (const blank of ['', '   ', '\u00a0\u3000\n']) {
    const values = Object.fromEntries(kinds.map((kind) => [kind, kind === 'list' ? [] : blank]));
    const answer = await request('POST', '/content/entry', { body: { title: 'Blank', fields: values } });
    assert.equal(answer.status, 422, answer.text);
    const faults = answer.body.errors as { pointer: string; code: string }[];
    assert.deepEqual(faults.map(({ pointer }) => pointer).sort(), kinds.map((kind) => `/fields/${kind}`).sort());
    for (const { pointer, code } of faults) assert.equal(code, pointer.endsWith('list') ? 'min_items' : 'required');
  }
  const optional = { body: { name: 'note', fields: [{ name: 'text', type: 'text' }] } };
  await request('POST', '/types', optional);
  assert.equal((await request('POST', '/content/note', { body: { title: 'A', fields: { text: '' } } })).status, 201);
});

test('a required rich text needs words or media, not only elements', async (t) => {
  const { request } = await startContentService(t);
  const fields = [{ name: 'body', type: 'richtext', required: true }];
  await request('POST', '/types', { body: { name: 'entry', fields } });
  const post = (body: string) => request('POST', '/content/entry', { body: { title: 'A', fields: { body } } });
  for (const blank of [
    '<p></p>',
    '<p> </p>\n<p><br></p>',
    '<P CLASS="a">&nbsp;</P>',
    '<ul><li></li></ul>\u200b',
    '<hr>',
  ]) {
    const { status, body } = await post(blank);
    assert.equal(status, 422, blank);
    assert.deepEqual(body.errors, [{ pointer: '/fields/body', code: 'required', detail: 'is required' }], blank);
  }
  const ms = await cpuMs(async () => {
    for (const long of ['<p></p>'.repeat(70_000), '<'.repeat(490_000), '&nbsp;'.repeat(80_000)])
      assert.equal((await post(long)).status, long.startsWith('<<') ? 201 : 422);
  });
  assert.ok(ms < 5000, 'in linear time');
  for (const said of [
    'word',
    '<p>a</p>',
    '<p><img src="/a.png"></p>',
    '<IMG SRC="a">',
    '<p>&amp;</p>',
    '[gallery]',
    '<',
  ]) {
    assert.equal((await post(said)).status, 201, said);
  }
  const draft = { body: { name: 'note', fields: [{ name: 'body', type: 'richtext' }] } };
  await request('POST', '/types', draft);
  const optional = { title: 'A', fields: { body: '<p></p>' } };
  assert.equal((await request('POST', '/content/note', { body: optional })).status, 201);
});

test('content has at most 900,000 characters and a body at most 1 MiB of UTF-8, as the document says', async (t) => {
  const { request } = await startContentService(t);
  const send = (content: string) => request('POST', '/content/post', { body: { title: 'Long', content } });
  assert.equal((await send('a'.repeat(900_000))).status, 201);
  assert.equal((await send('a'.repeat(900_001))).body.errors[0].code, 'max_length');
  assert.equal((await send('字'.repeat(340_000))).status, 201);
  const tooLong = await send('字'.repeat(400_000));
  assert.deepEqual([tooLong.status, tooLong.body.code], [413, 'body_too_large']);
  const { schemas } = (await request('GET', '/openapi.json')).body.components;
  for (const name of ['NewItem', 'ItemChange']) {
    const { maxLength, description } = schemas[name].properties.content;
    assert.equal(maxLength, 900_000);
    assert.match(description, /1 MiB of UTF-8.*340,000/);
  }
});

test('a slug is found however its letters are composed', async (t) => {
  const { request } = await startContentService(t);
  const body = { title: 'Ëxample', slug: 'пустой', status: 'publish', tags: ['йод'] };
  const item = (await request('POST', '/content/post', { body })).body;
  const url = (slug: string) => encodeURIComponent(slug.normalize('NFD'));
  assert.notEqual(url('пустой'), encodeURIComponent('пустой'));
  assert.equal((await request('GET', `/content/post/${url('пустой')}`)).body.id, item.id);
  const changed = await request('PATCH', `/content/post/${url('пустой')}`, { body: { title: 'Changed' } });
  assert.equal(changed.body.title, 'Changed');
  assert.equal((await request('GET', `/content/post?tag=${url('йод')}`)).body.total, 1);
  assert.equal((await request('GET', `/tags/${url('йод')}`)).body.name, 'йод');
  assert.equal((await request('DELETE', `/content/post/${url('пустой')}`)).status, 200);
});

test('a user is the author of the items they create, unless another one is given', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const create = (body: object) => owner.request('POST', '/content/post', { body: { title: 'Mine', ...body } });
  const created = await Promise.all([create({}), create({}), create({})]);
  for (const { status, body } of created)
    assert.deepEqual([status, body.author], [201, { slug: 'olga', name: 'Olga' }]);
  const authors = (await owner.request('GET', '/authors')).body;
  assert.deepEqual([authors.total, authors.items[0].email], [1, 'olga@example.com']);
  assert.equal((await create({ authorId: null })).body.author, null);
  assert.equal((await create({ authorId: authors.items[0].id })).body.author.name, 'Olga');
  const byKey = await service.request('POST', '/content/post', { body: { title: 'By a key' } });
  assert.equal(byKey.body.author, null);
});

test('a slug of null is made from the title again', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  await request('POST', '/content/post', { body: { title: 'Night tour' } });
  const { id } = (await request('POST', '/content/post', { body: { title: 'Ni' } })).body;
  const slugAfter = async (body: object) => {
    const answer = await request('PATCH', `/content/post/${id}`, { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.slug;
  };
  assert.equal(await slugAfter({ title: 'Night tour', slug: null }), 'night-tour-2');
  assert.equal(await slugAfter({ slug: null }), 'night-tour-2');
  assert.equal(await slugAfter({ title: 'Night tour by boat', slug: null }), 'night-tour-by-boat');
  assert.equal(await slugAfter({ title: 'Night' }), 'night-tour-by-boat');
  assert.equal(await slugAfter({ slug: null }), 'night');
  assert.equal((await request('POST', '/content/post', { body: { title: 'X', slug: null } })).status, 422);
});
