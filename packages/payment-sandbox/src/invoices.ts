// Invoices: drafted, finalised, then settled or failed by a payment; and the records that tie payments to them.
import type Stripe from 'stripe';
import { invalidRequest } from './api-error.ts';
import { type Context, change, fetchObject, idOf } from './context.ts';
import { takeInvoiceNumber } from './customers.ts';
import { emit, emitUpdate } from './native-events.ts';
import { newId } from './new-id.ts';
import { wireDecimal } from './prices.ts';

export type InvoicePlan = {
  /** An id chosen beforehand, so that a subscription can name its first invoice. */
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

function buildInvoice(ctx: Context, plan: InvoicePlan): Stripe.Invoice {
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

/** A draft with its lines. Emits `invoice.created`. */
export function draftInvoice(ctx: Context, plan: InvoicePlan, lines: LinePlan[]): Stripe.Invoice {
  const empty = buildInvoice(ctx, plan);
  const invoice = withLines(
    { ...empty, lines: { ...empty.lines, url: `/v1/invoices/${empty.id}/lines` } },
    lines.map((line) => buildLine(empty, line)),
  );
  ctx.store.insert(invoice);
  emit(ctx, 'invoice.created', invoice);
  return invoice;
}

/** Adds a line to a draft; the totals follow. 400 when it is a draft no more. */
export function addInvoiceLine(ctx: Context, invoice: Stripe.Invoice, line: LinePlan): Stripe.Invoice {
  checkDraft(invoice);
  const changed = withLines(invoice, [...invoice.lines.data, buildLine(invoice, line)]);
  ctx.store.update(changed);
  return changed;
}

function withLines(invoice: Stripe.Invoice, data: Stripe.InvoiceLineItem[]): Stripe.Invoice {
  const total = data.reduce((sum, line) => sum + line.amount, 0);
  const amounts = { subtotal: total, subtotal_excluding_tax: total, total, total_excluding_tax: total };
  return { ...invoice, ...amounts, amount_due: total, amount_remaining: total, lines: { ...invoice.lines, data } };
}

function buildLine(invoice: Stripe.Invoice, line: LinePlan): Stripe.InvoiceLineItem {
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

function checkDraft(invoice: Stripe.Invoice): void {
  if (invoice.status === 'draft') return;
  throw invalidRequest(`This invoice is already finalized, you can't change it: ${invoice.id}`, undefined, 'invoice_not_editable');
}

/** Numbers the draft and opens it for payment. Emits `invoice.finalized`. */
export function finalizeInvoice(ctx: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  checkDraft(invoice);
  const finalized = change(ctx, invoice, {
    status: 'open',
    number: takeInvoiceNumber(ctx, idOf(invoice.customer) ?? ''),
    effective_at: ctx.now(),
    ending_balance: 0,
    hosted_invoice_url: `${ctx.publicUrl}/invoices/${invoice.id}`,
    status_transitions: { ...invoice.status_transitions, finalized_at: ctx.now() },
  });
  emit(ctx, 'invoice.finalized', finalized);
  return finalized;
}

/** Ties an intent to an invoice; `settleInvoice` or `failInvoice` tells how it went. */
export function attachIntent(ctx: Context, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): Stripe.InvoicePayment {
  const payment: Stripe.InvoicePayment = {
    id: newId('inpay_1'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: intent.amount,
    created: ctx.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  ctx.store.insert(payment);
  return payment;
}

/** The payment of an invoice that is still open, if any. */
export function openPaymentOf(ctx: Context, invoice: string): Stripe.InvoicePayment | undefined {
  return ctx.store.all('invoice_payment', { invoice, status: 'open' })[0];
}

/** Marks the invoice paid by this intent, or by nothing when it is over zero. Emits `invoice_payment.paid`, `invoice.paid`, `invoice.payment_succeeded`. */
export function settleInvoice(ctx: Context, invoice: Stripe.Invoice, payment: Stripe.InvoicePayment | null): Stripe.Invoice {
  const paid = change(ctx, invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: payment ? invoice.attempt_count + 1 : invoice.attempt_count,
    next_payment_attempt: null,
    auto_advance: false,
    status_transitions: { ...invoice.status_transitions, paid_at: ctx.now() },
  });
  if (payment) {
    const settled = change(ctx, payment, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      status_transitions: { canceled_at: null, paid_at: ctx.now() },
    });
    emit(ctx, 'invoice_payment.paid', settled);
  }
  emitUpdate(ctx, 'invoice.updated', invoice, paid);
  emit(ctx, 'invoice.paid', paid);
  emit(ctx, 'invoice.payment_succeeded', paid);
  return paid;
}

/** Counts a failed attempt. Emits `invoice.payment_failed`. */
export function failInvoice(ctx: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  const threeDays = 3 * 86_400;
  const failed = change(ctx, invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: invoice.billing_reason === 'subscription_cycle' ? ctx.now() + threeDays : null,
  });
  emitUpdate(ctx, 'invoice.updated', invoice, failed);
  emit(ctx, 'invoice.payment_failed', failed);
  return failed;
}

/** Gives an unpaid invoice up. Emits `invoice.voided`. */
export function voidInvoice(ctx: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== 'open') throw invalidRequest(`You can only void open invoices. This invoice is ${invoice.status}.`);
  const voided = change(ctx, invoice, {
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: ctx.now() },
  });
  emit(ctx, 'invoice.voided', voided);
  return voided;
}
