// What takes room, and what goes when it is older than the settings say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPaymentService } from '../../test/support/payment-service.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { inTransaction } from '../context/context.ts';
import { forgetOldMails } from '../mail/mail-tasks.ts';
import { pruneProcessorEvents } from '../payments/native-events.ts';
import { forgetOldAttempts } from '../webhooks/webhook-tasks.ts';
import { storageParts } from './system.ts';

const dayMs = 86_400_000;

async function readUse(service: TestService) {
  const { status, body, text } = await service.request('GET', '/system/storage');
  assert.equal(status, 200, text);
  return body;
}

test('each part of the site has the size of its tables, and files are counted', async (t) => {
  const service = await startTestService(t);
  const before = await readUse(service);
  const sizeOf = (use: typeof before, part: string): number =>
    use.database.parts.find((each: { part: string }) => each.part === part).bytes;
  assert.deepEqual(
    before.database.parts.map(({ part }: { part: string }) => part),
    [...storageParts],
  );
  const sum = before.database.parts.reduce((total: number, { bytes }: { bytes: number }) => total + bytes, 0);
  assert.equal(sum, before.database.bytes);
  assert.deepEqual(before.files, { submissions: { count: 0, bytes: 0 }, media: { count: 0, bytes: 0 } });
  assert.ok(before.disk.freeBytes > 0 && before.disk.totalBytes >= before.disk.freeBytes);

  assert.equal((await service.request('POST', '/types', { body: { name: 'note' } })).status, 201);
  for (let number = 0; number < 20; number++) {
    const content = Array.from({ length: 2000 }, (_, word) => `word${number * 2000 + word}`).join(' ');
    const item = await service.request('POST', '/content/note', { body: { title: `Note ${number}`, content } });
    assert.equal(item.status, 201, item.text);
  }
  const after = await readUse(service);
  assert.ok(sizeOf(after, 'content') - sizeOf(before, 'content') > 200_000, 'texts and their words');
  assert.equal(sizeOf(after, 'crm'), sizeOf(before, 'crm'));

  const origin = await service.listen();
  const form = new FormData();
  form.append('file', new Blob(['0123456789']), 'one.txt');
  const headers = { authorization: `Bearer ${service.token}` };
  assert.equal((await fetch(`${origin}/api/v1/media`, { method: 'POST', headers, body: form })).status, 201);
  assert.deepEqual((await readUse(service)).files.media, { count: 1, bytes: 10 });
  const limited = await service.tokenWith('content:read');
  assert.equal((await service.request('GET', '/system/storage', { token: limited })).status, 403);
});

test('events of the processor go when they were applied long ago; others stay', async (t) => {
  const service = await startPaymentService(t);
  const { context } = service;
  const receivedAt = new Date(Date.now() - 10 * dayMs).toISOString();
  const common = {
    type: 'charge.refunded',
    apiVersion: null,
    created: 1,
    livemode: 0 as const,
    body: '{}',
    receivedAt,
  };
  const statuses = ['processed', 'ignored', 'flagged', 'received'] as const;
  await inTransaction(context, async (ctx) => {
    const rows = Array.from({ length: 1200 }, (_, number) => ({
      ...common,
      id: `evt_old_${number}`,
      status: 'processed' as const,
      processedAt: receivedAt,
    }));
    for (let from = 0; from < rows.length; from += 100)
      await ctx.db
        .insertInto('processorEvents')
        .values(rows.slice(from, from + 100))
        .execute();
    for (const status of statuses)
      await ctx.db
        .insertInto('processorEvents')
        .values({ ...common, id: `evt_${status}`, status, processedAt: null })
        .execute();
  });
  const left = async (): Promise<string[]> =>
    (await context.db.selectFrom('processorEvents').select('id').orderBy('id').execute()).map(({ id }) => id);
  await pruneProcessorEvents(context);
  assert.equal((await left()).length, 1204, 'they are kept for 180 days');
  const changed = await service.request('PATCH', '/settings', { body: { processorEventDays: 30 } });
  assert.equal(changed.status, 200, changed.text);
  service.advance(21 * dayMs);
  await pruneProcessorEvents(context);
  assert.deepEqual(await left(), ['evt_flagged', 'evt_received']);
  const short = await service.request('PATCH', '/settings', { body: { processorEventDays: 29 } });
  assert.equal(short.status, 422, 'the processor sends events again for 30 days');
});

test('a paid event that is sent again after it was deleted changes nothing', async (t) => {
  const service = await startPaymentService(t);
  const checkout = await service.request('POST', '/payments/checkout', { body: { amount: 2500, currency: 'usd' } });
  const intent = {
    id: 'pi_pruned',
    object: 'payment_intent',
    amount: 2500,
    amount_received: 2500,
    currency: 'usd',
    status: 'succeeded',
    created: Math.floor(Date.now() / 1000),
    metadata: {},
  };
  const event = {
    id: 'evt_pruned',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: intent.created,
    livemode: false,
    api_version: '2026-10-28.endive',
    data: { object: intent },
  };
  assert.equal(checkout.status, 200, checkout.text);
  const processed = async () => {
    assert.equal((await service.deliver(event)).status, 200);
    await waitFor('the event to be applied', async () => {
      const row = await service.context.db
        .selectFrom('processorEvents')
        .select('status')
        .where('id', '=', event.id)
        .executeTakeFirst();
      return row?.status === 'processed';
    });
  };
  const state = async () => ({
    payments: await service.context.db.selectFrom('payments').select(['id', 'status', 'version']).execute(),
    events: await service.context.db.selectFrom('events').select('uniqueKey').orderBy('uniqueKey').execute(),
  });
  await processed();
  const before = await state();
  await inTransaction(service.context, async (ctx) => {
    await ctx.db.updateTable('processorEvents').set({ receivedAt: '2020-01-01T00:00:00.000Z' }).execute();
  });
  await pruneProcessorEvents(service.context);
  assert.equal((await service.context.db.selectFrom('processorEvents').select('id').execute()).length, 0);
  await processed();
  assert.deepEqual(await state(), before);
});

test('mails and deliveries are kept for as long as the settings say', async (t) => {
  const service = await startTestService(t);
  const { context } = service;
  const createdAt = new Date(Date.now() - 20 * dayMs).toISOString();
  await inTransaction(context, async (ctx) => {
    const delivery = { eventId: 'evt_1', subscriberId: 'whk_1', formId: null, url: 'http://x.test/', body: '{}' };
    const rest = {
      type: 'submitted',
      failure: null,
      attempts: 1,
      nextAttemptAt: null,
      createdAt,
      deliveredAt: null,
    };
    await ctx.db
      .insertInto('deliveries')
      .values({ id: 'dlv_1', status: 'delivered', ...delivery, ...rest })
      .execute();
  });
  const count = async () => (await context.db.selectFrom('deliveries').select('id').execute()).length;
  await forgetOldAttempts(context);
  assert.equal(await count(), 1);
  assert.equal((await service.request('PATCH', '/settings', { body: { deliveryDays: 10, mailDays: 10 } })).status, 200);
  await forgetOldMails(context);
  await forgetOldAttempts(context);
  assert.equal(await count(), 0);
});
