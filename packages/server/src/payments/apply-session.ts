// Native events of checkout sessions. A session is a net: the payment itself is told by its intent.

import type { Context } from '../context.ts';
import { gatherIntent } from './apply-payment-intent.ts';
import { gatherSubscription, saveSubscription } from './apply-subscription.ts';
import { withoutBlanks } from './complete-snapshot.ts';
import type { IntentNews } from './intent-news.ts';
import { type Change, currentOr, type NativeEvent } from './native-event.ts';
import { intentOfSession, objectOf, readSession, type Session } from './processor-objects.ts';
import { causeOf, saveIntent, saveSessionStatus } from './save-intent.ts';
import { releaseHold } from './tell-payment.ts';

/** checkout.session.completed, .async_payment_succeeded, .async_payment_failed */
export async function prepareSession(ctx: Context, event: NativeEvent): Promise<Change> {
  const session = await gatherSession(ctx, event);
  const news = await gatherPayment(ctx, event, session);
  const subscription =
    session.subscriptionId === null ? null : await gatherSubscription(ctx, session.subscriptionId, event);
  return async (ctx) => {
    if (news) {
      const row = await saveIntent(ctx, news);
      if (row.status === 'succeeded') await releaseHold(ctx, row.id);
    }
    if (subscription) await saveSubscription(ctx, { ...subscription, session });
  };
}

/**
 * The session as the processor has it. What was signed of a payment that session knows nothing of is believed where
 * nobody could contradict it: the built-in sandbox knows no more than what was done in it. Elsewhere it links the two.
 */
async function gatherSession(ctx: Context, event: NativeEvent): Promise<Session> {
  const told = readSession(event.object);
  const found = await currentOr(ctx, event, 'session', event.objectId);
  if (!found?.isCurrent) return told;
  const current = readSession(found.object);
  if (current.intentId !== null || told.intentId === null) return current;
  if (!ctx.processor.isSandbox()) return { ...current, intentId: told.intentId };
  const metadata = { ...objectOf(found.object.metadata), ...objectOf(event.object.metadata) };
  return readSession({ ...found.object, ...withoutBlanks(event.object), metadata });
}

async function gatherPayment(ctx: Context, event: NativeEvent, session: Session): Promise<IntentNews | null> {
  const intent = intentOfSession(session);
  if (!intent) return null;
  const news = (await gatherIntent(ctx, intent.id, event, session)) ?? { intent, isCurrent: false, session };
  if (event.type !== 'checkout.session.async_payment_failed') return news;
  // The intent's own event tells of the try by its charge, which a session does not know once another has succeeded.
  const failure = { cause: causeOf(news.intent, event), message: news.intent.failureMessage, isEcho: true };
  return { ...news, intent: { ...news.intent, reports: worstOf(news.intent) }, failure };
}

/** A session that failed says so even where its intent cannot be asked. */
function worstOf({ reports }: IntentNews['intent']): IntentNews['intent']['reports'] {
  return reports === 'succeeded' ? reports : 'failed';
}

/** checkout.session.expired */
export async function prepareExpiredSession(_ctx: Context, event: NativeEvent): Promise<Change> {
  const session = readSession(event.object);
  return (ctx) => saveSessionStatus(ctx, session, 'expired');
}
