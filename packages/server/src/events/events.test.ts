import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { inTransaction, type StoredEvent } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { publish } from './events.ts';

const payment = {} as Row<'payments'>;

const paid = (key: string, subject = 'pay_1') =>
  ({ key, subject, contactId: null, data: { paymentId: subject, submissionId: null }, facts: { payment } }) as const;

test('an event exists once per key, counts per subject, and its reactions run once in the same transaction', async (t) => {
  const { context } = await startTestService(t);
  const seen: StoredEvent[] = [];
  const ctx = { ...context, react: async (_: unknown, event: StoredEvent) => void seen.push(event) };
  const results = await inTransaction(ctx, async (ctx) => [
    await publish(ctx, 'payment.succeeded', paid('a')),
    await publish(ctx, 'payment.succeeded', paid('a')),
    await publish(ctx, 'payment.succeeded', paid('b')),
    await publish(ctx, 'payment.succeeded', paid('c', 'pay_2')),
  ]);
  assert.deepEqual(results, [true, false, true, true]);
  assert.deepEqual(
    seen.map((event) => [event.subject, event.sequence]),
    [
      ['pay_1', 1],
      ['pay_1', 2],
      ['pay_2', 1],
    ],
  );
});

test('a reaction that fails undoes the event', async (t) => {
  const { context } = await startTestService(t);
  const ctx = {
    ...context,
    react: async () => {
      throw new Error('no');
    },
  };
  await assert.rejects(inTransaction(ctx, (ctx) => publish(ctx, 'payment.succeeded', paid('a'))));
  assert.equal((await context.db.selectFrom('events').selectAll().execute()).length, 0);
});

test('of many that publish the same key at once, one does', async (t) => {
  const { context } = await startTestService(t);
  const ctx = { ...context, react: async () => {} };
  const results = await Promise.all(
    Array.from({ length: 12 }, () => inTransaction(ctx, (ctx) => publish(ctx, 'payment.succeeded', paid('same')))),
  );
  assert.equal(results.filter(Boolean).length, 1);
});
