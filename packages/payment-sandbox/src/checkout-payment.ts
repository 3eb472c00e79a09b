// Pays a checkout session: creates the intent and the charge, and the customer, invoice and subscription of the session.
import type Stripe from 'stripe';
import type { Card, Decline } from './card.ts';
import { detailsOf } from './checkout-session-object.ts';
import { type SessionPlan, withoutLines } from './checkout-sessions.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import { createCustomer, updateCustomer } from './customers.ts';
import { attachIntent, draftInvoice, finalizeInvoice } from './invoices.ts';
import { emit } from './native-events.ts';
import { attemptPayment, createIntent, createPaymentMethod, type Payer } from './payment-attempts.ts';
import { billPeriod, finishPaid } from './subscription-billing.ts';
import { insertSubscription } from './subscription-object.ts';

type PaymentOutcome = { session: Stripe.Checkout.Session; decline: Decline | null };

/**
 * Pays an open session with a card. Call it in a transaction. A session that is not open is returned unchanged, so a form
 * that is sent twice pays once. After a decline the session stays open and keeps its intent for the next attempt.
 */
export function payCheckout(ctx: Context, sessionId: string, payer: Payer, card: Card): PaymentOutcome {
  const session = fetchObject(ctx, 'checkout.session', sessionId);
  if (session.status !== 'open') return { session, decline: null };
  const plan = ctx.store.hidden<SessionPlan>(sessionId) as SessionPlan;
  const customer = card.decline ? idOf(session.customer) : customerFor(ctx, session, plan, payer);
  const intent = findOrCreateIntent(ctx, session, plan, customer, payer);
  const method = createPaymentMethod(ctx, card, payer, customer);
  const attempt = attemptPayment(ctx, intent, method);
  const shownIntent = session.mode === 'payment' ? attempt.intent.id : null;
  if (attempt.declined) {
    ctx.store.setHidden(session.id, { ...plan, intent: attempt.intent.id });
    return { session: change(ctx, session, { payment_intent: shownIntent }), decline: card.decline };
  }
  const created =
    session.mode === 'subscription'
      ? startSubscription(ctx, plan, customer ?? '', attempt.intent, method.id)
      : invoicePayment(ctx, session, plan, customer, attempt.intent);
  const completed = change(ctx, session, {
    ...created,
    customer,
    customer_details: detailsOf(payer.email, payer.name),
    payment_intent: shownIntent,
    payment_status: 'paid',
    status: 'complete',
    url: null,
  });
  emit(ctx, 'checkout.session.completed', withoutLines(completed));
  return { session: completed, decline: null };
}

function customerFor(ctx: Context, session: Stripe.Checkout.Session, plan: SessionPlan, payer: Payer): string | null {
  const existing = idOf(session.customer);
  if (existing !== null) {
    const customer = fetchObject(ctx, 'customer', existing);
    if (customer.email === null && payer.email !== null) updateCustomer(ctx, existing, { email: payer.email });
    return existing;
  }
  const isNeeded =
    session.mode === 'subscription' || session.customer_creation === 'always' || plan.invoiceData !== null;
  return isNeeded ? createCustomer(ctx, { email: payer.email, name: payer.name }).id : null;
}

function findOrCreateIntent(
  ctx: Context,
  session: Stripe.Checkout.Session,
  plan: SessionPlan,
  customer: string | null,
  payer: Payer,
): Stripe.PaymentIntent {
  if (plan.intent !== undefined) return change(ctx, fetchObject(ctx, 'payment_intent', plan.intent), { customer });
  const { description, metadata, receipt_email, setup_future_usage } = plan.intentData;
  return createIntent(ctx, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer,
    // As with Stripe, the metadata of a subscription is not copied to its intent.
    description: description ?? (session.mode === 'subscription' ? 'Subscription creation' : null),
    metadata: metadata ?? {},
    receipt_email: receipt_email ?? payer.email,
    setup_future_usage: session.mode === 'subscription' ? 'off_session' : (setup_future_usage ?? null),
  });
}

function startSubscription(
  ctx: Context,
  plan: SessionPlan,
  customer: string,
  intent: Stripe.PaymentIntent,
  method: string,
): Partial<Stripe.Checkout.Session> {
  const subscription = insertSubscription(ctx, {
    customer,
    lines: plan.lines.map(({ price, quantity, metadata }) => ({
      price: fetchObject(ctx, 'price', price),
      quantity,
      metadata,
    })),
    metadata: plan.subscriptionData.metadata ?? {},
    description: plan.subscriptionData.description ?? null,
    paymentMethod: method,
    status: 'active',
  });
  const invoice = billPeriod(ctx, subscription, 'subscription_create');
  finishPaid(ctx, invoice, attachIntent(ctx, invoice, intent));
  return { subscription: subscription.id, invoice: invoice.id };
}

function invoicePayment(
  ctx: Context,
  session: Stripe.Checkout.Session,
  plan: SessionPlan,
  customer: string | null,
  intent: Stripe.PaymentIntent,
): Partial<Stripe.Checkout.Session> {
  if (plan.invoiceData === null || customer === null) return {};
  const period = { start: ctx.now(), end: ctx.now() };
  const invoicePlan = {
    customer,
    currency: session.currency ?? 'usd',
    billing_reason: 'manual' as const,
    auto_advance: false,
    description: plan.invoiceData.description ?? null,
    metadata: plan.invoiceData.metadata ?? {},
  };
  const lines = plan.lines.map(({ price, ...line }) => ({ ...line, price: fetchObject(ctx, 'price', price), period }));
  const invoice = finalizeInvoice(ctx, draftInvoice(ctx, invoicePlan, lines));
  finishPaid(ctx, invoice, attachIntent(ctx, invoice, intent));
  return { invoice: invoice.id };
}
