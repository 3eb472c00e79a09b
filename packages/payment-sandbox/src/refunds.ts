// Refunds: up to the amount paid. They succeed immediately, except for test cards with slow or failing refunds.
import type Stripe from 'stripe';
import { ApiError, invalidRequest } from './api-error.ts';
import type { Card } from './card.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import { listObjects, pageParams } from './lists.ts';
import { checkAmount, formatAmount } from './money.ts';
import { emit, emitUpdate } from './native-events.ts';
import { newId } from './new-id.ts';
import { each, integer, mergeMetadata, metadata, object, oneOf, text, unsupported, type Values } from './parameters.ts';
import { noParams, type Route, route } from './route.ts';

const createParams = {
  charge: text(),
  payment_intent: text(),
  amount: integer(1),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
  ...each(unsupported, [
    'currency',
    'customer',
    'instructions_email',
    'origin',
    'refund_application_fee',
    'reverse_transfer',
  ]),
};
type RefundHidden = { settleAt?: number; settleTo?: 'succeeded' | 'failed' };
const settlesAfter = 2;

function chargeToRefund(ctx: Context, values: Values<typeof createParams>): Stripe.Charge {
  if (values.charge !== undefined && values.payment_intent !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: charge, payment_intent.',
      'charge',
      'parameters_exclusive',
    );
  }
  if (values.charge !== undefined) {
    const charge = fetchObject(ctx, 'charge', values.charge, 'charge');
    if (charge.status === 'succeeded') return charge;
    throw invalidRequest(
      `Charge ${charge.id} has not succeeded and cannot be refunded.`,
      'charge',
      'charge_not_refundable',
    );
  }
  if (values.payment_intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = fetchObject(ctx, 'payment_intent', values.payment_intent, 'payment_intent');
  const charge = intent.status === 'succeeded' ? idOf(intent.latest_charge) : null;
  if (charge !== null) return fetchObject(ctx, 'charge', charge);
  throw invalidRequest(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    'payment_intent',
    'payment_intent_unexpected_state',
  );
}

function amountToRefund(charge: Stripe.Charge, requested: number | undefined): number {
  const remaining = charge.amount - charge.amount_refunded;
  if (remaining === 0) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
      charge: charge.id,
    });
  }
  if (requested !== undefined) checkAmount(requested, charge.currency, 'amount');
  if (requested === undefined || requested <= remaining) return requested ?? remaining;
  const what = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount';
  const [amount, limit] = [formatAmount(requested, charge.currency), formatAmount(remaining, charge.currency)];
  throw invalidRequest(`Refund amount (${amount}) is greater than ${what} (${limit})`, 'amount');
}

/** Creates a refund. Emits `refund.created`, `charge.refunded` and, once the bank's reference is available, `refund.updated`. */
function createRefund(ctx: Context, values: Values<typeof createParams>): Stripe.Refund {
  const charge = chargeToRefund(ctx, values);
  const amount = amountToRefund(charge, values.amount);
  const { refunds: behavior } = ctx.store.hidden<Card>(charge.id);
  const pending = behavior === 'pending';
  const refund: Stripe.Refund = {
    id: newId('re_3'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: ctx.now(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: mergeMetadata({}, values.metadata),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: values.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: pending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  const settles = { settleAt: ctx.now() + settlesAfter, settleTo: pending ? 'succeeded' : 'failed' };
  ctx.store.insert(refund, behavior === 'at-once' || behavior === undefined ? {} : settles);
  const refunded = addToCharge(ctx, charge, amount);
  emit(ctx, 'refund.created', refund);
  emitUpdateOfCharge(ctx, charge, refunded);
  return behavior === 'pending' || behavior === 'failing' ? refund : addReference(ctx, refund);
}

function addToCharge(ctx: Context, charge: Stripe.Charge, amount: number): Stripe.Charge {
  const total = charge.amount_refunded + amount;
  return change(ctx, charge, { amount_refunded: total, refunded: total === charge.amount });
}

function emitUpdateOfCharge(ctx: Context, before: Stripe.Charge, after: Stripe.Charge): void {
  emit(ctx, 'charge.refunded', after, {
    amount_refunded: before.amount_refunded,
    ...(after.refunded && { refunded: before.refunded }),
  });
}

// The response still shows the reference as pending. Only the event contains it.
function addReference(ctx: Context, refund: Stripe.Refund): Stripe.Refund {
  const after = change(ctx, refund, {
    destination_details: {
      type: 'card',
      card: {
        reference: newId('', 16),
        reference_status: 'available',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
    },
  });
  emitUpdate(ctx, 'refund.updated', refund, after);
  return refund;
}

/** The IDs of slow refunds that are due. */
export function dueRefunds({ store, now }: Context): string[] {
  const sql = "select id from objects where kind = 'refund' and json_extract(hidden, '$.settleAt') <= ?";
  return (store.prepare(sql).all(now()) as { id: string }[]).map((row) => row.id);
}

/** Settles a slow refund. Emits `refund.updated`; a failed refund also emits `refund.failed` and restores the charge. */
export function settleRefund(ctx: Context, id: string): void {
  const before = fetchObject(ctx, 'refund', id);
  const { settleTo } = ctx.store.hidden<RefundHidden>(id);
  ctx.store.setHidden(id, {});
  if (settleTo === 'failed') failRefund(ctx, before);
  else emitUpdate(ctx, 'refund.updated', before, change(ctx, before, { status: 'succeeded' }));
}

function failRefund(ctx: Context, before: Stripe.Refund): void {
  const after = change(ctx, before, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  const charge = fetchObject(ctx, 'charge', idOf(before.charge) ?? '');
  const restored = addToCharge(ctx, charge, -before.amount);
  emitUpdate(ctx, 'refund.updated', before, after);
  emit(ctx, 'refund.failed', after);
  emitUpdate(ctx, 'charge.updated', charge, restored);
}

function updateRefund(ctx: Context, values: { metadata?: Record<string, string> }, id: string): Stripe.Refund {
  const before = fetchObject(ctx, 'refund', id);
  const after = change(ctx, before, { metadata: mergeMetadata(before.metadata, values.metadata) });
  emitUpdate(ctx, 'refund.updated', before, after);
  return after;
}

export const refundRoutes: Route[] = [
  route('POST', '/v1/refunds', object(createParams), createRefund),
  route('GET', '/v1/refunds', object({ ...pageParams, charge: text(), payment_intent: text() }), (ctx, page) =>
    listObjects(ctx, 'refund', '/v1/refunds', page, { charge: page.charge, payment_intent: page.payment_intent }),
  ),
  route('GET', '/v1/refunds/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'refund', id)),
  route('POST', '/v1/refunds/:id', object({ metadata }), updateRefund),
];
