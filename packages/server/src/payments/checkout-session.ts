// Checkout sessions of the processor. The payment itself is reported by its intent; sessions link the two, and cover for
// reports that are missing.

import { type Context, inTransaction } from '../context/context.ts';
import type { ProcessorObject } from '../context/processor.ts';
import { fetchIntent } from './payment-intent.ts';
import type { PaymentRow } from './payments.ts';
import { type Change, findObject, type Handlers, type NativeEvent } from './processor/native-event.ts';
import {
  createdAtOf,
  dateOf,
  type Hints,
  hintsOf,
  idOf,
  numberOf,
  objectOf,
  type Payer,
  textOf,
  withoutNulls,
  withStatus,
} from './processor/processor-object.ts';
import { fetchSubscription, rememberBuyer, saveSubscription } from './subscription.ts';
import {
  type Intent,
  type IntentUpdate,
  updateFromFreeSession,
  updateFromIntent,
  updateFromSession,
} from './update-payment.ts';

export const sessionHandlers: Handlers = {
  'checkout.session.completed': { complete: withStatus('complete'), prepare: prepareSession },
  'checkout.session.async_payment_succeeded': {
    complete: (snapshot) => ({ status: 'complete', payment_status: 'paid', ...snapshot }),
    prepare: prepareSession,
  },
  'checkout.session.async_payment_failed': {
    complete: (snapshot) => ({ status: 'complete', payment_status: 'unpaid', ...snapshot }),
    prepare: prepareSession,
  },
  'checkout.session.expired': { complete: withStatus('expired'), prepare: prepareExpired },
};

export type Session = {
  id: string;
  status: string;
  paymentStatus: string;
  paymentId: string | null;
  intentId: string | null;
  /** The intent as the processor has it, if it came with the session. */
  intent?: ProcessorObject | null;
  subscriptionId: string | null;
  invoiceId: string | null;
  url: string | null;
  expiresAt: string | null;
  amount: number;
  currency: string;
  livemode: boolean;
  createdAt: string;
  payer: Payer;
  hints: Hints;
};

export function readSession(object: ProcessorObject): Session {
  const details = objectOf(object.customer_details);
  const hints = hintsOf(object);
  const reference = textOf(object.client_reference_id);
  return {
    id: idOf(object) ?? '',
    status: textOf(object.status) ?? 'complete',
    paymentStatus: textOf(object.payment_status) ?? 'unpaid',
    paymentId: hints.payment ?? (reference?.startsWith('pay_') ? reference : null),
    intentId: idOf(object.payment_intent),
    subscriptionId: idOf(object.subscription),
    invoiceId: idOf(object.invoice),
    url: textOf(object.url),
    expiresAt: dateOf(object.expires_at),
    amount: numberOf(object.amount_total),
    currency: textOf(object.currency) ?? 'usd',
    livemode: object.livemode === true,
    createdAt: createdAtOf(object),
    payer: {
      customerId: idOf(object.customer),
      email: textOf(details?.email) ?? textOf(object.customer_email),
      name: textOf(details?.name),
      phone: textOf(details?.phone),
    },
    hints,
  };
}

/** The session as the processor has it; null if there is none. */
export async function retrieveSession(ctx: Context, id: string | null): Promise<Session | null> {
  const object = id === null ? null : await ctx.processor.retrieve('session', id);
  return object && readCurrent(object);
}

function readCurrent(object: ProcessorObject): Session {
  return { ...readSession(object), intent: objectOf(object.payment_intent) };
}

/** Brings our payment to its current state at the processor. Throws the processor's errors. */
export async function refreshPayment(
  ctx: Context,
  payment: Pick<PaymentRow, 'paymentIntentId' | 'checkoutSessionId'>,
): Promise<void> {
  const session = await retrieveSession(ctx, payment.checkoutSessionId);
  const intentId = session?.intentId ?? payment.paymentIntentId;
  const update = intentId === null ? null : await fetchIntent(ctx, intentId, null, session ?? undefined);
  await inTransaction(ctx, async (ctx) => {
    if (update) await updateFromIntent(ctx, update);
    if (session && isFree(session)) await updateFromFreeSession(ctx, session);
    if (session?.status === 'expired') await updateFromSession(ctx, session.id, 'expired');
  });
}

/** Whether it was completed without a payment. */
function isFree({ status, paymentStatus, intentId }: Session): boolean {
  return status === 'complete' && paymentStatus === 'no_payment_required' && intentId === null;
}

async function prepareExpired(_ctx: Context, event: NativeEvent): Promise<Change> {
  return (ctx) => updateFromSession(ctx, event.objectId, 'expired');
}

async function prepareSession(ctx: Context, event: NativeEvent): Promise<Change> {
  const session = await fetchSession(ctx, event);
  const update = await fetchPayment(ctx, event, session);
  const { subscriptionId } = session;
  const subscription = subscriptionId === null ? null : await fetchSubscription(ctx, subscriptionId, event);
  return async (ctx) => {
    if (update) await updateFromIntent(ctx, update);
    if (isFree(session)) await updateFromFreeSession(ctx, session);
    if (subscription) await saveSubscription(ctx, { ...subscription, session });
    else if (subscriptionId !== null) await rememberBuyer(ctx, subscriptionId, session);
  };
}

/**
 * The session as the processor has it. If the event says how it was paid and the processor's session does not, the event is
 * merged into the session: the sandbox can only know what was done in it. From a real processor, only the link is used.
 */
async function fetchSession(ctx: Context, event: NativeEvent): Promise<Session> {
  const reported = readSession(event.object);
  const found = await findObject(ctx, event, 'session', event.objectId);
  if (!found?.isCurrent) return reported;
  const current = readCurrent(found.object);
  if (current.intentId !== null || (reported.intentId === null && !isFree(reported))) return current;
  if (!ctx.processor.isSandbox()) return { ...current, intentId: reported.intentId };
  const metadata = { ...objectOf(found.object.metadata), ...objectOf(event.object.metadata) };
  return readSession({ ...found.object, ...withoutNulls(event.object), metadata });
}

async function fetchPayment(ctx: Context, event: NativeEvent, session: Session): Promise<IntentUpdate | null> {
  const own = intentOf(session);
  if (!own) return null;
  const update = (await fetchIntent(ctx, own.id, event, session)) ?? { intent: own, isCurrent: false, session };
  if (event.type !== 'checkout.session.async_payment_failed') return update;
  const { intent } = update;
  const failure = { cause: 'session' as const, message: intent.failureMessage };
  // A session that failed says so even if its intent cannot be retrieved.
  const status = intent.status === 'succeeded' ? intent.status : 'failed';
  return { ...update, intent: { ...intent, status }, failure };
}

/** The intent of a session, as far as the session knows it; null if it has none. */
function intentOf(session: Session): Intent | null {
  const { intentId, invoiceId, amount, currency, payer, hints, livemode, createdAt } = session;
  if (intentId === null) return null;
  const isPaid = session.paymentStatus === 'paid';
  return {
    id: intentId,
    status: isPaid ? 'succeeded' : session.status === 'complete' ? 'processing' : 'open',
    amount,
    amountReceived: isPaid ? amount : 0,
    currency,
    description: null,
    chargeId: null,
    invoiceId,
    payer,
    hints,
    failureMessage: null,
    livemode,
    createdAt,
  };
}
