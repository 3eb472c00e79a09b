import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { countLockWaits } from '../../test/support/lock-waits.ts';
import { isSigned, type Reply, startReceiver } from '../../test/support/receiver.ts';
import { testDialect } from '../../test/support/test-dialect.ts';
import { type Answer, startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { emit, makeForm, waitForDelivery } from '../../test/support/webhook-events.ts';
import { inTransaction } from '../context/context.ts';
import { type ClaimedJob, claimJobs } from '../jobs/claim-jobs.ts';
import { firstReads } from '../jobs/run-job.ts';
import { deliverySchedule } from '../jobs/schedules.ts';
import { applyRetryAfter, deliver, sendingOf } from './deliver.ts';
import { webhookTasks } from './webhook-tasks.ts';

const dayMs = 24 * 3_600_000;
const paid = { formId: null, name: 'payment.succeeded' };

async function start(t: TestContext, ...script: Reply[]) {
  const service = await startTestService(t);
  await service.work();
  const receiver = await startReceiver(t, ...script);
  return { service, receiver, subscriber: await subscribe(service, receiver.url) };
}

async function subscribe(service: TestService, url: string): Promise<{ id: string; secret: string; path: string }> {
  const { body } = await service.request('POST', '/payments/webhooks', { body: { url, events: [paid.name] } });
  return { ...body, path: `/webhooks/${body.id}` };
}

/** Waits until the only delivery has had so many attempts, all recorded. */
function tried(service: TestService, attempts: number, withinMs?: number) {
  return waitForDelivery(service, '', ({ attemptCount }) => attemptCount === attempts, withinMs);
}

/** Lets the next planned attempt become due. */
function skip(service: TestService, ms: number): void {
  service.advance(ms);
  service.context.wakeWorker();
}

test('an event arrives once at each subscriber that chose it, signed in both ways', async (t) => {
  const service = await startTestService(t);
  await service.work();
  const [receiver, deaf] = [await startReceiver(t), await startReceiver(t)];
  const [form, other] = [await makeForm(service, 'one'), await makeForm(service, 'other')];
  const path = `/forms/${form.id}/webhooks`;
  const secret = 'a secret – ünïcode';
  await service.request('POST', path, { body: { url: receiver.url, events: ['submitted'], secret } });
  await service.request('POST', path, { body: { url: deaf.url, events: ['paid'] } });
  await service.request('POST', `/forms/${other.id}/webhooks`, { body: { url: deaf.url, events: ['submitted'] } });
  await subscribe(service, deaf.url);

  const data = { submission: { name: 'Zoë ☃', when: [1, 2.5, null] } };
  const id = await emit(service, { formId: form.id, name: 'submitted', data });
  const request = await receiver.received(1);
  assert.ok(isSigned(request, secret));
  assert.match(String(request.headers['x-service-signature']), /^[0-9a-f]{64}$/);
  assert.equal(request.headers['content-type'], 'application/json');
  assert.equal(request.headers['user-agent'], 'Frontdesk');
  assert.equal(request.headers['x-service-delivery-attempt'], '1');
  assert.equal(request.headers['webhook-id'], id);
  assert.equal(request.headers['x-service-signature-previous'], undefined);
  const verifier = new Webhook(Buffer.from(secret), { format: 'raw' });
  const verified = verifier.verify(request.body, request.headers as Record<string, string>) as { id: string };
  assert.equal(verified.id, id);
  const delivery = await waitForDelivery(service, `eventId=${id}`, ({ status }) => status === 'delivered');
  const { body } = await service.request('GET', `/deliveries/${delivery.id}`);
  assert.equal(body.body, request.body.toString());
  assert.deepEqual(
    body.attempts.map(({ number, status, error, response }: Record<string, unknown>) => ({
      number,
      status,
      error,
      response,
    })),
    [{ number: 1, status: 200, error: null, response: 'ok' }],
  );
  assert.equal((await service.request('GET', '/deliveries')).body.total, 1);
  assert.equal(deaf.requests.length, 0);
});

test('a generated secret verifies with Standard Webhooks', async (t) => {
  const { service, receiver, subscriber } = await start(t);
  await emit(service, paid);
  const { body, headers } = await receiver.received(1);
  assert.ok(new Webhook(subscriber.secret).verify(body, headers as Record<string, string>));
  assert.ok(isSigned(await receiver.received(1), subscriber.secret));
});

test('a receiver that is down gets ten attempts with the same ID and bytes on schedule, then the delivery fails', async (t) => {
  const { service, receiver, subscriber } = await start(t, { status: 500, body: 'out of order' });
  const id = await emit(service, { ...paid, data: { text: 'é'.repeat(100) } });
  for (const [index, wait] of deliverySchedule.entries()) {
    const delivery = await tried(service, index + 1);
    assert.equal(delivery.status, 'pending');
    const planned = Date.parse(delivery.nextAttemptAt) - service.context.now().getTime();
    assert.ok(planned <= wait * 1.2 && planned > wait * 0.8 - 5000, `${planned} of ${wait}`);
    skip(service, wait * 1.2);
  }
  const delivery = await tried(service, 10);
  assert.deepEqual([delivery.status, delivery.failure, delivery.nextAttemptAt], ['failed', 'http_500', null]);
  assert.equal(receiver.requests.length, 10);
  for (const [index, request] of receiver.requests.entries()) {
    assert.deepEqual(request.body, receiver.requests[0]?.body);
    assert.equal(request.headers['webhook-id'], id);
    assert.equal(request.headers['x-service-delivery-attempt'], String(index + 1));
    assert.ok(isSigned(request, subscriber.secret));
  }
  const times = receiver.requests.map((request) => request.headers['webhook-timestamp']);
  assert.equal(new Set(times).size, 10);
  const { body } = await service.request('GET', `/deliveries/${delivery.id}`);
  assert.equal(body.attempts[9].response, 'out of order');
  assert.equal(
    (await service.context.db.selectFrom('jobs').selectAll().where('uniqueKey', '=', delivery.id).execute()).length,
    0,
  );
});

test('a receiver that comes back gets its pending deliveries', async (t) => {
  const { service, receiver } = await start(t, { reset: true }, { status: 404 }, {});
  await emit(service, paid);
  assert.equal((await tried(service, 1)).failure, 'reset');
  assert.ok((await service.request('GET', '/payments/webhooks')).body.items[0].failingSince);
  skip(service, 6000);
  assert.equal((await tried(service, 2)).failure, 'http_404');
  skip(service, 6 * 60_000);
  const delivery = await tried(service, 3);
  assert.deepEqual([delivery.status, delivery.failure], ['delivered', null]);
  assert.equal(receiver.requests.length, 3);
  assert.equal((await service.request('GET', '/payments/webhooks')).body.items[0].failingSince, null);
});

test('a redirect is a failure and is not followed', async (t) => {
  const elsewhere = await startReceiver(t);
  const { service } = await start(t, { status: 307, headers: { location: elsewhere.url } });
  await emit(service, paid);
  assert.equal((await tried(service, 1)).failure, 'redirect');
  assert.equal(elsewhere.requests.length, 0);
});

test('only the first 16 KiB of a response are stored, whatever its bytes', async (t) => {
  const { service } = await start(t, { status: 500, body: Buffer.concat([Buffer.from([0, 0xff]), Buffer.alloc(1e6)]) });
  await emit(service, paid);
  const { id } = await tried(service, 1);
  const { body } = await service.request('GET', `/deliveries/${id}`);
  assert.equal(body.attempts[0].response.length, 16_384);
});

test('receivers that hang or respond slowly occupy five places each and do not delay others', async (t) => {
  const service = await startTestService(t);
  const stuck = await Promise.all(
    Array.from({ length: 10 }, (_, i) => startReceiver(t, i % 2 === 0 ? { hang: true } : { trickle: true })),
  );
  const quick = await startReceiver(t);
  for (const receiver of [...stuck, quick]) await subscribe(service, receiver.url);
  for (let i = 0; i < 20; i++) await emit(service, paid);
  await service.work();
  await quick.received(20);
  // No attempt at the others has ended meanwhile.
  assert.ok(stuck.every((receiver) => receiver.open() >= receiver.requests.length));
  await waitFor('five attempts at each', () => stuck.every((receiver) => receiver.open() === 5));
  assert.ok(stuck.every((receiver) => receiver.requests.length <= 5));
  assert.equal(new Set(quick.requests.map(({ headers }) => headers['webhook-id'])).size, 20);
  for (const receiver of stuck) await receiver.close();
});

test('a receiver that responds quickly gets more than five deliveries at once while more are waiting', async (t) => {
  const service = await startTestService(t);
  const receiver = await startReceiver(t, { delayMs: 100 });
  await subscribe(service, receiver.url);
  for (let i = 0; i < 100; i++) await emit(service, paid);
  await service.work();
  await waitFor('more than five at once', () => receiver.open() > 5);
  await receiver.received(100);
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 100);
});

/** Stores deliveries and claims their jobs, as a worker does. */
async function claimDeliveries(service: TestService, count: number): Promise<ClaimedJob[]> {
  for (let i = 0; i < count; i++) await emit(service, paid);
  return claimDue(service, count);
}

function claimDue({ context }: TestService, count: number): Promise<ClaimedJob[]> {
  return inTransaction(context, (ctx) =>
    claimJobs(ctx, 'w1', { own: 0, quick: count, slow: 0 }, {}, firstReads(ctx, webhookTasks)),
  );
}

test('a delivery whose lease was lost is not recorded, and does not keep those that end with it from being recorded', async (t) => {
  const service = await startTestService(t);
  const receiver = await startReceiver(t, { delayMs: 50 });
  await subscribe(service, receiver.url);
  const jobs = await claimDeliveries(service, 5);
  const [lost] = jobs as [ClaimedJob];
  await service.database.writer.updateTable('jobs').set({ lockedBy: 'w2' }).where('id', '=', lost.id).execute();
  const ends = await Promise.allSettled(jobs.map((job) => deliver(service.context, job)));
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason.name)),
    ['LeaseLostError', 'finished', 'finished', 'finished', 'finished'],
  );
  const { db } = service.context;
  const statuses = await db
    .selectFrom('deliveries')
    .select(['status', 'attempts'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    statuses.map(({ status, attempts }) => `${status} ${attempts}`),
    ['pending 0', 'delivered 1', 'delivered 1', 'delivered 1', 'delivered 1'],
  );
  assert.equal((await db.selectFrom('attempts').select('id').execute()).length, 4);
  assert.deepEqual(await db.selectFrom('jobs').select('id').execute(), [{ id: lost.id }]);
});

test('a delivery that is resent while an attempt runs gets another attempt after it', async (t) => {
  const service = await startTestService(t);
  const receiver = await startReceiver(t, {});
  const { path } = await subscribe(service, receiver.url);
  const resendDuring = async (job: ClaimedJob | undefined, status: number): Promise<Answer['body']> => {
    const id = job && sendingOf(job).delivery?.id;
    assert.ok(job && id);
    receiver.script({ status });
    assert.equal((await service.request('POST', `/deliveries/${id}/resend`)).status, 202);
    assert.deepEqual(await claimDue(service, 3), [], 'it still runs');
    await deliver(service.context, job);
    const { body } = await service.request('GET', `/deliveries/${id}`);
    return { ...body, jobs: await claimDue(service, 3) };
  };
  const outcomeOf = async ([job]: ClaimedJob[], status: number): Promise<Answer['body']> => {
    receiver.script({ status });
    await deliver(service.context, job as ClaimedJob);
    return (await service.request('GET', `/deliveries/${sendingOf(job as ClaimedJob).delivery?.id}`)).body;
  };

  const [first, second, third] = await claimDeliveries(service, 3);
  const retried = await resendDuring(first, 500);
  assert.deepEqual([retried.status, retried.attemptCount, retried.jobs.length], ['pending', 1, 1]);
  assert.ok(Date.parse(retried.nextAttemptAt) <= service.context.now().getTime(), 'its retry is moved forward');
  assert.equal((await outcomeOf(retried.jobs, 200)).attemptCount, 2);

  const delivered = await resendDuring(second, 200);
  assert.deepEqual([delivered.status, delivered.attemptCount, delivered.jobs.length], ['delivered', 1, 1]);
  assert.equal((await outcomeOf(delivered.jobs, 500)).status, 'delivered');

  await service.database.writer
    .updateTable('deliveries')
    .set({ attempts: 9 })
    .where('status', '=', 'pending')
    .execute();
  await service.database.writer.updateTable('jobs').set({ lockedUntil: null }).execute();
  const [last] = await claimDue(service, 3);
  assert.equal(last?.id, third?.id);
  const reopened = await resendDuring(last, 500);
  assert.deepEqual([reopened.status, reopened.attemptCount, reopened.jobs.length], ['pending', 10, 1]);
  const again = await outcomeOf(reopened.jobs, 500);
  assert.equal(again.status, 'pending', 'its schedule starts again');
  assert.ok(Date.parse(again.nextAttemptAt) < service.context.now().getTime() + 6001);

  service.advance(60_000);
  await service.request('POST', `${path}/test`);
  const failed = await resendDuring(
    (await claimDue(service, 3)).find((job) => sendingOf(job).delivery?.type === 'test'),
    500,
  );
  assert.deepEqual([failed.status, failed.attemptCount, failed.jobs.length], ['pending', 1, 1]);
  assert.equal((await outcomeOf(failed.jobs, 500)).status, 'failed');
});

test('a success ends the time of failure that began while it was sent', async (t) => {
  const service = await startTestService(t);
  const receiver = await startReceiver(t, { delayMs: 300 });
  const { id, path } = await subscribe(service, receiver.url);
  const [job] = await claimDeliveries(service, 1);
  const delivered = deliver(service.context, job as ClaimedJob);
  await receiver.received(1);
  const failingSince = service.context.now().toISOString();
  await service.database.writer.updateTable('subscribers').set({ failingSince }).where('id', '=', id).execute();
  assert.equal(await delivered, 'finished');
  assert.equal((await service.request('GET', path)).body.failingSince, null);
});

test('a whole attempt takes 15 seconds at most', async (t) => {
  const { service } = await start(t, { trickle: true });
  await emit(service, paid);
  const delivery = await tried(service, 1, 60_000);
  assert.equal(delivery.failure, 'timeout');
  const { body } = await service.request('GET', `/deliveries/${delivery.id}`);
  assert.ok(body.attempts[0].durationMs >= 14_900 && body.attempts[0].durationMs < 30_000);
});

test('410 disables the subscriber immediately; its pending deliveries fail, and can be sent again once it is active', async (t) => {
  const { service, receiver, subscriber } = await start(t, { status: 500 }, { status: 410 }, {});
  const first = await emit(service, paid);
  await tried(service, 1);
  const second = await emit(service, paid);
  const gone = await waitForDelivery(service, `eventId=${second}`, ({ status }) => status === 'failed');
  assert.equal(gone.failure, 'http_410');
  assert.equal((await service.request('GET', subscriber.path)).body.status, 'disabled');
  skip(service, 6000);
  const waiting = await waitForDelivery(service, `eventId=${first}`, ({ status }) => status === 'failed');
  assert.equal(waiting.failure, 'subscriber_disabled');
  await emit(service, paid);
  assert.equal((await service.request('GET', '/deliveries')).body.total, 2);
  const refused = await service.request('POST', `/deliveries/${gone.id}/resend`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.equal(receiver.requests.length, 2);
  await service.request('PATCH', subscriber.path, { body: { status: 'active' } });
  assert.deepEqual((await service.request('POST', '/deliveries/resend', { body: {} })).body, { count: 2 });
  await receiver.received(4);
});

test('deliveries to a paused subscriber are sent when it is active again', async (t) => {
  const { service, receiver, subscriber } = await start(t);
  await service.request('PATCH', subscriber.path, { body: { status: 'paused' } });
  const ids = [await emit(service, paid), await emit(service, paid)];
  await waitFor('both put aside', async () => {
    const { body } = await service.request('GET', '/deliveries?status=pending');
    return body.items.filter((item: { nextAttemptAt: unknown }) => item.nextAttemptAt === null).length === 2;
  });
  assert.equal(receiver.requests.length, 0);
  await service.request('PATCH', subscriber.path, { body: { status: 'active' } });
  await receiver.received(2);
  assert.deepEqual(receiver.requests.map(({ headers }) => headers['webhook-id']).sort(), ids.sort());
});

test('five days of failures pause the subscriber', async (t) => {
  const { service, subscriber } = await start(t, { status: 503 });
  for (let i = 1; i <= 10; i++) {
    const id = await emit(service, paid);
    await waitForDelivery(service, `eventId=${id}`, ({ attemptCount }) => attemptCount > 0);
  }
  assert.equal((await service.request('GET', subscriber.path)).body.status, 'active');
  service.advance(5 * dayMs + 1000);
  await emit(service, paid);
  await waitFor('the pause', async () => (await service.request('GET', subscriber.path)).body.status === 'paused');
  assert.equal((await service.request('GET', '/deliveries?status=failed')).body.total, 0);
  // A later read might see the next failure.
  const resumed = await service.request('PATCH', subscriber.path, { body: { status: 'active' } });
  assert.equal(resumed.body.failingSince, null);
});

test('a few failures in five days do not pause the subscriber', async (t) => {
  const { service, subscriber } = await start(t, { status: 503 });
  await emit(service, paid);
  await tried(service, 1);
  service.advance(6 * dayMs);
  const id = await emit(service, paid);
  await waitForDelivery(service, `eventId=${id}`, ({ attemptCount }) => attemptCount === 1);
  assert.equal((await service.request('GET', subscriber.path)).body.status, 'active');
});

test('a subscriber whose receiver fails gets one delivery at a time until one succeeds', async (t) => {
  const { service, receiver, subscriber } = await start(t, { status: 500 });
  const limits = service.context.db.selectFrom('limitedLanes').select(['lane', 'reason']);
  await emit(service, paid);
  await waitFor('the limit', async () => (await limits.execute()).length > 0);
  assert.deepEqual(await limits.execute(), [{ lane: subscriber.id, reason: 'failing' }]);
  receiver.script({});
  await emit(service, paid);
  await waitFor('its end', async () => (await limits.execute()).length === 0);
});

test('a subscriber that is activated while a delivery is about to be held gets it', async (t) => {
  const service = await startTestService(t);
  const subscriber = await subscribe(service, 'https://receiver.example/');
  await emit(service, paid);
  await service.request('PATCH', subscriber.path, { body: { status: 'paused' } });
  const [job] = await claimDue(service, 1);
  const [updated, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const activated = inTransaction(service.context, async (ctx) => {
    await ctx.db.updateTable('subscribers').set({ status: 'active' }).where('id', '=', subscriber.id).execute();
    updated.resolve();
    await held.promise;
  });
  await updated.promise;
  const delivered = deliver(service.context, job as ClaimedJob);
  // It reads the old status, then waits for the lock.
  await someoneWaitsForLock(service);
  held.resolve();
  await Promise.all([activated, delivered]);
  const jobs = await service.context.db.selectFrom('jobs').select(['id', 'lockedBy']).execute();
  assert.deepEqual(jobs, [{ id: job?.id, lockedBy: null }]);
});

async function someoneWaitsForLock({ database }: TestService): Promise<void> {
  if (testDialect === 'postgres') {
    await waitFor('the wait for a lock', async () => (await countLockWaits(database.writer)) > 0);
  } else {
    // Here a transaction gets as far as it can in a few turns of the event loop.
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

test('pending deliveries of a deleted subscriber fail and say why', async (t) => {
  const { service, subscriber } = await start(t, { status: 500 });
  await emit(service, paid);
  await tried(service, 1);
  await service.request('DELETE', subscriber.path);
  skip(service, 6000);
  const delivery = await waitForDelivery(service, '', ({ status }) => status === 'failed');
  assert.equal(delivery.failure, 'subscriber_removed');
  assert.equal((await service.request('POST', `/deliveries/${delivery.id}/resend`)).body.code, 'subscriber_gone');
});

test('a replaced secret keeps signing for a day beside the new one', async (t) => {
  const { service, receiver, subscriber } = await start(t);
  const rotated = await service.request('POST', `${subscriber.path}/rotate-secret`);
  assert.equal(rotated.status, 200);
  const { secret } = rotated.body;
  assert.notEqual(secret, subscriber.secret);
  await emit(service, paid);
  const both = await receiver.received(1);
  assert.ok(isSigned(both, secret));
  assert.ok(isSigned(both, subscriber.secret, 'x-service-signature-previous'));
  skip(service, dayMs + 1000);
  await emit(service, paid);
  const one = await receiver.received(2);
  assert.ok(isSigned(one, secret));
  assert.equal(one.headers['x-service-signature-previous'], undefined);
  const own = await service.request('POST', `${subscriber.path}/rotate-secret`, { body: { secret: 'mine' } });
  assert.equal(own.body.secret, 'mine');
  assert.ok(!(await service.request('GET', subscriber.path)).text.includes('mine'));
});

test('pending deliveries go to the new URL', async (t) => {
  const { service, subscriber } = await start(t, { status: 500 });
  const mended = await startReceiver(t);
  await emit(service, paid);
  await tried(service, 1);
  await service.request('PATCH', subscriber.path, { body: { url: mended.url } });
  skip(service, 6000);
  await mended.received(1);
  assert.equal((await tried(service, 2)).url, mended.url);
});

test('Retry-After counts if it asks for more than the planned wait, up to a day, in seconds and as a date', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const waits: [string | undefined, number][] = [
    [undefined, 60_000],
    ['90', 90_000],
    ['1', 60_000],
    ['3600', 3_600_000],
    ['86400', 86_400_000],
    ['86401', 86_400_000],
    ['999999999999', 86_400_000],
    ['Fri, 20 Nov 2099 12:00:00 GMT', 86_400_000],
    ['Fri, 20 Nov 2026 12:01:30 GMT', 90_000],
    ['Friday, 20-Nov-26 12:01:30 GMT', 90_000],
    ['Fri Nov 20 12:01:30 2026', 90_000],
    ['Fri, 20 Nov 2020 12:00:00 GMT', 60_000],
    ['soon', 60_000],
    ['', 60_000],
    ['-5', 60_000],
  ];
  for (const [header, expected] of waits) assert.equal(applyRetryAfter(60_000, header, now), expected, String(header));
  assert.equal(applyRetryAfter(100_000_000, '86400', now), 100_000_000, 'a longer wait that is planned stays');
});

test('a busy receiver gets the retry when it asks for it', async (t) => {
  const { service } = await start(t, { status: 429, headers: { 'retry-after': '45' } });
  await emit(service, paid);
  const { id, nextAttemptAt } = await tried(service, 1);
  const { body } = await service.request('GET', `/deliveries/${id}`);
  const waitMs = Date.parse(nextAttemptAt) - Date.parse(body.attempts[0].createdAt);
  assert.ok(waitMs >= 44_900 && waitMs <= 60_000, String(waitMs));
});

test('nothing is sent to an address that has become private', async (t) => {
  const receiver = await startReceiver(t);
  const service = await startTestService(t, { allowPrivateWebhooks: false });
  await service.work();
  const { body } = await service.request('POST', '/payments/webhooks', {
    body: { url: 'https://1.1.1.1/', events: [paid.name] },
  });
  await service.database.writer
    .updateTable('subscribers')
    .set({ url: receiver.url })
    .where('id', '=', body.id)
    .execute();
  await emit(service, paid);
  assert.equal((await tried(service, 1)).failure, 'address_not_public');
  assert.equal(receiver.requests.length, 0);
});
