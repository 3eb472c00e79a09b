import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { makeForm } from '../../test/support/webhook-events.ts';

const url = 'https://receiver.example/hook';

test('a subscriber of a form is registered with the body of the contract, and only that response contains its secret', async (t) => {
  const service = await startTestService(t);
  const form = await makeForm(service);
  const body = { url, events: ['submitted', 'paid'], secret: 's3cret' };
  const made = await service.request('POST', `/forms/${form.slug}/webhooks`, { body });
  assert.equal(made.status, 201);
  const { id, createdAt, ...rest } = made.body;
  assert.deepEqual(rest, body);
  assert.match(id, /^whk_/);
  assert.match(createdAt, /^\d{4}-.*Z$/);
  assert.equal(made.headers.location, `/api/v1/forms/${form.slug}/webhooks/${id}`);
  const list = await service.request('GET', `/forms/${form.id}/webhooks`);
  const one = await service.request('GET', String(made.headers.location).replace('/api/v1', ''));
  assert.deepEqual(list.body, { items: [one.body], total: 1 });
  assert.equal(one.body.status, 'active');
  assert.ok(!list.text.includes('s3cret') && !one.text.includes('secret"'));
  const removed = await service.request('DELETE', `/forms/${form.id}/webhooks/${id}`);
  assert.deepEqual(removed.body, { id, deleted: true });
  assert.equal((await service.request('GET', `/forms/${form.id}/webhooks/${id}`)).body.code, 'subscriber_not_found');
});

test('a secret is generated if none is sent', async (t) => {
  const service = await startTestService(t);
  const made = await service.request('POST', '/payments/webhooks', { body: { url, events: ['invoice.paid'] } });
  assert.equal(made.status, 201);
  assert.match(made.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(made.headers.location, `/api/v1/payments/webhooks/${made.body.id}`);
});

test('unknown, missing and duplicate events, an empty secret and an unsupported URL are rejected by name', async (t) => {
  const service = await startTestService(t);
  const form = await makeForm(service);
  const faultsOf = async (path: string, body: object) => {
    const answer = await service.request('POST', path, { body });
    assert.equal(answer.status, 422, JSON.stringify(body));
    return answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort();
  };
  const forms = `/forms/${form.id}/webhooks`;
  assert.deepEqual(await faultsOf(forms, { url, events: ['submitted', 'nope', 'payment.succeeded'] }), [
    '/events/1',
    '/events/2',
  ]);
  assert.deepEqual(await faultsOf('/payments/webhooks', { url, events: ['submitted'] }), ['/events/0']);
  assert.deepEqual(await faultsOf(forms, { url, events: [] }), ['/events']);
  assert.deepEqual(await faultsOf(forms, { url, events: ['paid', 'paid'] }), ['/events']);
  assert.deepEqual(await faultsOf(forms, { events: 'paid', secret: '' }), ['/events', '/secret', '/url']);
  const bads = ['nonsense', 'ftp://receiver.example/', 'https://user:pw@receiver.example/', 'http://x:25/'];
  for (const bad of [...bads, 'http://x:6379/', 'http://x/\r\ny', 'http://x/\ty', '\nhttp://x/']) {
    assert.deepEqual(await faultsOf(forms, { url: bad, events: ['paid'] }), ['/url'], bad);
  }
  const none = await service.request('POST', '/forms/nowhere/webhooks', { body: { url, events: ['paid'] } });
  assert.equal(none.body.code, 'form_not_found');
});

test('private addresses are rejected unless the operator allows them', async (t) => {
  const service = await startTestService(t, { allowPrivateWebhooks: false });
  const form = await makeForm(service);
  for (const host of ['127.0.0.1', 'localhost:8080', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f.1', '[::7f00:1]']) {
    const body = { url: `http://${host}/`, events: ['submitted'] };
    const answer = await service.request('POST', `/forms/${form.id}/webhooks`, { body });
    assert.equal(answer.status, 422, host);
    assert.deepEqual(answer.body.errors[0].pointer, '/url');
    assert.equal(answer.body.errors[0].code, 'address_not_public');
    assert.match(answer.body.errors[0].detail, /FRONTDESK_ALLOW_PRIVATE_WEBHOOKS/);
  }
  const made = await service.request('POST', '/payments/webhooks', {
    body: { url: 'https://1.1.1.1/', events: ['invoice.paid'] },
  });
  assert.equal(made.status, 201);
  const path = `/payments/webhooks/${made.body.id}`;
  assert.equal((await service.request('PATCH', path, { body: { url: 'http://127.0.0.1/' } })).status, 422);
});

test('subscribers of a form do not belong to another form or the workspace', async (t) => {
  const service = await startTestService(t);
  const [one, other] = [await makeForm(service, 'one'), await makeForm(service, 'other')];
  const { body } = await service.request('POST', `/forms/${one.id}/webhooks`, { body: { url, events: ['paid'] } });
  for (const path of [`/forms/${other.id}/webhooks/${body.id}`, `/payments/webhooks/${body.id}`]) {
    for (const method of ['GET', 'DELETE']) assert.equal((await service.request(method, path)).status, 404);
    assert.equal((await service.request('PATCH', path, { body: { status: 'paused' } })).status, 404);
    assert.equal((await service.request('POST', `${path}/rotate-secret`)).status, 404);
    assert.equal((await service.request('POST', `${path}/test`)).status, 404);
  }
  assert.equal((await service.request('GET', `/forms/${other.id}/webhooks`)).body.total, 0);
});

test('each area requires its own scopes', async (t) => {
  const service = await startTestService(t);
  const form = await makeForm(service);
  const token = await service.tokenWith('forms:write', 'payments:read');
  const body = { url, events: ['paid'] };
  assert.equal((await service.request('POST', `/forms/${form.id}/webhooks`, { body, token })).status, 201);
  assert.equal((await service.request('GET', '/payments/webhooks', { token })).status, 200);
  const refused = await service.request('POST', '/payments/webhooks', { body, token });
  assert.equal(refused.body.requiredScope, 'payments:write');
  const reader = await service.tokenWith('forms:read');
  const request = { body, token: reader };
  assert.equal((await service.request('POST', `/forms/${form.id}/webhooks`, request)).status, 403);
});

test('registering again with the same key returns the same subscriber with its secret', async (t) => {
  const service = await startTestService(t);
  const request = { body: { url, events: ['invoice.paid'] }, headers: { 'idempotency-key': 'once' } };
  const first = await service.request('POST', '/payments/webhooks', request);
  const again = await service.request('POST', '/payments/webhooks', request);
  assert.deepEqual([again.status, again.body], [201, first.body]);
  assert.equal((await service.request('GET', '/payments/webhooks')).body.total, 1);
});

test('secrets are not stored for repeated requests; a repeat returns one as long as it is valid', async (t) => {
  const service = await startTestService(t);
  const keep = (key: string) => ({ headers: { 'idempotency-key': key } });
  const request = { body: { url, events: ['invoice.paid'] }, ...keep('register') };
  const made = await service.request('POST', '/payments/webhooks', request);
  const path = `/payments/webhooks/${made.body.id}/rotate-secret`;
  const rotated = await service.request('POST', path, { body: {}, ...keep('rotate') });
  const kept = JSON.stringify(await service.context.db.selectFrom('idempotencyKeys').selectAll().execute());
  assert.ok(!kept.includes(made.body.secret) && !kept.includes(rotated.body.secret), kept);
  assert.deepEqual((await service.request('POST', path, { body: {}, ...keep('rotate') })).body, rotated.body);
  assert.equal((await service.request('POST', '/payments/webhooks', request)).body.secret, made.body.secret);
  await service.request('POST', path, { body: {} });
  const { secret, ...rest } = made.body;
  assert.deepEqual((await service.request('POST', '/payments/webhooks', request)).body, rest);
});

test('one list has the webhooks of content, forms and payments, each for those who have its scopes', async (t) => {
  const service = await startContentService(t);
  const form = await makeForm(service);
  const create = async (path: string, body: object) => {
    const made = await service.request('POST', path, { body: { url, ...body } });
    assert.equal(made.status, 201, made.text);
    return made.body.id as string;
  };
  const content = await create('/webhooks', { events: ['item.deleted'], types: ['posts', 'post', 'page'] });
  const ofForm = await create(`/forms/${form.id}/webhooks`, { events: ['paid'] });
  const payments = await create('/payments/webhooks', { events: ['invoice.paid'] });
  const list = async (token = service.token) =>
    (await service.request('GET', '/webhooks', { token })).body.items.map(
      ({ id, kind, formId, types }: Record<string, unknown>) => [id, kind, formId, types],
    );
  const rows = [
    [content, 'content', null, ['post', 'page']],
    [ofForm, 'form', form.id, null],
    [payments, 'payment', null, null],
  ];
  assert.deepEqual(await list(), rows);
  assert.deepEqual(await list(await service.tokenWith('content:write')), rows.slice(0, 1));
  const readers = await service.tokenWith('forms:read', 'payments:read');
  assert.deepEqual(await list(readers), rows.slice(1));
  assert.equal((await service.request('GET', '/webhooks', { token: await service.tokenWith('crm:read') })).status, 403);
  assert.equal((await service.request('GET', '/payments/webhooks')).body.total, 1);
  assert.equal((await service.request('GET', `/payments/webhooks/${content}`)).status, 404);

  const one = (method: string, id: string, rest = '', options = {}) =>
    service.request(method, `/webhooks/${id}${rest}`, options);
  const token = readers;
  assert.equal((await one('GET', content, '', { token })).body.code, 'subscriber_not_found');
  assert.equal((await one('PATCH', payments, '', { token, body: { status: 'paused' } })).status, 403);
  assert.equal((await one('PATCH', ofForm, '', { body: { status: 'paused', events: ['submitted'] } })).status, 200);
  const changed = (await one('GET', ofForm)).body;
  assert.deepEqual([changed.status, changed.events, changed.kind], ['paused', ['submitted'], 'form']);
  const wrong = await one('PATCH', payments, '', {
    body: { events: ['invoice.paid', 'item.deleted'], types: ['post'] },
  });
  assert.deepEqual(
    wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/events/1', '/types'],
  );
  const unknown = await one('PATCH', content, '', { body: { types: ['post', 'nope'] } });
  assert.equal(unknown.body.errors[0].pointer, '/types/1');
  assert.equal((await one('PATCH', content, '', { body: { types: null, events: ['item.updated'] } })).body.types, null);
  assert.notEqual((await one('POST', content, '/rotate-secret')).body.secret, undefined);
  assert.equal((await one('POST', content, '/test')).body.type, 'test');
  assert.deepEqual((await one('DELETE', payments)).body, { id: payments, deleted: true });
  assert.equal((await list()).length, 2);
});
