// Builds a subscription and its items in Stripe's format.
import type Stripe from 'stripe';
import { invalidRequest } from './api-error.ts';
import type { Context } from './context.ts';
import { emit } from './native-events.ts';
import { newId } from './new-id.ts';
import { periodEnd } from './subscription-billing.ts';

type SubscriptionPlan = {
  customer: string;
  lines: { price: Stripe.Price; quantity: number; metadata?: Record<string, string> }[];
  metadata: Record<string, string>;
  description: string | null;
  paymentMethod: string | null;
  status: 'active' | 'incomplete';
};
/** Stores a subscription whose first period starts now, without billing it. Emits `customer.subscription.created`. */
export function insertSubscription(ctx: Context, plan: SubscriptionPlan): Stripe.Subscription {
  const id = newId('sub_1');
  const currency = plan.lines[0]?.price.currency ?? 'usd';
  const data = plan.lines.map((line) => buildItem(ctx, id, line));
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: ctx.now(),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: ctx.now(),
    currency,
    customer: plan.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: plan.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: plan.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: newId('in_1'),
    livemode: false,
    managed_payments: null,
    metadata: plan.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: ctx.now(),
    status: plan.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  };
  ctx.store.insert(subscription);
  emit(ctx, 'customer.subscription.created', subscription);
  return subscription;
}

/** An item whose period starts now. 400 if the price is not recurring. */
export function buildItem(
  ctx: Context,
  subscription: string,
  line: SubscriptionPlan['lines'][number],
): Stripe.SubscriptionItem {
  const { price } = line;
  if (!price.recurring)
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      'items',
    );
  const item = {
    id: newId('si_', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: ctx.now(),
    current_period_end: periodEnd(ctx.now(), price.recurring),
    current_period_start: ctx.now(),
    current_trial: null,
    discounts: [],
    metadata: line.metadata ?? {},
    plan: legacyPlan(price, price.recurring),
    price,
    quantity: line.quantity,
    subscription,
    tax_rates: [],
  };
  return item as Stripe.SubscriptionItem;
}

// The old form of a recurring price, which Stripe still includes in every item.
function legacyPlan(price: Stripe.Price, recurring: Stripe.Price.Recurring): object {
  return {
    id: price.id,
    active: price.active,
    created: price.created,
    currency: price.currency,
    livemode: price.livemode,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    interval: recurring.interval,
    interval_count: recurring.interval_count,
    object: 'plan',
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    meter: null,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
