import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { upload } from '../../../test/support/media.ts';

for (const [collection, body] of [
  ['types', { name: 'book', fields: [{ name: 'pages', type: 'integer', label: 'Pages' }] }],
  ['tags', { name: 'Summer' }],
  ['categories', { name: 'Summer', description: 'Warm' }],
] as const) {
  test(`${collection} have a strong ETag, and a change of an old version is 412 and changes nothing`, async (t) => {
    const { request } = await startContentService(t);
    const created = await request('POST', `/${collection}`, { body });
    assert.equal(created.status, 201, created.text);
    const path = `/${collection}/${created.body.slug ?? created.body.name}`;
    const read = await request('GET', path);
    const etag = String(read.headers.etag);
    assert.match(etag, /^"[^"]+"$/);
    assert.equal(created.headers.etag, etag);
    const again = await request('GET', path, { headers: { 'if-none-match': `W/${etag}` } });
    assert.deepEqual([again.status, again.text], [304, '']);

    const name = collection === 'types' ? 'label' : 'name';
    const patch = (value: string, ifMatch: string) =>
      request('PATCH', `/${collection}/${created.body.id ?? 'book'}`, {
        body: { [name]: value },
        headers: { 'if-match': ifMatch },
      });
    const changed = await patch('First', etag);
    assert.deepEqual([changed.status, changed.body[name]], [200, 'First'], changed.text);
    assert.notEqual(changed.headers.etag, etag);
    assert.equal((await request('GET', path)).headers.etag, changed.headers.etag);
    for (const old of [etag, `W/${etag}`, '"other"']) {
      const late = await patch('Late', old);
      assert.deepEqual([late.status, late.body.code], [412, 'version_mismatch']);
      const removed = await request('DELETE', path, { headers: { 'if-match': old } });
      assert.equal(removed.body.code, 'version_mismatch');
    }
    assert.equal((await request('GET', path)).body[name], 'First');
    assert.equal((await patch('Second', `"other", ${changed.headers.etag}`)).status, 200);
    assert.equal((await patch('Third', '*')).status, 200);
    // As a proxy that compresses sends it.
    const weak = `W/${(await request('GET', path)).headers.etag}`;
    assert.equal((await patch('Fourth', weak)).status, 200);

    const { etag: now } = (await request('GET', path)).headers;
    const answers = await Promise.all(['One', 'Two', 'Three', 'Four'].map((value) => patch(value, String(now))));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412]);
    const last = String((await request('GET', path)).headers.etag);
    assert.equal((await request('DELETE', path, { headers: { 'if-match': last } })).status, 200);
  });
}

test('a record that has changed since it was read is not deleted', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const form = {
    name: 'Fair',
    slug: 'fair',
    fields: [{ name: 'fee', type: 'payment', amount: 2500, currency: 'usd' }],
  };
  assert.equal((await request('POST', '/forms', { body: form })).status, 201);
  const user = { name: 'Ed', email: 'ed@example.com', role: 'editor', password: 'a long enough sentence' };
  const create = async (path: string, body: object) => {
    const made = await request('POST', path, { body });
    assert.equal(made.status, 201, made.text);
    return `${path}/${made.body.id}`;
  };
  const media = await upload(service, Buffer.from('A text'), 'notes.txt');
  for (const [path, name, values] of [
    [await create('/forms', { name: 'Talk', fields: [] }), 'name', ['One', 'Two']],
    [await create('/forms/fair/discounts', { code: 'EARLY', percentOff: 10 }), 'percentOff', [20, 30]],
    [await create('/tokens', { name: 'shop', scopes: ['content:read'] }), 'name', ['One', 'Two']],
    [await create('/users', user), 'name', ['One', 'Two']],
    [`/media/${media.body.id}`, 'title', ['One', 'Two']],
  ] as const) {
    const [old, now] = [
      await request('PATCH', path, { body: { [name]: values[0] } }),
      await request('PATCH', path, { body: { [name]: values[1] } }),
    ].map(({ headers }) => String(headers.etag));
    const remove = (etag = '') => request('DELETE', path, { headers: { 'if-match': etag } });
    const late = await remove(old);
    assert.deepEqual([late.status, late.body.code], [412, 'version_mismatch'], path);
    assert.equal((await remove(now)).status, 200, path);
  }
});
