// Builds an invoice and its lines in Stripe's format.
import type Stripe from 'stripe';
import { type Context, fetchObject, idOf } from './context.ts';
import { newId } from './new-id.ts';
import { wireDecimal } from './prices.ts';

export type InvoicePlan = {
  /** An ID chosen in advance, so that a subscription can refer to its first invoice. */
  id?: string | null;
  customer: string;
  currency: string;
  billing_reason: 'manual' | 'subscription_create' | 'subscription_cycle';
  collection_method?: 'charge_automatically' | 'send_invoice';
  auto_advance?: boolean;
  description?: string | null;
  metadata?: Record<string, string>;
  subscription?: Stripe.Subscription;
  period?: { start: number; end: number };
};
export type LinePlan = {
  amount: number;
  quantity: number;
  description: string | null;
  price?: Stripe.Price;
  period: { start: number; end: number };
  metadata?: Record<string, string>;
  subscriptionItem?: Stripe.SubscriptionItem;
  invoiceItem?: string;
};

/** A draft without lines. */
export function buildInvoice(ctx: Context, plan: InvoicePlan): Stripe.Invoice {
  const customer = fetchObject(ctx, 'customer', plan.customer, 'customer');
  const period = plan.period ?? { start: ctx.now(), end: ctx.now() };
  const { subscription } = plan;
  return {
    id: plan.id ?? newId('in_1'),
    object: 'invoice',
    account_country: 'US',
    account_name: 'Payment sandbox',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: plan.auto_advance ?? true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: plan.billing_reason,
    collection_method: plan.collection_method ?? 'charge_automatically',
    created: ctx.now(),
    currency: plan.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: plan.description ?? null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [], has_more: false, url: '' },
    livemode: false,
    metadata: plan.metadata ?? {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: 'subscription_details',
        }
      : null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** The invoice with these lines and their totals. */
export function withLines(invoice: Stripe.Invoice, data: Stripe.InvoiceLineItem[]): Stripe.Invoice {
  const total = data.reduce((sum, line) => sum + line.amount, 0);
  const amounts = { subtotal: total, subtotal_excluding_tax: total, total, total_excluding_tax: total };
  return { ...invoice, ...amounts, amount_due: total, amount_remaining: total, lines: { ...invoice.lines, data } };
}

/** One line of an invoice. */
export function buildLine(invoice: Stripe.Invoice, line: LinePlan): Stripe.InvoiceLineItem {
  const subscription = line.subscriptionItem?.subscription ?? null;
  const origin = { proration: false, proration_details: null, subscription };
  return {
    id: newId('il_1'),
    object: 'line_item',
    amount: line.amount,
    currency: invoice.currency,
    description: line.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: line.metadata ?? {},
    parent: line.subscriptionItem
      ? {
          invoice_item_details: null,
          subscription_item_details: { ...origin, invoice_item: null, subscription_item: line.subscriptionItem.id },
          type: 'subscription_item_details',
        }
      : {
          invoice_item_details: { ...origin, invoice_item: line.invoiceItem ?? newId('ii_1') },
          subscription_item_details: null,
          type: 'invoice_item_details',
        },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: line.price
      ? {
          price_details: { price: line.price.id, product: idOf(line.price.product) ?? '' },
          type: 'price_details',
          unit_amount_decimal: wireDecimal(line.price.unit_amount ?? 0),
        }
      : null,
    quantity: line.quantity,
    quantity_decimal: wireDecimal(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: [],
  };
}
