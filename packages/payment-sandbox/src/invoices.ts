// Invoices: draft, finalize, mark as paid or failed; and the records that link payments to them.
import type Stripe from 'stripe';
import { invalidRequest } from './api-error.ts';
import { type Context, change, idOf } from './context.ts';
import { takeInvoiceNumber } from './customers.ts';
import { buildInvoice, buildLine, type InvoicePlan, type LinePlan, withLines } from './invoice-object.ts';
import { emit, emitUpdate } from './native-events.ts';
import { newId } from './new-id.ts';

/** Creates a draft with its lines. Emits `invoice.created`. */
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

/** Adds a line to a draft and updates the totals. 400 if the invoice is not a draft. */
export function addInvoiceLine(ctx: Context, invoice: Stripe.Invoice, line: LinePlan): Stripe.Invoice {
  checkDraft(invoice);
  const changed = withLines(invoice, [...invoice.lines.data, buildLine(invoice, line)]);
  ctx.store.update(changed);
  return changed;
}

function checkDraft(invoice: Stripe.Invoice): void {
  if (invoice.status === 'draft') return;
  throw invalidRequest(
    `This invoice is already finalized, you can't change it: ${invoice.id}`,
    undefined,
    'invoice_not_editable',
  );
}

/** Assigns a number to the draft and opens it for payment. Emits `invoice.finalized`. */
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

/** Links an intent to an invoice. `settleInvoice` or `failInvoice` records the outcome. */
export function attachIntent(
  ctx: Context,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): Stripe.InvoicePayment {
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

/** The open payment of an invoice, if any. */
export function openPaymentOf(ctx: Context, invoice: string): Stripe.InvoicePayment | undefined {
  return ctx.store.all('invoice_payment', { invoice, status: 'open' })[0];
}

/**
 * Marks the invoice as paid, with this payment, or without one if the amount is zero. Emits `invoice_payment.paid`,
 * `invoice.paid` and `invoice.payment_succeeded`.
 */
export function settleInvoice(
  ctx: Context,
  invoice: Stripe.Invoice,
  payment: Stripe.InvoicePayment | null,
): Stripe.Invoice {
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

/** Records a failed attempt. Emits `invoice.payment_failed`. */
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

/** Voids an open invoice. Emits `invoice.voided`. */
export function voidInvoice(ctx: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== 'open')
    throw invalidRequest(`You can only void open invoices. This invoice is ${invoice.status}.`);
  const voided = change(ctx, invoice, {
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: ctx.now() },
  });
  emit(ctx, 'invoice.voided', voided);
  return voided;
}
