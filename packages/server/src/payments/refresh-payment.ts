// Asks the processor how a payment stands, without an event of its own: before a refund, and when nothing was heard.

import { type Context, inTransaction } from '../context.ts';
import { gatherIntent } from './apply-payment-intent.ts';
import type { NativeEvent } from './native-event.ts';
import type { PaymentRow } from './payments.ts';
import { readSession, type Session } from './processor-objects.ts';
import { saveIntent, saveSessionStatus } from './save-intent.ts';

/** A question of ours in the place of an event: it carries no snapshot. */
export function questionOf(ctx: Context): NativeEvent {
  const created = Math.floor(ctx.now().getTime() / 1000);
  return { id: '', type: '', created, object: {}, before: {}, objectId: '', attempt: 1 };
}

/** Brings our payment to what the processor says now. Throws the SDK's errors. */
export async function refreshPayment(
  ctx: Context,
  payment: Pick<PaymentRow, 'paymentIntentId' | 'checkoutSessionId'>,
): Promise<void> {
  const session = await askForSession(ctx, payment.checkoutSessionId);
  const intentId = session?.intentId ?? payment.paymentIntentId;
  const news = intentId === null ? null : await gatherIntent(ctx, intentId, questionOf(ctx), session ?? undefined);
  await inTransaction(ctx, async (ctx) => {
    if (news) await saveIntent(ctx, news);
    if (session?.status === 'expired') await saveSessionStatus(ctx, session, 'expired');
  });
}

/** Makes a row for an intent that was begun elsewhere. Answers whether the processor knows it. */
export async function adoptIntent(ctx: Context, intentId: string): Promise<boolean> {
  const news = await gatherIntent(ctx, intentId, questionOf(ctx));
  if (news) await inTransaction(ctx, (ctx) => saveIntent(ctx, news));
  return news !== null;
}

async function askForSession(ctx: Context, id: string | null): Promise<Session | null> {
  const object = id === null ? null : await ctx.processor.retrieve('session', id);
  return object && readSession(object);
}
