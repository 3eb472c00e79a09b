import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { startTestService } from '../../test/support/test-service.ts';

test('a contact is stored under the ID of another system, and the same request again changes nothing', async (t) => {
  const { request } = await startTestService(t);
  const path = '/contacts/by-external-id/crm%2F4711';
  assert.equal((await request('GET', path)).body.code, 'contact_not_found');
  const body = { email: 'ada@example.com', name: 'Ada', fields: { plan: 'pro', old: null } };
  const made = await request('PUT', path, { body });
  assert.equal(made.status, 201, made.text);
  const { id, externalId, fields } = made.body;
  assert.deepEqual([externalId, fields], ['crm/4711', { plan: 'pro' }]);
  assert.equal(made.headers.location, `/api/v1/contacts/${id}`);
  const again = await request('PUT', path, { body });
  assert.deepEqual([again.status, again.body], [200, made.body]);
  assert.deepEqual((await request('GET', path)).body, made.body);

  const changed = await request('PUT', path, { body: { phone: '+49 30 123456', fields: { plan: null, vip: true } } });
  assert.deepEqual(
    [changed.status, changed.body.id, changed.body.name, changed.body.fields, changed.body.version],
    [200, id, 'Ada', { vip: true }, 2],
  );
  const late = await request('PUT', path, { body: { name: 'A' }, headers: { 'if-match': String(made.headers.etag) } });
  assert.equal(late.status, 412);
  const events = (await request('GET', '/events')).body.items;
  assert.deepEqual(
    events.map(({ name }: { name: string }) => name),
    ['contact.created', 'contact.updated'],
  );
});

test('many at once create one contact, a contact with the same address gets the ID, and an ID belongs to one', async (t) => {
  const { request } = await startTestService(t);
  const put = (externalId: string, body: object) => request('PUT', `/contacts/by-external-id/${externalId}`, { body });
  const all = await Promise.all(Array.from({ length: 8 }, () => put('crm-1', { email: 'ada@example.com' })));
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 200, 201]);
  assert.equal(new Set(all.map(({ body }) => body.id)).size, 1);

  const { body: bob } = await request('POST', '/contacts', { body: { email: 'bob@example.com', name: 'Bob' } });
  const taken = await put('crm-2', { email: 'Bob@Example.com' });
  assert.deepEqual([taken.status, taken.body.id, taken.body.externalId], [200, bob.id, 'crm-2']);
  const other = await put('crm-3', { email: 'bob@example.com' });
  assert.deepEqual([other.status, other.body.code, other.body.contactId], [409, 'email_taken', bob.id]);
  for (const answer of [
    await request('POST', '/contacts', { body: { externalId: 'crm-2' } }),
    await request('PATCH', `/contacts/${all[0]?.body.id}`, { body: { externalId: 'crm-2' } }),
  ])
    assert.deepEqual([answer.status, answer.body.code, answer.body.contactId], [409, 'external_id_taken', bob.id]);
  const free = await request('PATCH', `/contacts/${bob.id}`, { body: { externalId: null } });
  assert.equal(free.body.externalId, null);
  assert.equal((await put('crm-2', {})).status, 201);
});

test('an invoice is stored under the ID of another system', async (t) => {
  const { request } = await startTestService(t);
  const put = (body: object) => request('PUT', '/invoices/by-external-id/order-1', { body });
  const missing = await put({ status: 'void' });
  assert.deepEqual(
    missing.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/amount', '/currency', '/status'],
  );
  const body = { amount: 12_000, currency: 'eur', description: 'Consulting' };
  const made = await put(body);
  assert.deepEqual([made.status, made.headers.location], [201, `/api/v1/invoices/${made.body.id}`]);
  assert.deepEqual((await put(body)).body, made.body);
  const changed = await put({ amount: 9_000 });
  assert.deepEqual([changed.status, changed.body.amount, changed.body.version], [200, 9_000, 2]);
  assert.deepEqual((await request('GET', '/invoices/by-external-id/order-1')).body, changed.body);
  const second = await request('POST', '/invoices', { body: { ...body, externalId: 'order-1' } });
  assert.deepEqual([second.body.code, second.body.invoiceId], ['external_id_taken', made.body.id]);
  const { body: third } = await request('POST', '/invoices', { body });
  const patched = await request('PATCH', `/invoices/${third.id}`, { body: { externalId: 'order-1' } });
  assert.equal(patched.body.code, 'external_id_taken');
});

test('many at once create one invoice, and none of those that want its ID at that moment gets it', async (t) => {
  const { request } = await startTestService(t);
  const body = { amount: 12_000, currency: 'eur' };
  const others = await Promise.all(Array.from({ length: 4 }, () => request('POST', '/invoices', { body })));
  for (let round = 0; round < 5; round += 1) {
    const externalId = `order-${round}`;
    const [puts, patches] = await Promise.all([
      Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          request('PUT', `/invoices/by-external-id/${externalId}`, { body: { ...body, description: `Number ${n}` } }),
        ),
      ),
      Promise.all(others.map(({ body }) => request('PATCH', `/invoices/${body.id}`, { body: { externalId } }))),
    ]);
    const given = patches.filter(({ status }) => status === 200);
    const { body: known } = await request('GET', `/invoices/by-external-id/${externalId}`);
    assert.equal(given.length, others.some(({ body }) => body.id === known.id) ? 1 : 0);
    for (const { status, body } of patches) if (status !== 200) assert.equal(body.code, 'external_id_taken');
    assert.deepEqual(
      puts.map(({ status }) => status).sort(),
      puts.map((_, n) => (n === 5 && given.length === 0 ? 201 : 200)),
    );
    for (const put of puts) assert.equal(put.body.id, known.id);
  }
});

test('a record is not sent again to a caller who has it, by its own ID or by that of another system', async (t) => {
  const { request } = await startTestService(t);
  for (const [path, body] of [
    ['/contacts', { name: 'Ada' }],
    ['/invoices', { amount: 12_000, currency: 'eur' }],
  ] as const) {
    const named = `${path}/by-external-id/crm-1`;
    const made = await request('PUT', named, { body });
    for (const address of [named, `${path}/${made.body.id}`]) {
      const read = await request('GET', address);
      assert.equal(read.headers.etag, made.headers.etag);
      const again = await request('GET', address, { headers: { 'if-none-match': String(made.headers.etag) } });
      assert.deepEqual([again.status, again.text], [304, '']);
    }
  }
});

test('an external ID of any characters is found in every way, however its accents are written', async (t) => {
  const { request } = await startContentService(t);
  for (const [path, body] of [
    ['/contacts', { name: 'Ada' }],
    ['/invoices', { amount: 12_000, currency: 'eur' }],
    ['/content/post', { title: 'By external ID', status: 'publish' }],
  ] as const) {
    const named = (id: string) => `${path}/by-external-id/${encodeURIComponent(id)}`;
    const [composed, decomposed] = ['Größe-é', 'Größe-é'.normalize('NFD')];
    const { status, body: made } = await request('POST', path, { body: { ...body, externalId: decomposed } });
    assert.deepEqual([status, made.externalId], [201, composed]);
    for (const id of [composed, decomposed]) {
      assert.equal((await request('GET', named(id))).body.id, made.id);
      const put = await request('PUT', named(id), { body });
      assert.deepEqual([put.status, put.body.id], [200, made.id]);
      for (const operator of ['', '[in]']) {
        const { items } = (await request('GET', `${path}?externalId${operator}=${encodeURIComponent(id)}`)).body;
        assert.deepEqual(
          items.map((item: { id: string }) => item.id),
          [made.id],
          path,
        );
      }
    }
    const patched = await request('PATCH', `${path}/${made.id}`, { body: { externalId: `2${decomposed}` } });
    assert.equal(patched.body.externalId, `2${composed}`);

    const long = '😀'.repeat(200);
    assert.equal((await request('PUT', named(long), { body })).status, 201);
    assert.equal((await request('GET', named(long))).body.externalId, long);
    const tooLong = await request('GET', named(`${long}😀`));
    assert.deepEqual([tooLong.status, tooLong.body.errors?.[0].code], [422, 'max_length'], path);
    for (const externalId of ['.', '..', `${long}a`]) {
      const refused = await request('POST', path, { body: { ...body, externalId } });
      assert.deepEqual([refused.status, refused.body.errors?.[0].pointer], [422, '/externalId'], externalId);
    }
  }
});

test('no item gets the slug that would hide its addresses behind those of external IDs', async (t) => {
  const { request } = await startContentService(t);
  const made = await request('POST', '/content/post', { body: { title: 'By external ID' } });
  assert.deepEqual([made.status, made.body.slug], [201, 'by-external-id-2']);
  const refused = await request('POST', '/content/post', { body: { title: 'A', slug: 'by-external-id' } });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/slug']);
});

test('a request by an external ID says whether the record must exist, and neither creates nor changes it otherwise', async (t) => {
  const { request } = await startContentService(t);
  for (const [path, body] of [
    ['/contacts', { name: 'Ada' }],
    ['/invoices', { amount: 12_000, currency: 'eur' }],
    ['/content/post', { title: 'Night tour' }],
  ] as const) {
    const named = `${path}/by-external-id/erp-1`;
    const put = (headers: Record<string, string>) => request('PUT', named, { body, headers });
    for (const tag of ['"x"', '*', 'W/"x-gzip"']) {
      const refused = await put({ 'if-match': tag });
      assert.deepEqual([refused.status, refused.body.code], [412, 'version_mismatch'], refused.text);
    }
    assert.equal((await request('GET', named)).status, 404, path);
    const made = await put({ 'if-none-match': '*' });
    assert.equal(made.status, 201, made.text);
    for (const tag of ['*', String(made.headers.etag)]) {
      const refused = await put({ 'if-none-match': tag });
      assert.deepEqual([refused.status, refused.body.code], [412, 'version_mismatch'], refused.text);
    }
    assert.equal((await put({ 'if-none-match': '"x"' })).status, 200);
    assert.equal((await put({ 'if-match': '*' })).status, 200);
  }
});
