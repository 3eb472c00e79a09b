// Native events of checkout sessions. A session is a net: the payment itself is told by its intent.

import type { Context } from '../context.ts';
import { gatherIntent } from './apply-payment-intent.ts';
import { gatherSubscription, saveSubscription } from './apply-subscription.ts';
import type { Crm } from './crm.ts';
import type { IntentNews } from './intent-news.ts';
import { type Change, currentOr, type NativeEvent } from './native-event.ts';
import { intentOfSession, readSession, type Session } from './processor-objects.ts';
import { causeOf, saveIntent, saveSessionStatus } from './save-intent.ts';
import { releaseHold } from './tell-payment.ts';

/** checkout.session.completed, .async_payment_succeeded, .async_payment_failed */
export async function prepareSession(ctx: Context, crm: Crm, event: NativeEvent): Promise<Change> {
  const found = await currentOr(ctx, event, 'session', event.objectId);
  const session = readSession(found?.object ?? event.object);
  const news = await gatherPayment(ctx, event, session);
  const subscription =
    session.subscriptionId === null ? null : await gatherSubscription(ctx, session.subscriptionId, event);
  return async (ctx) => {
    if (news) {
      const row = await saveIntent(ctx, crm, news);
      if (row.status === 'succeeded') await releaseHold(ctx, row.id);
    }
    if (subscription) await saveSubscription(ctx, crm, { ...subscription, session });
  };
}

async function gatherPayment(ctx: Context, event: NativeEvent, session: Session): Promise<IntentNews | null> {
  const intent = intentOfSession(session);
  if (!intent) return null;
  const news = (await gatherIntent(ctx, intent.id, event, session)) ?? { intent, isCurrent: false, session };
  if (event.type !== 'checkout.session.async_payment_failed') return news;
  const failure = { cause: causeOf(news.intent, event), message: news.intent.failureMessage };
  return { ...news, intent: { ...news.intent, reports: worstOf(news.intent) }, failure };
}

/** A session that failed says so even where its intent cannot be asked. */
function worstOf({ reports }: IntentNews['intent']): IntentNews['intent']['reports'] {
  return reports === 'succeeded' ? reports : 'failed';
}

/** checkout.session.expired */
export async function prepareExpiredSession(_ctx: Context, _crm: Crm, event: NativeEvent): Promise<Change> {
  const session = readSession(event.object);
  return (ctx) => saveSessionStatus(ctx, session, 'expired');
}
