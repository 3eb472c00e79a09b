// Creates payment intents and charges, with their events.
import type Stripe from 'stripe';
import { type Card, cardByTestMethod } from './card.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import { emit } from './native-events.ts';
import { newId } from './new-id.ts';

export type Payer = { email: string | null; name: string | null };
type IntentPlan = {
  amount: number;
  currency: string;
  customer?: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  receipt_email?: string | null;
  setup_future_usage?: 'on_session' | 'off_session' | null;
};
export type Attempt = { intent: Stripe.PaymentIntent; charge: Stripe.Charge; declined: boolean };

/** Creates an intent that requires a payment method. Emits `payment_intent.created`. */
export function createIntent(ctx: Context, plan: IntentPlan): Stripe.PaymentIntent {
  const id = newId('pi_3');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: plan.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: ctx.now(),
    currency: plan.currency,
    customer: plan.customer ?? null,
    customer_account: null,
    description: plan.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: plan.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: plan.receipt_email ?? null,
    review: null,
    setup_future_usage: plan.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  ctx.store.insert(intent);
  emit(ctx, 'payment_intent.created', intent);
  return intent;
}

/** Stores a card as a payment method, so that later charges to it behave the same. */
export function createPaymentMethod(
  ctx: Context,
  card: Card,
  payer: Payer,
  customer: string | null,
): Stripe.PaymentMethod {
  const method = {
    id: newId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: emptyAddress, email: payer.email, name: payer.name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: `sandbox${card.last4}`,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: ctx.now(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } as unknown as Stripe.PaymentMethod;
  ctx.store.insert(method, card);
  return method;
}

/** The payment method with this ID. A test ID such as `pm_card_visa` creates a new one. 400 if it does not exist. */
export function resolvePaymentMethod(
  ctx: Context,
  id: string,
  payer: Payer,
  customer: string | null,
): Stripe.PaymentMethod {
  const card = cardByTestMethod(id);
  return card
    ? createPaymentMethod(ctx, card, payer, customer)
    : fetchObject(ctx, 'payment_method', id, 'payment_method');
}

/**
 * Charges the full amount of the intent. Emits `charge.succeeded` and `payment_intent.succeeded`, or `charge.failed` and
 * `payment_intent.payment_failed`. After a decline the intent requires another payment method.
 */
export function attemptPayment(ctx: Context, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Attempt {
  const card = ctx.store.hidden<Card>(method.id);
  const charge = buildCharge(ctx, intent, method, card);
  ctx.store.insert(charge, { refunds: card.refunds ?? 'at-once' });
  if (card.decline) {
    const failed = change(ctx, intent, {
      status: 'requires_payment_method',
      latest_charge: charge.id,
      payment_method: null,
      last_payment_error: {
        type: 'card_error',
        code: card.decline.code,
        decline_code: card.decline.declineCode,
        message: card.decline.message,
        charge: charge.id,
        payment_method: method,
      } as Stripe.PaymentIntent.LastPaymentError,
    });
    emit(ctx, 'charge.failed', charge);
    emit(ctx, 'payment_intent.payment_failed', failed);
    return { intent: failed, charge, declined: true };
  }
  const paid = change(ctx, intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
  });
  emit(ctx, 'charge.succeeded', charge);
  emit(ctx, 'payment_intent.succeeded', paid);
  return { intent: paid, charge, declined: false };
}

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

function buildCharge(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  card: Partial<Card>,
): Stripe.Charge {
  const id = newId('ch_3');
  const decline = card.decline ?? null;
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details, tax_id: null },
    calculated_statement_descriptor: 'SANDBOX',
    captured: !decline,
    created: ctx.now(),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: buildOutcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: buildMethodDetails(intent.amount, method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline ? null : `${ctx.publicUrl}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

function buildOutcome(decline: Card['decline']): Stripe.Charge.Outcome {
  return {
    advice_code: decline ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: decline ? '01' : null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

function buildMethodDetails(amount: number, method: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card!;
  const card = {
    amount_authorized: amount,
    authorization_code: '123456',
    brand,
    checks,
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: newId('', 15),
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
  return { type: 'card', card } as Stripe.Charge.PaymentMethodDetails;
}
