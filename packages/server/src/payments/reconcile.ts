// Covers for native events that are missing: every quarter of an hour it asks the processor about what should have been
// reported by now.

import { type Context, inTransaction, timeOf } from '../context/context.ts';
import { refreshPayment } from './checkout-session.ts';
import { acceptedMode, storeNativeEvent } from './native-events.ts';
import { nextStatus } from './payment-status.ts';
import { lockPayment, updatePayment } from './payments.ts';
import { readRefund, saveRefund } from './refund.ts';
import { settle } from './refunds.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const quietMs = 30 * minuteMs;
const perRun = 100;

/** Missing native events first, then payments and refunds that have been quiet for half an hour. */
export async function reconcile(ctx: Context): Promise<void> {
  if (!ctx.processor.isConfigured()) return;
  await collectMissedEvents(ctx);
  await refreshQuietPayments(ctx);
  await refreshQuietRefunds(ctx);
  await closeAbandoned(ctx);
}

/** Events that the processor could not deliver, since the last one that arrived: at least three days back, at most thirty. */
async function collectMissedEvents(ctx: Context): Promise<void> {
  const last = await ctx.db
    .selectFrom('processorEvents')
    .select((eb) => eb.fn.max('receivedAt').as('at'))
    .executeTakeFirst();
  const now = ctx.now().getTime();
  const lastReceived = last?.at ? Date.parse(last.at) - 3_600_000 : 0;
  const since = new Date(Math.max(now - 30 * dayMs, Math.min(lastReceived, now - 3 * dayMs)));
  const events = await ctx.processor.listUndelivered(since, 1000);
  const mode = acceptedMode(ctx);
  // Oldest first, as they would have arrived.
  for (const event of events.reverse()) {
    await inTransaction(ctx, (ctx) => storeNativeEvent(ctx, event, JSON.stringify(event), mode));
  }
}

async function refreshQuietPayments(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('payments')
    .select(['id', 'paymentIntentId', 'checkoutSessionId'])
    .where('status', 'in', ['open', 'processing', 'failed'])
    .where('updatedAt', '<', timeOf(ctx, -quietMs))
    .where('createdAt', '>', timeOf(ctx, -30 * dayMs))
    .where((eb) => eb.or([eb('checkoutSessionId', 'is not', null), eb('paymentIntentId', 'is not', null)]))
    // A failed attempt of an intent without a session is final, unless an event says otherwise.
    .where((eb) => eb.or([eb('status', '!=', 'failed'), eb('checkoutSessionId', 'is not', null)]))
    .orderBy('updatedAt', 'desc')
    .limit(perRun)
    .execute();
  for (const row of rows) {
    await refreshPayment(ctx, row).catch((error) =>
      ctx.log.warn({ err: error, payment: row.id }, 'a quiet payment could not be refreshed'),
    );
  }
}

async function refreshQuietRefunds(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .select(['id', 'paymentId', 'processorRefundId'])
    .where('status', '=', 'pending')
    .where('updatedAt', '<', timeOf(ctx, -quietMs))
    .orderBy('updatedAt')
    .limit(perRun)
    .execute();
  for (const { id, paymentId, processorRefundId } of rows) {
    if (processorRefundId === null) await settle(ctx, id);
    else {
      await refreshRefund(ctx, paymentId, processorRefundId).catch((error) =>
        ctx.log.warn({ err: error, refund: id }, 'a quiet refund could not be refreshed'),
      );
    }
  }
}

async function refreshRefund(ctx: Context, paymentId: string, processorRefundId: string): Promise<void> {
  const object = await ctx.processor.retrieve('refund', processorRefundId);
  if (!object) return;
  await inTransaction(ctx, async (ctx) => {
    const payment = await lockPayment(ctx, paymentId);
    if (payment) await saveRefund(ctx, payment, readRefund(object));
  });
}

/** Payments whose session was never created, or its answer lost: the processor's sessions expire after a day. */
async function closeAbandoned(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'open')
    .where('checkoutSessionId', 'is', null)
    .where('paymentIntentId', 'is', null)
    // Its checkout has ended, even if it was opened without our knowing.
    .where((eb) =>
      eb.or([eb('updatedAt', '<', timeOf(ctx, -dayMs - quietMs)), eb('checkoutExpiresAt', '<', timeOf(ctx, -quietMs))]),
    )
    .limit(perRun)
    .execute();
  for (const { id } of rows) {
    await inTransaction(ctx, async (ctx) => {
      const row = await lockPayment(ctx, id);
      if (row?.checkoutSessionId === null && row.paymentIntentId === null) {
        await updatePayment(ctx, row, { status: nextStatus(row.status, 'expired') });
      }
    });
  }
}
