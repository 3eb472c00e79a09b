// What people edit is never overwritten unseen, whichever record it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMedia, startContentService } from '../../test/support/content-service.ts';
import { setUpOwner } from '../../test/support/sign-in.ts';

test('a change that names an older state of a record is refused, and the present one is accepted', async (t) => {
  const service = await startContentService(t);
  const owner = await setUpOwner(service);
  const create = async (path: string, body: object): Promise<string> => {
    const made = await owner.request('POST', path, { body });
    assert.equal(made.status, 201, made.text);
    return `${path}/${made.body.id}`;
  };
  const price = { name: 'seats', type: 'payment', currency: 'usd', amount: 100 };
  await create('/forms', { name: 'Fair', slug: 'fair', fields: [price] });
  const password = 'another long pass phrase';
  const records: [path: string, one: object, other: object][] = [
    [`/media/${await addMedia(service)}`, { alt: 'A' }, { alt: 'B' }],
    [await create('/tags', { name: 'News' }), { name: 'A' }, { name: 'B' }],
    [await create('/authors', { name: 'Ann' }), { name: 'A' }, { name: 'B' }],
    [
      await create('/webhooks', { url: 'https://example.com/a', events: ['item.published'] }),
      { status: 'paused' },
      { status: 'active' },
    ],
    [
      await create('/users', { name: 'Ben', email: 'ben@example.com', role: 'editor', password }),
      { name: 'A' },
      { name: 'B' },
    ],
    [await create('/tokens', { name: 'Site', scopes: ['content:read'] }), { name: 'A' }, { name: 'B' }],
    [await create('/views', { type: 'post', name: 'Mine', search: {} }), { name: 'A' }, { name: 'B' }],
    [
      await create('/forms/fair/discounts', { code: 'EARLY', percentOff: 10, maxUses: 5 }),
      { maxUses: 6 },
      { maxUses: 7 },
    ],
  ];
  for (const [path, one, other] of records) {
    const change = (body: object, tag?: unknown) =>
      owner.request('PATCH', path, { body, headers: tag === undefined ? {} : { 'if-match': String(tag) } });
    const first = await change(one);
    assert.equal(first.status, 200, `${path}: ${first.text}`);
    assert.match(String(first.headers.etag), /^"/, path);
    const second = await change(other, first.headers.etag);
    assert.equal(second.status, 200, `${path}: ${second.text}`);
    assert.notEqual(second.headers.etag, first.headers.etag, path);
    assert.ok(second.body.updatedAt > first.body.updatedAt, path);
    const late = await change(one, first.headers.etag);
    assert.deepEqual([late.status, late.body.code], [412, 'version_mismatch'], path);
    if (/^\/(views|tokens)\//.test(path)) continue;
    const read = await owner.request('GET', path);
    assert.equal(read.headers.etag, second.headers.etag, path);
    assert.deepEqual(read.body, second.body, path);
  }
});

test('so are changes of settings, also of two at once', async (t) => {
  const service = await startContentService(t);
  const settings: [path: string, one: object, other: object][] = [
    ['/settings', { trashDays: 5, timeZone: 'Europe/Vienna' }, { trashDays: null, looks: { font: 'serif' } }],
    ['/settings/spam', { level: 'strict' }, { days: 5 }],
    ['/backup-plan', { everyHours: 6 }, { keep: '5' }],
  ];
  for (const [path, one, other] of settings) {
    const tagged = (name: string, tag: unknown) => ({ headers: { [name]: String(tag) } });
    const read = await service.request('GET', path);
    const known = await service.request('GET', path, tagged('if-none-match', read.headers.etag));
    assert.deepEqual([known.status, known.text], [304, ''], path);
    const change = (body: object) => service.request('PATCH', path, { body, ...tagged('if-match', read.headers.etag) });
    const both = await Promise.all([change(one), change(other)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412], path);
    const [done, late] = both[0]?.status === 200 ? both : [both[1], both[0]];
    assert.equal(late?.body.code, 'version_mismatch', path);
    const now = await service.request('GET', path, tagged('if-none-match', read.headers.etag));
    assert.deepEqual([now.status, now.body, now.headers.etag], [200, done?.body, done?.headers.etag], path);

    await Promise.all([one, other].map((body) => service.request('PATCH', path, { body })));
    const { body: last } = await service.request('GET', path);
    const expected =
      path === '/settings' ? { timeZone: 'Europe/Vienna', looks: { font: 'serif' } } : { ...one, ...other };
    assert.deepEqual({ ...last, ...expected }, last, `${path}: without a condition, both are kept`);
  }
});

test('what is counted is a part of what was read, not of what is changed', async (t) => {
  const service = await startContentService(t);
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', fields } });
  const submit = () => service.request('POST', '/forms/contact/submit', { body: { email: 'ann@example.com' } });
  const advance = async () => service.advance(86_400_000);
  await service.request('PATCH', '/backup-plan', { body: { enabled: true } });
  for (const [path, count, change] of [
    ['/forms/contact', submit, { name: 'Contact us' }],
    ['/backup-plan', advance, { everyHours: 12 }],
  ] as const) {
    const read = await service.request('GET', path);
    const get = (tag: unknown) => service.request('GET', path, { headers: { 'if-none-match': String(tag) } });
    assert.equal((await get(read.headers.etag)).status, 304, path);
    await count();
    const counted = await get(read.headers.etag);
    assert.equal(counted.status, 200, path);
    assert.notDeepEqual(counted.body, read.body, path);
    assert.equal((await get(counted.headers.etag)).status, 304, path);
    const headers = { 'if-match': String(read.headers.etag) };
    const changed = await service.request('PATCH', path, { body: change, headers });
    assert.equal(changed.status, 200, `${path}: ${changed.text}`);
    assert.equal((await get(changed.headers.etag)).status, 304, path);
    const late = await service.request('PATCH', path, { body: change, headers });
    assert.deepEqual([late.status, late.body.code], [412, 'version_mismatch'], path);
  }
});

test('visitors, too, can ask whether a form has changed', async (t) => {
  const service = await startContentService(t);
  const fields = [{ name: 'email', type: 'email', label: 'Email' }];
  await service.request('POST', '/forms', { body: { name: 'Contact', slug: 'contact', public: true, fields } });
  const get = (headers = {}) => service.request('GET', '/forms/contact', { token: null, headers });
  const read = await get();
  const known = await get({ 'if-none-match': String(read.headers.etag) });
  assert.deepEqual([read.status, known.status], [200, 304]);
  assert.equal(
    (await service.request('GET', '/forms/contact', { headers: { 'if-none-match': String(read.headers.etag) } }))
      .status,
    200,
  );
  await service.request('PATCH', '/forms/contact', { body: { name: 'Write to us' } });
  assert.equal((await get({ 'if-none-match': String(read.headers.etag) })).body.name, 'Write to us');
});

test('a change of a saved view or a discount to what it is leaves its version', async (t) => {
  const owner = await setUpOwner(await startContentService(t));
  const price = { name: 'seats', type: 'payment', currency: 'usd', amount: 100 };
  await owner.request('POST', '/forms', { body: { name: 'Fair', slug: 'fair', fields: [price] } });
  for (const [path, body, change] of [
    ['/views', { type: 'post', name: 'Mine', search: {} }, { name: 'Mine' }],
    ['/forms/fair/discounts', { code: 'EARLY', percentOff: 10, maxUses: 5 }, { percentOff: 10, maxUses: 5 }],
  ] as const) {
    const made = await owner.request('POST', path, { body });
    assert.equal(made.body.version, 1, made.text);
    const same = await owner.request('PATCH', `${path}/${made.body.id}`, { body: change });
    assert.deepEqual([same.body, same.headers.etag], [made.body, made.headers.etag]);
  }
});
