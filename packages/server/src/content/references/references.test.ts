import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMedia, startContentService } from '../../../test/support/content-service.ts';
import { newId } from '../../lib/ids.ts';

async function startLibrary(t: TestContext) {
  const service = await startContentService(t);
  const { request } = service;
  const fields = [
    { name: 'sequel', type: 'reference', label: 'Sequel' },
    { name: 'cover', type: 'media' },
    { name: 'note', type: 'text' },
  ];
  await request('POST', '/types', { body: { name: 'book', fields } });
  const cover = await addMedia(service);
  const create = async (title: string, fields: object = {}, type = 'book') => {
    const answer = await request('POST', `/content/${type}`, { body: { title, fields } });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id as string;
  };
  const read = async (id: string, type = 'book') => (await request('GET', `/content/${type}/${id}`)).body;
  return { ...service, cover, create, read };
}

test('a reference to what does not exist is 422 by pointer', async (t) => {
  const { request, create, cover } = await startLibrary(t);
  const sequel = await create('Sequel', { cover });
  for (const [fields, pointers] of [
    [{ sequel: newId('item') }, ['/fields/sequel']],
    [{ sequel: cover }, ['/fields/sequel']],
    [{ cover: newId('med') }, ['/fields/cover']],
    [{ sequel: newId('item'), cover: newId('med') }, ['/fields/sequel', '/fields/cover']],
    [{ sequel, cover }, null],
  ] as const) {
    for (const [method, path] of [
      ['POST', '/content/book'],
      ['PATCH', `/content/book/${sequel}`],
    ] as const) {
      const answer = await request(method, path, { body: { title: 'x', fields } });
      assert.equal(answer.status < 300, pointers === null, answer.text);
      if (pointers)
        assert.deepEqual(
          answer.body.errors.map((fault: { pointer: string }) => fault.pointer),
          pointers,
        );
    }
  }
});

test('an item that others refer to is deleted only when asked to, and the references go with it', async (t) => {
  const { request, create, read } = await startLibrary(t);
  const sequel = await create('Sequel');
  const first = await create('First', { sequel, note: 'kept' });
  const trashed = await create('Trashed', { sequel });
  // No reference: a text in another kind of field, and its own.
  await create('Noted', { note: sequel });
  await request('PATCH', `/content/book/${sequel}`, { body: { fields: { sequel } } });
  const page = await create('Page', { favorite: sequel }, 'page');
  assert.equal((await request('DELETE', `/content/book/${trashed}`)).status, 200);
  assert.equal((await request('DELETE', `/content/book/${sequel}`)).body.status, 'trash');

  const refused = await request('DELETE', `/content/book/${sequel}?force=true`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'still_referenced']);
  assert.match(String(refused.headers['content-type']), /problem/);
  assert.deepEqual(refused.body.referrers, [
    { id: first, type: 'book', slug: 'first', title: 'First', fields: ['sequel'] },
    { id: trashed, type: 'book', slug: 'trashed', title: 'Trashed', fields: ['sequel'] },
    { id: page, type: 'page', slug: 'page', title: 'Page', fields: ['favorite'] },
  ]);
  assert.equal(refused.body.referrersTotal, 3);
  assert.equal((await read(sequel)).status, 'trash');

  const before = await request('GET', `/content/book/${first}`);
  const early = await request('DELETE', `/content/book/${sequel}?references=clear`);
  assert.deepEqual([early.status, early.body.errors[0].pointer], [400, 'references']);
  const gone = await request('DELETE', `/content/book/${sequel}?force=true&references=clear`);
  assert.deepEqual(gone.body, { id: sequel, deleted: true });
  const after = await request('GET', `/content/book/${first}`);
  assert.deepEqual([after.body.fields, after.body.version], [{ note: 'kept' }, 2]);
  assert.notEqual(after.headers.etag, before.headers.etag);
  assert.deepEqual((await read(page, 'page')).fields, {});
  assert.deepEqual((await read(trashed)).fields, {});
  assert.deepEqual((await read('noted')).fields, { note: sequel });
});

test('a reference that was removed does not hold its target', async (t) => {
  const { request, create } = await startLibrary(t);
  const sequel = await create('Sequel');
  const first = await create('First', { sequel });
  await request('PATCH', `/content/book/${first}`, { body: { fields: { sequel: null } } });
  const other = await create('Other', { sequel });
  assert.equal((await request('DELETE', `/content/book/${other}?force=true`)).status, 200);
  assert.equal((await request('DELETE', `/content/book/${sequel}?force=true`)).status, 200);
});

test('without content:write, the uses of items and media are those that are published', async (t) => {
  const { request, create, cover, tokenWith } = await startLibrary(t);
  const sequel = await create('Sequel');
  for (const [title, state] of [
    ['Published', { status: 'publish' }],
    ['Draft', {}],
    ['Scheduled', { status: 'publish', publishedAt: '2099-01-01T00:00:00Z' }],
    ['Trashed', { status: 'publish' }],
  ] as const) {
    const id = await create(title, { sequel, cover });
    const content = `<p><a href="/sequel" data-item="${sequel}">there</a></p>`;
    await request('PATCH', `/content/book/${id}`, { body: { content, ...state } });
    if (title === 'Trashed') await request('DELETE', `/content/book/${id}`);
  }
  const reader = await tokenWith('content:read');
  const uses = async (path: string, token?: string) =>
    (await request('GET', `${path}/uses`, token ? { token } : {})).body.items?.map(
      (use: { title: string }) => use.title,
    );

  assert.equal((await request('GET', `/content/book/${sequel}/uses`, { token: reader })).status, 404);
  await request('PATCH', `/content/book/${sequel}`, { body: { status: 'publish' } });
  for (const path of [`/content/book/${sequel}`, `/media/${cover}`]) {
    assert.deepEqual(await uses(path, reader), ['Published']);
    assert.deepEqual((await uses(path)).sort(), ['Draft', 'Published', 'Scheduled', 'Trashed']);
  }
});

test('links in texts are uses of the item that they lead to, and survive its deletion', async (t) => {
  const { request, create, read } = await startLibrary(t);
  const target = await create('Target');
  const other = await create('Other');
  const link = (id: string) => `<p><a href="/book/target" data-item="${id}">there</a></p>`;
  const sequel = await create('Sequel', { sequel: target, note: link(target) });
  const page = (await request('POST', '/content/page', { body: { title: 'Page', content: link(target) } })).body.id;
  await request('PATCH', `/content/book/${target}`, { body: { content: link(target) } });
  const uses = async (path: string) => (await request('GET', `/content/${path}/uses`)).body.items;
  const expected = [
    { id: sequel, type: 'book', slug: 'sequel', title: 'Sequel', fields: ['sequel', 'content'] },
    { id: page, type: 'page', slug: 'page', title: 'Page', fields: ['content'] },
  ];
  assert.deepEqual(await uses('book/target'), expected);
  assert.equal((await request('GET', '/content/page/target/uses')).status, 404);

  await request('PATCH', `/content/page/${page}`, { body: { content: link(target) + link(other) } });
  assert.deepEqual((await uses('book/other'))[0].fields, ['content']);
  await request('PATCH', `/content/page/${page}`, { body: { content: link(target) } });
  assert.deepEqual(await uses('book/other'), []);

  const refused = await request('DELETE', `/content/book/${target}?force=true`);
  assert.deepEqual([refused.status, refused.body.code, refused.body.referrersTotal], [409, 'still_referenced', 2]);
  assert.equal((await request('DELETE', `/content/book/${target}?force=true&references=clear`)).status, 200);
  assert.deepEqual((await read(sequel)).fields, { note: link(target) });
  const kept = await read(page, 'page');
  assert.deepEqual([kept.content, kept.version], [link(target), 3]);
});

test('a media record that items refer to is deleted only when asked to', async (t) => {
  const { request, create, read, cover } = await startLibrary(t);
  const first = await create('First', { cover });
  const refused = await request('DELETE', `/media/${cover}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'still_referenced']);
  assert.equal(refused.body.referrers[0].id, first);
  assert.equal((await request('GET', `/media/${cover}`)).status, 200);
  assert.equal((await request('DELETE', `/media/${cover}?references=clear`)).status, 200);
  assert.deepEqual((await read(first)).fields, {});
  assert.equal((await request('DELETE', `/media/${cover}`)).status, 404);
});
