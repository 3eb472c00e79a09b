import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isSigned, type Reply, startReceiver } from '../../test/support/receiver.ts';
import { startTestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { emit, makeForm, waitForDelivery } from '../../test/support/webhook-events.ts';
import { forgetOldAttempts } from './webhook-tasks.ts';

const dayMs = 24 * 3_600_000;
const event = { formId: null, name: 'invoice.paid' };

async function start(t: TestContext, ...script: Reply[]) {
  const service = await startTestService(t);
  await service.work();
  const receiver = await startReceiver(t, ...script);
  const { body } = await service.request('POST', '/payments/webhooks', {
    body: { url: receiver.url, events: ['invoice.paid'] },
  });
  return { service, receiver, subscriber: body as { id: string; secret: string } };
}

test('a delivery can be resent unchanged, and stays delivered even if that fails', async (t) => {
  const { service, receiver } = await start(t, {}, { status: 500 });
  await emit(service, event);
  const { id } = await waitForDelivery(service, 'status=delivered', () => true);
  const answer = await service.request('POST', `/deliveries/${id}/resend`);
  assert.equal(answer.status, 202);
  assert.equal(answer.body.id, id);
  const again = await receiver.received(2);
  assert.deepEqual(again.body, receiver.requests[0]?.body);
  assert.equal(again.headers['webhook-id'], receiver.requests[0]?.headers['webhook-id']);
  assert.equal(again.headers['x-service-delivery-attempt'], '2');
  const delivery = await waitForDelivery(service, '', ({ attemptCount }) => attemptCount === 2);
  assert.deepEqual([delivery.status, delivery.nextAttemptAt], ['delivered', null]);
});

test('a delivery that is sent again keeps the time of its first success', async (t) => {
  const { service, receiver } = await start(t);
  await emit(service, event);
  const { id } = await waitForDelivery(service, 'status=delivered', () => true);
  const row = service.context.db.selectFrom('deliveries').select('deliveredAt').where('id', '=', id);
  const { deliveredAt } = await row.executeTakeFirstOrThrow();
  assert.ok(deliveredAt);
  service.advance(60_000);
  await service.request('POST', `/deliveries/${id}/resend`);
  await receiver.received(2);
  await waitForDelivery(service, '', ({ attemptCount }) => attemptCount === 2);
  assert.deepEqual(await row.executeTakeFirst(), { deliveredAt });
});

test('resending moves a pending retry forward instead of adding one', async (t) => {
  const { service, receiver } = await start(t, { status: 500 }, {});
  await emit(service, event);
  const { id } = await waitForDelivery(service, '', ({ attemptCount }) => attemptCount === 1);
  await Promise.all([1, 2, 3].map(() => service.request('POST', `/deliveries/${id}/resend`)));
  await waitForDelivery(service, '', ({ status }) => status === 'delivered');
  const jobs = () => service.context.db.selectFrom('jobs').select('id').where('uniqueKey', '=', id).execute();
  await waitFor('no job left', async () => (await jobs()).length === 0);
  assert.ok(receiver.requests.length >= 2 && receiver.requests.length <= 4);
});

test('a delivery that failed and is tried again is found as retrying, and is still pending', async (t) => {
  const { service, receiver } = await start(t, { status: 500 }, { status: 500 }, { status: 500 }, {});
  const shownAs = async (query: string) => (await service.request('GET', `/deliveries?${query}`)).body.items.length;
  await emit(service, event);
  const { id } = await waitForDelivery(service, '', ({ attemptCount }) => attemptCount === 1);
  for (const attempts of [2, 3]) {
    await service.request('POST', `/deliveries/${id}/resend`);
    await receiver.received(attempts);
    await waitForDelivery(service, '', ({ attemptCount }) => attemptCount === attempts);
  }
  const retrying = await waitForDelivery(service, 'status=pending&failure[exists]=true', () => true);
  assert.deepEqual([retrying.status, retrying.failure, retrying.attemptCount], ['pending', 'http_500', 3]);
  assert.ok(retrying.nextAttemptAt);
  for (const [query, count] of [
    ['status=pending', 1],
    ['status=pending&failure[exists]=false', 0],
    ['status=failed&failure[exists]=true', 0],
  ] as const)
    assert.equal(await shownAs(query), count, query);
  await service.request('POST', `/deliveries/${id}/resend`);
  await waitForDelivery(service, 'status=delivered&failure[exists]=false', () => true);
  assert.equal(await shownAs('status=pending&failure[exists]=true'), 0);
});

test('a failed delivery starts its schedule again', async (t) => {
  const { service, receiver } = await start(t, { status: 500 });
  await emit(service, event);
  const { id } = await waitForDelivery(service, '', ({ attemptCount }) => attemptCount === 1);
  await service.database.writer.deleteFrom('jobs').where('uniqueKey', '=', id).execute();
  await service.database.writer
    .updateTable('deliveries')
    .set({ status: 'failed', attempts: 10 })
    .where('id', '=', id)
    .execute();
  await service.request('POST', `/deliveries/${id}/resend`);
  const delivery = await waitForDelivery(service, '', ({ attemptCount }) => attemptCount === 11);
  assert.equal(delivery.status, 'pending');
  const waitMs = Date.parse(delivery.nextAttemptAt) - service.context.now().getTime();
  assert.ok(waitMs < 6001, String(waitMs));
  assert.equal(receiver.requests.length, 2);
});

test('failed deliveries of a period are resent, of one subscriber or all', async (t) => {
  const { service, receiver, subscriber } = await start(t, { status: 410 });
  const failed: { id: string; createdAt: string }[] = [];
  for (let i = 0; i < 3; i++) {
    await service.request('PATCH', `/webhooks/${subscriber.id}`, { body: { status: 'active' } });
    const id = await emit(service, event);
    failed.push(await waitForDelivery(service, `eventId=${id}`, ({ status }) => status === 'failed'));
    service.advance(60_000);
  }
  receiver.script({});
  await service.request('PATCH', `/webhooks/${subscriber.id}`, { body: { status: 'active' } });
  const resend = async (body: object) => (await service.request('POST', '/deliveries/resend', { body })).body.count;
  assert.equal(await resend({ subscriberId: 'whk_other' }), 0);
  assert.equal(await resend({ createdAt: { gte: failed[0]?.createdAt, lt: failed[1]?.createdAt } }), 1);
  assert.equal(await resend({ createdAt: { gte: failed[2]?.createdAt }, subscriberId: subscriber.id }), 1);
  await waitFor(
    'two delivered',
    async () => (await service.request('GET', '/deliveries?status=delivered')).body.total === 2,
  );
  assert.equal((await service.request('POST', '/deliveries/resend')).body.count, 1);
  await receiver.received(6);
  assert.equal(
    (await service.request('POST', '/deliveries/resend', { body: { createdAt: { gte: 'yesterday' } } })).status,
    422,
  );
});

test('failed deliveries of disabled and deleted subscribers are not resent', async (t) => {
  const { service, subscriber } = await start(t, { status: 410 });
  await emit(service, event);
  await waitForDelivery(service, '', ({ status }) => status === 'failed');
  const resend = async () => (await service.request('POST', '/deliveries/resend', { body: {} })).body;
  assert.deepEqual(await resend(), { count: 0 });
  await service.request('DELETE', `/payments/webhooks/${subscriber.id}`);
  assert.deepEqual(await resend(), { count: 0 });
});

test('a test is sent once, even while paused, and is marked as a test', async (t) => {
  const { service, receiver, subscriber } = await start(t, { status: 500 });
  const path = `/webhooks/${subscriber.id}`;
  await service.request('PATCH', path, { body: { status: 'paused' } });
  const answer = await service.request('POST', `${path}/test`);
  assert.deepEqual([answer.status, answer.body.type, answer.body.subscriberId], [202, 'test', subscriber.id]);
  const request = await receiver.received(1);
  assert.ok(isSigned(request, subscriber.secret));
  const body = JSON.parse(request.body.toString());
  assert.deepEqual([body.type, body.id], ['test', request.headers['webhook-id']]);
  const delivery = await waitForDelivery(service, 'type=test', ({ status }) => status === 'failed');
  assert.equal(delivery.attemptCount, 1);
  const { failingSince, status } = (await service.request('GET', path)).body;
  assert.deepEqual([failingSince, status], [null, 'paused']);
});

test('each area sees its own deliveries, and resending requires the write scope', async (t) => {
  const { service, receiver } = await start(t);
  const form = await makeForm(service);
  const body = { url: receiver.url, events: ['paid'] };
  const { body: subscriber } = await service.request('POST', `/forms/${form.id}/webhooks`, { body });
  await emit(service, event);
  await emit(service, { formId: form.id, name: 'paid' });
  const { id } = await waitForDelivery(
    service,
    `subscriberId=${subscriber.id}`,
    ({ status }) => status === 'delivered',
  );
  const [forms, payments] = [await service.tokenWith('forms:read'), await service.tokenWith('payments:write')];
  const typesFor = async (token: string) =>
    (await service.request('GET', '/deliveries', { token })).body.items.map((item: { type: string }) => item.type);
  assert.deepEqual(await typesFor(forms), ['paid']);
  assert.deepEqual(await typesFor(payments), ['invoice.paid']);
  assert.equal((await typesFor(service.token)).length, 2);
  assert.equal(
    (await service.request('GET', `/deliveries/${id}`, { token: payments })).body.code,
    'delivery_not_found',
  );
  assert.equal((await service.request('POST', `/deliveries/${id}/resend`, { token: payments })).status, 404);
  const refused = await service.request('POST', `/deliveries/${id}/resend`, { token: forms });
  assert.equal(refused.body.requiredScope, 'forms:write');
  assert.equal((await service.request('POST', '/deliveries/resend', { token: forms, body: {} })).status, 403);
  const stranger = await service.tokenWith('content:read');
  assert.equal((await service.request('GET', '/deliveries', { token: stranger })).status, 403);
  assert.equal((await service.request('GET', '/deliveries', { token: null })).status, 401);
  assert.equal((await service.request('GET', '/deliveries?status=lost')).body.errors[0].pointer, 'status');
});

test('what a webhook got before its events were changed stays with those who may read these events', async (t) => {
  const service = await startTestService(t);
  await service.work();
  const receiver = await startReceiver(t);
  const post = async (path: string, body: object) => (await service.request('POST', path, { body })).body;
  const events = ['contact.created', 'item.published', 'paid'];
  const webhook = await post('/webhooks', { url: receiver.url, events });
  await post('/contacts', { name: 'Ada' });
  for (const name of ['item.published', 'paid']) await emit(service, { formId: null, name });
  await post(`/webhooks/${webhook.id}/test`, {});
  const delivered = async () => (await service.request('GET', '/deliveries?status=delivered')).body.total;
  await waitFor('four deliveries', async () => (await delivered()) === 4);
  await service.request('PATCH', `/webhooks/${webhook.id}`, { body: { events: ['item.published'] } });
  const { id } = await waitForDelivery(service, 'type=contact.created', () => true);
  await service.database.writer.updateTable('deliveries').set({ status: 'failed' }).execute();

  const writer = await service.tokenWith('content:write');
  const reader = await service.tokenWith('content:write', 'crm:read');
  const typesFor = async (token: string) => {
    const { items } = (await service.request('GET', '/deliveries', { token })).body;
    return items.map(({ type }: { type: string }) => type).sort();
  };
  const resend = (token: string) => service.request('POST', `/deliveries/${id}/resend`, { token });
  assert.deepEqual(await typesFor(writer), ['item.published', 'test']);
  assert.deepEqual(await typesFor(reader), ['contact.created', 'item.published', 'test']);
  assert.deepEqual(await typesFor(service.token), ['contact.created', 'item.published', 'paid', 'test']);
  assert.equal((await service.request('GET', `/deliveries/${id}`, { token: writer })).status, 404);
  assert.equal((await service.request('GET', `/deliveries/${id}`, { token: reader })).status, 200);
  assert.equal((await resend(writer)).status, 404);
  assert.equal((await resend(reader)).body.requiredScope, 'crm:write');
  for (const [token, count] of [
    [reader, 2],
    [service.token, 2],
  ] as const)
    assert.equal((await service.request('POST', '/deliveries/resend', { token, body: {} })).body.count, count);
});

test('a delivery shows people and payments to those who may read them, and its receiver gets all', async (t) => {
  const service = await startTestService(t);
  await service.work();
  const receiver = await startReceiver(t);
  const form = { name: 'Talk', slug: 'talk', fields: [{ name: 'email', type: 'email' }] };
  assert.equal((await service.request('POST', '/forms', { body: form })).status, 201);
  await service.request('POST', '/forms/talk/webhooks', { body: { url: receiver.url, events: ['submitted'] } });
  await service.request('POST', '/forms/talk/submit', { body: { email: 'ada@example.com' } });
  const sent = (await receiver.received(1)).body.toString();
  assert.equal(JSON.parse(sent).contact.email, 'ada@example.com');
  const { id } = await waitForDelivery(service, 'type=submitted', ({ status }) => status === 'delivered');
  const read = async (token: string) => (await service.request('GET', `/deliveries/${id}`, { token })).body.body;
  assert.equal(await read(service.token), sent);
  assert.equal(await read(await service.tokenWith('forms:read', 'crm:read', 'payments:read')), sent);
  const shown = JSON.parse(await read(await service.tokenWith('forms:write')));
  assert.deepEqual(shown, { ...JSON.parse(sent), contact: null, payment: null });
  assert.equal(shown.submission.data.email, 'ada@example.com');
});

test('what waits for a webhook goes to another URL only by those who may register webhooks for it', async (t) => {
  const service = await startTestService(t);
  await service.work();
  const [receiver, other] = [await startReceiver(t), await startReceiver(t)];
  const body = { url: receiver.url, events: ['contact.created', 'item.published'] };
  const path = `/webhooks/${(await service.request('POST', '/webhooks', { body })).body.id}`;
  const change = (body: object, token = service.token) => service.request('PATCH', path, { body, token });
  await change({ status: 'paused' });
  await service.request('POST', '/contacts', { body: { name: 'Ada' } });
  await change({ events: ['item.published'] });
  const writer = await service.tokenWith('content:write');
  assert.equal((await change({ url: other.url, status: 'active' }, writer)).body.requiredScope, 'crm:write');
  assert.equal((await change({ url: receiver.url, status: 'active' }, writer)).status, 200);
  await waitForDelivery(service, 'type=contact.created', ({ status }) => status === 'delivered');
  assert.equal((await change({ url: other.url }, writer)).status, 200);
  assert.deepEqual([receiver.requests.length, other.requests.length], [1, 0]);
});

test('an event for a thousand subscribers is stored in a few statements', async (t) => {
  const service = await startTestService(t);
  const now = service.context.now().toISOString();
  const row = (id: number) => ({
    ...{ id: `whk_${id}`, formId: null, url: 'https://receiver.example/', events: '["invoice.paid"]' },
    ...{
      version: 1,
      sealedSecrets: 's',
      previousSecretUntil: null,
      status: 'active' as const,
      failingSince: null,
    },
    ...{ createdAt: now, updatedAt: now },
  });
  const rows = Array.from({ length: 1000 }, (_, id) => row(id));
  await service.database.writer.insertInto('subscribers').values(rows).execute();
  await emit(service, event);
  const { db } = service.context;
  const jobs = await db.selectFrom('jobs').select('lane').where('task', '=', 'webhooks.deliver').execute();
  assert.equal(new Set(jobs.map((job) => job.lane)).size, 1000);
  assert.equal((await service.request('GET', '/deliveries?status=pending')).body.total, 1000);
});

test('no delivery is lost while a subscriber is paused and resumed repeatedly', async (t) => {
  const { service, receiver, subscriber } = await start(t);
  const set = (status: string) => service.request('PATCH', `/webhooks/${subscriber.id}`, { body: { status } });
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) {
    const [made] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => emit(service, event))),
      set('paused').then(() => set('active')),
    ]);
    ids.push(...made);
  }
  await waitFor('all delivered', async () => {
    return (await service.request('GET', '/deliveries?status=delivered')).body.total === ids.length;
  });
  assert.deepEqual([...new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))].sort(), ids.sort());
});

test('the deliveries of one submission are found by its id', async (t) => {
  const service = await startTestService(t);
  const fields = [{ name: 'name', type: 'text' }];
  const form = (await service.request('POST', '/forms', { body: { name: 'Contact', fields } })).body;
  const body = { url: 'https://receiver.example/', events: ['submitted'] };
  await service.request('POST', `/forms/${form.id}/webhooks`, { body });
  const submit = () => service.request('POST', `/forms/${form.id}/submit`, { body: { name: 'Ada' } });
  const [one] = [(await submit()).body, (await submit()).body];
  const found = (await service.request('GET', `/deliveries?subject=${one.submissionId}`)).body;
  assert.deepEqual([found.total, found.items[0].type], [1, 'submitted']);
  const { body: sent } = (await service.request('GET', `/deliveries/${found.items[0].id}`)).body;
  assert.equal(JSON.parse(sent).submission.id, one.submissionId);
  assert.equal((await service.request('GET', '/deliveries?subject=sub_unknown')).body.total, 0);
});

test('subscribers of a deleted form are deleted too', async (t) => {
  const service = await startTestService(t);
  const forms = [await makeForm(service, 'kept'), await makeForm(service, 'gone')];
  for (const { id } of forms) {
    const body = { url: 'https://receiver.example/', events: ['paid'] };
    await service.request('POST', `/forms/${id}/webhooks`, { body });
  }
  await service.database.writer.deleteFrom('forms').where('slug', '=', 'gone').execute();
  await forgetOldAttempts(service.context);
  const left = await service.context.db.selectFrom('subscribers').select('formId').execute();
  assert.deepEqual(left, [{ formId: forms[0]?.id }]);
});

test('attempts and settled deliveries are deleted after 30 days, pending ones are not', async (t) => {
  const { service, subscriber } = await start(t);
  await emit(service, event);
  const { id } = await waitForDelivery(service, '', ({ status }) => status === 'delivered');
  await service.request('PATCH', `/webhooks/${subscriber.id}`, { body: { status: 'paused' } });
  await emit(service, event);
  await waitForDelivery(service, 'status=pending', ({ nextAttemptAt }) => nextAttemptAt === null);
  service.advance(29 * dayMs);
  await forgetOldAttempts(service.context);
  assert.equal((await service.request('GET', `/deliveries/${id}`)).body.attempts.length, 1);
  service.advance(2 * dayMs);
  await forgetOldAttempts(service.context);
  assert.equal((await service.request('GET', `/deliveries/${id}`)).status, 404);
  assert.equal((await service.request('GET', '/deliveries')).body.total, 1);
  assert.equal((await service.context.db.selectFrom('attempts').select('id').execute()).length, 0);
});
