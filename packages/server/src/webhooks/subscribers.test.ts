import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { startReceiver } from '../../test/support/receiver.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { makeForm } from '../../test/support/webhook-events.ts';
import { webhookEvents } from '../events/event-types.ts';

const url = 'https://receiver.example/hook';

test('a subscriber of a form is registered with the body of the contract, and only that response contains its secret', async (t) => {
  const service = await startTestService(t);
  const form = await makeForm(service);
  const body = { url, events: ['submitted', 'paid'], secret: 's3cret' };
  const made = await service.request('POST', `/forms/${form.slug}/webhooks`, { body });
  assert.equal(made.status, 201);
  const { id, createdAt, secret, ...rest } = made.body;
  assert.deepEqual({ url: rest.url, events: rest.events, secret }, body);
  assert.match(id, /^whk_/);
  assert.match(createdAt, /^\d{4}-.*Z$/);
  assert.equal(made.headers.location, `/api/v1/webhooks/${id}`);
  const list = await service.request('GET', `/forms/${form.id}/webhooks`);
  assert.deepEqual(list.body.items, [{ id, createdAt, ...rest }]);
  assert.deepEqual((await service.request('GET', `/forms/${form.id}/webhooks/${id}`)).body, list.body.items[0]);
  const one = await service.request('GET', String(made.headers.location).replace('/api/v1', ''));
  assert.deepEqual(list.body, { items: [one.body], total: 1, nextCursor: null });
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
  assert.equal(made.headers.location, `/api/v1/webhooks/${made.body.id}`);
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
  assert.equal(made.headers.location, `/api/v1/webhooks/${made.body.id}`);
  const path = `/webhooks/${made.body.id}`;
  assert.equal((await service.request('PATCH', path, { body: { url: 'http://127.0.0.1/' } })).status, 422);
});

test('subscribers of a form do not belong to another form or the workspace', async (t) => {
  const service = await startTestService(t);
  const [one, other] = [await makeForm(service, 'one'), await makeForm(service, 'other')];
  const { body } = await service.request('POST', `/forms/${one.id}/webhooks`, { body: { url, events: ['paid'] } });
  for (const path of [`/forms/${other.id}/webhooks/${body.id}`, `/payments/webhooks/${body.id}`]) {
    for (const method of ['GET', 'DELETE']) assert.equal((await service.request(method, path)).status, 404);
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
  const path = `/webhooks/${made.body.id}/rotate-secret`;
  const rotated = await service.request('POST', path, { body: {}, ...keep('rotate') });
  const kept = JSON.stringify(await service.context.db.selectFrom('idempotencyKeys').selectAll().execute());
  assert.ok(!kept.includes(made.body.secret) && !kept.includes(rotated.body.secret), kept);
  assert.deepEqual((await service.request('POST', path, { body: {}, ...keep('rotate') })).body, rotated.body);
  assert.equal((await service.request('POST', '/payments/webhooks', request)).body.secret, made.body.secret);
  await service.request('POST', path, { body: {} });
  const { secret, ...rest } = made.body;
  assert.deepEqual((await service.request('POST', '/payments/webhooks', request)).body, rest);
});

test('one list has all webhooks, each for those who have the scopes of its events', async (t) => {
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
  const both = await create('/webhooks', { events: ['contact.created', 'payment.failed'] });
  const ofWebhooks = await create('/webhooks', { events: ['webhook.updated'] });
  const list = async (token = service.token) =>
    (await service.request('GET', '/webhooks', { token })).body.items.map(
      ({ id, formId, types }: Record<string, unknown>) => [id, formId, types],
    );
  const rows = [
    [content, null, ['post', 'page']],
    [ofForm, form.id, null],
    [payments, null, null],
    [both, null, null],
    [ofWebhooks, null, null],
  ];
  assert.deepEqual(await list(), rows);
  assert.deepEqual(await list(await service.tokenWith('content:write')), rows.slice(0, 1));
  const readers = await service.tokenWith('forms:read', 'payments:read');
  assert.deepEqual(await list(readers), rows.slice(1, 3));
  assert.deepEqual(await list(await service.tokenWith('crm:read')), []);
  assert.deepEqual(await list(await service.tokenWith('crm:read', 'payments:write')), rows.slice(2, 4));
  assert.equal((await service.request('GET', '/payments/webhooks')).body.total, 1);
  assert.equal((await service.request('GET', `/payments/webhooks/${content}`)).status, 404);

  const one = (method: string, id: string, rest = '', options = {}) =>
    service.request(method, `/webhooks/${id}${rest}`, options);
  const token = readers;
  assert.equal((await one('GET', content, '', { token })).body.code, 'subscriber_not_found');
  assert.equal((await one('PATCH', payments, '', { token, body: { status: 'paused' } })).status, 403);
  assert.equal((await one('PATCH', ofForm, '', { body: { status: 'paused', events: ['submitted'] } })).status, 200);
  const changed = (await one('GET', ofForm)).body;
  assert.deepEqual([changed.status, changed.events, changed.version], ['paused', ['submitted'], 2]);
  const wrong = await one('PATCH', ofForm, '', { body: { events: ['submitted', 'item.deleted'], types: null } });
  assert.equal(wrong.body.errors[0].pointer, '/events/1');
  assert.equal((await one('PATCH', payments, '', { body: { types: ['post'] } })).body.errors[0].pointer, '/types');
  const more = { events: ['payment.failed', 'contact.created'] };
  const payer = { token: await service.tokenWith('payments:write') };
  assert.equal((await one('PATCH', payments, '', { ...payer, body: more })).body.requiredScope, 'crm:write');
  assert.equal((await one('DELETE', both, '', payer)).status, 404);
  const unknown = await one('PATCH', content, '', { body: { types: ['post', 'nope'] } });
  assert.equal(unknown.body.errors[0].pointer, '/types/1');
  assert.equal((await one('PATCH', content, '', { body: { types: null, events: ['item.updated'] } })).body.types, null);
  assert.notEqual((await one('POST', content, '/rotate-secret')).body.secret, undefined);
  assert.equal((await one('POST', content, '/test')).body.type, 'test');
  assert.deepEqual((await one('DELETE', payments)).body, { id: payments, deleted: true });
  assert.equal((await list()).length, 4);
});

test('a webhook registered at /webhooks gets events of any kind, of one form or of all', async (t) => {
  const service = await startContentService(t);
  const form = await makeForm(service);
  const create = (body: object, token = service.token) =>
    service.request('POST', '/webhooks', { body: { url, ...body }, token });
  const ofForm = await create({ events: ['submitted', 'paid'], formId: form.slug });
  assert.deepEqual([ofForm.status, ofForm.body.formId], [201, form.id]);
  const mixed = { events: ['submitted', 'form.updated', 'item.deleted', 'contact.created'], types: ['posts'] };
  assert.deepEqual((await create(mixed)).body.types, ['post']);
  const listed = (await service.request('GET', `/forms/${form.id}/webhooks`)).body.items;
  const { secret: _, ...same } = ofForm.body;
  assert.deepEqual(listed, [same]);
  for (const [body, pointer] of [
    [{ events: ['submission.submitted'] }, '/events/0'],
    [{ events: ['form.updated', 'contact.created'], formId: form.id }, '/events/1'],
    [{ events: ['payment.failed'], types: ['post'] }, '/types'],
  ] as const) {
    const { status, body: problem } = await create(body);
    assert.deepEqual([status, problem.errors?.[0].pointer], [422, pointer]);
  }
  assert.equal((await create({ events: ['submitted'], formId: 'nope' })).body.code, 'form_not_found');
  const payments = await service.tokenWith('payments:write');
  assert.equal((await create({ events: ['payment.failed'] }, payments)).status, 201);
  assert.equal((await create({ events: ['paid'], formId: form.id }, payments)).body.requiredScope, 'forms:write');
});

test('who edits a webhook overwrites nothing of others: its ETag names its version', async (t) => {
  const service = await startTestService(t);
  const made = await service.request('POST', '/webhooks', { body: { url, events: ['contact.created'] } });
  const path = `/webhooks/${made.body.id}`;
  const etag = String(made.headers.etag);
  assert.equal((await service.request('GET', path)).headers.etag, etag);
  const pause = { body: { status: 'paused' }, headers: { 'if-match': etag } };
  const paused = await service.request('PATCH', path, pause);
  assert.deepEqual([paused.status, paused.body.version], [200, 2]);
  const same = await service.request('PATCH', path, { body: { status: 'paused' } });
  assert.deepEqual(same.body, paused.body, 'what changes nothing is no new version');
  assert.equal((await service.request('PATCH', path, pause)).status, 412);
  assert.equal((await service.request('DELETE', path, { headers: pause.headers })).status, 412);
});

test('a key that is limited to one form manages the webhooks of this form, and no others', async (t) => {
  const service = await startTestService(t);
  const [form, other] = [await makeForm(service), await makeForm(service, 'other')];
  const token = await service.tokenWith(`forms:write:${form.id}`);
  const request = (method: string, path: string, body?: object, by = token) =>
    service.request(method, path, { ...(body && { body }), token: by });
  const made = await request('POST', '/webhooks', { url, events: ['submitted'], formId: form.id });
  assert.equal(made.status, 201, made.text);
  const path = `/webhooks/${made.body.id}`;
  assert.equal((await request('PATCH', path, { events: ['paid', 'form.updated'] })).status, 200);
  assert.notEqual((await request('POST', `${path}/rotate-secret`)).body.secret, made.body.secret);
  assert.equal((await request('POST', `${path}/test`)).body.type, 'test');

  const ofOthers = { url, events: ['submitted'] };
  const others = [
    await request('POST', '/webhooks', { ...ofOthers, formId: other.id }, service.token),
    await request('POST', '/webhooks', ofOthers, service.token),
  ];
  for (const { body } of others) {
    assert.equal((await request('GET', `/webhooks/${body.id}`)).status, 404);
    assert.equal((await request('POST', `/webhooks/${body.id}/test`)).status, 404);
  }
  assert.equal((await request('POST', '/webhooks', ofOthers)).body.requiredScope, 'forms:write');
  assert.equal((await request('POST', '/webhooks', { ...ofOthers, formId: other.id })).status, 403);
  assert.deepEqual(
    (await request('GET', '/webhooks')).body.items.map(({ id }: { id: string }) => id),
    [made.body.id],
  );
  const reader = await service.tokenWith(`forms:read:${form.id}`);
  assert.equal((await request('GET', path, undefined, reader)).status, 200);
  assert.equal((await request('DELETE', path, undefined, reader)).status, 403);
  assert.equal((await request('DELETE', path)).status, 200);
});

test('changes of contacts, invoices, forms and webhooks are sent with the bodies of the feed, and never a secret', async (t) => {
  const service = await startTestService(t);
  const receiver = await startReceiver(t);
  await service.work();
  const form = await makeForm(service);
  const all = [...webhookEvents.crm, ...webhookEvents.forms, ...webhookEvents.webhooks];
  const follower = await service.request('POST', '/webhooks', { body: { url: receiver.url, events: all } });
  const ofForm = { url: receiver.url, events: ['form.updated'], formId: form.id };
  await service.request('POST', '/webhooks', { body: ofForm });
  const change = async (path: string, body: object, patch: object) => {
    const { body: made } = await service.request('POST', path, { body });
    await service.request('PATCH', `${path}/${made.id}`, { body: patch });
    await service.request('DELETE', `${path}/${made.id}`);
  };
  await change('/contacts', { name: 'Ada' }, { phone: '+49 30 123456' });
  await change('/invoices', { amount: 100, currency: 'eur', status: 'draft' }, { number: '1' });
  const seller = { name: 'Harbor Ltd', address: { city: 'Hamburg', country: 'de' } };
  await service.request('PATCH', '/settings', { body: { invoicing: { seller } } });
  const lines = [{ description: 'Berth', unitAmount: 4200 }];
  const berth = await service.request('POST', '/invoices', { body: { currency: 'eur', status: 'open', lines } });
  await service.request('POST', `/invoices/${berth.body.id}/credit-notes`, { body: { amount: 100 } });
  await change('/forms', { name: 'Other', fields: [] }, { open: false });
  await service.request('PATCH', `/forms/${form.id}`, { body: { open: false } });
  const secret = 'a secret of our own';
  await change('/webhooks', { url, events: ['paid'], secret }, { status: 'paused' });
  await service.request('POST', `/webhooks/${follower.body.id}/rotate-secret`, { body: { secret } });

  type Event = { id: string; type: string; subject: string; data: object; changed: string[] };
  const received = (): Event[] => receiver.requests.map(({ body }) => JSON.parse(body.toString()));
  await waitFor('all deliveries', () => received().some(({ changed }) => changed?.includes('previousSecretUntil')));
  await waitFor('every event', () => all.every((name) => received().some(({ type }) => type === name)));
  const feed: Event[] = (await service.request('GET', '/events?after=0&limit=500')).body.items;
  for (const event of received()) {
    const same = feed.find(({ id }) => id === event.id);
    assert.deepEqual([same?.type, same?.subject, same?.changed], [event.type, event.subject, event.changed]);
  }
  const updates = received().filter(({ type, subject }) => type === 'form.updated' && subject === form.id);
  assert.equal(updates.length, 2, 'for the webhook without a form and for that of this form');
  assert.equal(received().filter(({ type }) => type === 'form.updated').length, 3);
  const texts = JSON.stringify([received(), feed]);
  assert.ok(!texts.includes(secret) && !texts.includes(follower.body.secret) && !texts.includes('sealedSecrets'));
  const { body } = await service.request('GET', '/events', { token: await service.tokenWith('crm:read') });
  assert.ok(body.items.every(({ type }: Event) => !type.startsWith('webhook.')));
});

test('a webhook that follows webhooks hears that its receiver failed for too long, and its failures cause no events', async (t) => {
  const service = await startTestService(t);
  const receiver = await startReceiver(t, { status: 410 });
  await service.work();
  const post = async (body: object) => (await service.request('POST', '/webhooks', { body })).body;
  const follower = await startReceiver(t);
  await post({ url: follower.url, events: ['webhook.updated'] });
  const gone = await post({ url: receiver.url, events: ['webhook.updated', 'contact.created'] });
  await service.request('POST', '/contacts', { body: { name: 'Ada' } });
  const { body } = await follower.received(1);
  const { subject, data, changed } = JSON.parse(body.toString());
  assert.deepEqual([subject, data.status, changed.sort()], [gone.id, 'disabled', ['failingSince', 'status']]);
  assert.equal(receiver.requests.length, 1);
});
