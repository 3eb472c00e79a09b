import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { upload } from '../../../test/support/media.ts';

test('an item is stored under the ID of another system, and the same request again changes nothing', async (t) => {
  const { request } = await startContentService(t);
  const path = '/content/posts/by-external-id/erp%2F17';
  assert.equal((await request('GET', path)).body.code, 'item_not_found');
  const missing = await request('PUT', path, { body: { status: 'trash', price: 3 } });
  assert.deepEqual(
    missing.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/price'],
  );
  const incomplete = await request('PUT', path, { body: { status: 'trash' } });
  assert.deepEqual(
    incomplete.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/title', '/status'],
  );

  const body = {
    title: 'Night tour',
    status: 'publish',
    fields: { price: 30, old: 1 },
    tags: ['Dark'],
    content: '<p>A</p>',
  };
  const made = await request('PUT', path, { body });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.externalId, 'erp/17');
  assert.equal(made.headers.location, '/api/v1/content/posts/night-tour');
  const again = await request('PUT', path, { body });
  assert.deepEqual([again.status, again.body, again.headers.etag], [200, made.body, made.headers.etag]);
  const read = await request('GET', path);
  assert.deepEqual([read.body, read.headers.etag], [made.body, made.headers.etag]);
  const known = await request('GET', path, { headers: { 'if-none-match': String(made.headers.etag) } });
  assert.equal(known.status, 304);
  assert.deepEqual((await request('GET', `${path}?select=slug`)).body, { id: made.body.id, slug: 'night-tour' });

  const changed = await request('PUT', path, { body: { fields: { old: null, seats: 4 } } });
  assert.deepEqual(
    [changed.status, changed.body.title, changed.body.fields, changed.body.version],
    [200, 'Night tour', { price: 30, seats: 4 }, 2],
  );
  const late = await request('PUT', path, { body: { title: 'A' }, headers: { 'if-match': String(made.headers.etag) } });
  assert.equal(late.status, 412);
  assert.deepEqual((await request('PATCH', '/content/posts/night-tour', { body: changed.body })).body, changed.body);
  const events = (await request('GET', '/events?events=item.published,item.updated')).body.items;
  assert.deepEqual(
    events.map(({ name }: { name: string }) => name),
    ['item.published', 'item.updated'],
  );
});

test('an item read by its external ID has no fields that the caller may not read', async (t) => {
  const { request } = await startContentService(t);
  const reference = { type: 'reference', to: ['post'] };
  const fields = [
    { name: 'price', type: 'number' },
    { name: 'cost', type: 'number', scope: 'content:write' },
    { ...reference, name: 'source', scope: 'content:write' },
  ];
  for (const name of ['wine', 'beer']) await request('POST', '/types', { body: { name, fields } });
  const { body: post } = await request('POST', '/content/post', { body: { title: 'Secret', status: 'publish' } });
  const keyWith = async (...scopes: string[]): Promise<string> => {
    const { body, text } = await request('POST', '/tokens', { body: { name: 'Reader', scopes } });
    assert.ok(body.token, text);
    return body.token;
  };
  const path = '/content/wine/by-external-id/erp-1';
  const values = { price: 3, cost: 1, source: post.id };
  const made = await request('PUT', path, { body: { title: 'Red', status: 'publish', fields: values } });
  assert.deepEqual([made.status, made.body.fields], [201, values], made.text);
  for (const scope of ['content:read', 'content:read:wine']) {
    const token = await keyWith(scope, 'content:write:beer');
    for (const query of ['', '?select=title', '?expand=content']) {
      const [named, own] = await Promise.all(
        [path, `/content/wine/${made.body.id}`].map((path) => request('GET', `${path}${query}`, { token })),
      );
      assert.deepEqual([named?.status, named?.body, named?.headers.etag], [200, own?.body, own?.headers.etag]);
      assert.deepEqual(named?.body.fields, query.includes('select') ? undefined : { price: 3 });
    }
    for (const query of ['select=fields.cost', 'expand=fields.source'])
      assert.equal((await request('GET', `${path}?${query}`, { token })).status, 400, query);
  }
  const writer = await keyWith('content:write:wine');
  assert.deepEqual((await request('GET', path, { token: writer })).body.fields, values);
  assert.deepEqual((await request('PUT', path, { token: writer, body: { status: 'publish' } })).body.fields, values);
});

test('an external ID belongs to one item of a type, in the trash too, and lists find items by it', async (t) => {
  const { request } = await startContentService(t);
  const create = (type: string, body: object) =>
    request('POST', `/content/${type}`, { body: { status: 'publish', ...body } });
  const { body: first } = await create('post', { title: 'First', externalId: 'a' });
  const { body: second } = await create('post', { title: 'Second' });
  assert.equal((await create('page', { title: 'Page', externalId: 'a' })).status, 201);
  assert.equal('externalId' in second, false);
  for (const answer of [
    await create('post', { title: 'Third', externalId: 'a' }),
    await request('PATCH', '/content/post/second', { body: { externalId: 'a' } }),
    await request('POST', '/content/post/bulk', {
      body: { operations: [{ action: 'create', title: 'X', externalId: 'a' }] },
    }),
  ]) {
    assert.ok([409, 422].includes(answer.status), answer.text);
    assert.match(answer.text, /external_id_taken/);
  }
  assert.equal((await create('post', { title: 'Third', externalId: 'a' })).body.itemId, first.id);
  const slugs = async (query: string) =>
    (await request('GET', `/content/post?orderBy=title&order=asc&${query}`)).body.items.map(
      ({ slug }: { slug: string }) => slug,
    );
  assert.deepEqual(await slugs('externalId=a'), ['first']);
  assert.deepEqual(await slugs('externalId[in]=a,b'), ['first']);
  assert.deepEqual(await slugs('externalId[ne]=a'), ['second']);
  assert.deepEqual(await slugs('externalId[exists]=true'), ['first']);
  assert.deepEqual(await slugs('externalId[exists]=false'), ['second']);
  assert.deepEqual(await slugs(`where=${encodeURIComponent('{"or":[{"externalId":"a"},{"slug":"second"}]}')}`), [
    'first',
    'second',
  ]);
  const [listed] = (await request('GET', '/content/post?externalId=a')).body.items;
  assert.equal(listed.externalId, 'a');

  await request('DELETE', '/content/post/first');
  const inTrash = await request('PUT', '/content/post/by-external-id/a', { body: { title: 'First again' } });
  assert.deepEqual([inTrash.status, inTrash.body.id, inTrash.body.status], [200, first.id, 'trash']);
  const back = await request('PUT', '/content/post/by-external-id/a', { body: { status: 'publish' } });
  assert.deepEqual([back.status, back.body.id, back.body.status], [200, first.id, 'publish']);
  const freed = await request('PATCH', `/content/post/${first.id}`, { body: { externalId: null } });
  assert.equal('externalId' in freed.body, false);
  assert.equal((await request('PUT', '/content/post/by-external-id/a', { body: { title: 'New' } })).status, 201);
  const draft = await request('PATCH', `/content/post/${second.id}/draft`, { body: { externalId: 'b' } });
  assert.equal(draft.body.errors[0].pointer, '/externalId');
});

test('many at once create one item, and none of those that want its ID at that moment gets it', async (t) => {
  const { request } = await startContentService(t);
  const others = await Promise.all(
    [1, 2, 3].map((n) => request('POST', '/content/post', { body: { title: `Other ${n}` } })),
  );
  for (let round = 0; round < 4; round += 1) {
    const externalId = `order-${round}`;
    const [puts, patches] = await Promise.all([
      Promise.all(
        Array.from({ length: 5 }, (_, n) =>
          request('PUT', `/content/post/by-external-id/${externalId}`, {
            body: { title: `T ${n}`, status: 'publish' },
          }),
        ),
      ),
      Promise.all(others.map(({ body }) => request('PATCH', `/content/post/${body.id}`, { body: { externalId } }))),
    ]);
    const given = patches.filter(({ status }) => status === 200);
    for (const { status, body } of patches) if (status !== 200) assert.equal(body.code, 'external_id_taken');
    assert.deepEqual(
      puts.map(({ status }) => status).sort(),
      puts.map((_, n) => (n === 4 && given.length === 0 ? 201 : 200)),
      puts.map(({ text }) => text).join('\n'),
    );
    assert.equal(new Set(puts.map(({ body }) => body.id)).size, 1);
  }
});

test('media have external IDs, each of which belongs to one record', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const made = await upload(service, Buffer.from('a') as never, 'a.txt', { texts: { externalId: 'dam-1' } });
  assert.deepEqual([made.status, made.body.externalId], [201, 'dam-1']);
  const { body: other } = await upload(service, Buffer.from('b') as never, 'b.txt');
  assert.equal(other.externalId, null);
  for (const answer of [
    await upload(service, Buffer.from('c') as never, 'c.txt', { texts: { externalId: 'dam-1' } }),
    await request('PATCH', `/media/${other.id}`, { body: { externalId: 'dam-1' } }),
  ])
    assert.deepEqual([answer.status, answer.body.code, answer.body.mediaId], [409, 'external_id_taken', made.body.id]);
  assert.deepEqual((await request('GET', '/media/by-external-id/dam-1')).body, made.body);
  assert.equal((await request('GET', '/media/by-external-id/dam-2')).body.code, 'media_not_found');
  assert.deepEqual((await request('GET', '/media?externalId=dam-1')).body.items, [made.body]);
  assert.equal((await request('GET', '/media?externalId[exists]=false')).body.total, 1);
  await request('PATCH', `/media/${made.body.id}`, { body: { externalId: null } });
  const racers = await Promise.all(
    [made.body.id, other.id].map((id) => request('PATCH', `/media/${id}`, { body: { externalId: 'dam-2' } })),
  );
  assert.deepEqual(racers.map(({ status }) => status).sort(), [200, 409]);
});
