// Event → what follows from it, in the same transaction and in this order. Nothing else reacts to events.

import { type React, type StoredEvent, timeOf, type WriteContext } from './context/context.ts';
import type { Row } from './database/dialect.ts';
import { describeEvent } from './event-bodies.ts';
import type {
  ChangeEvent,
  EventData,
  EventFacts,
  EventType,
  ItemEvent,
  PaymentEvent,
  SubmissionEvent,
} from './events/event-types.ts';
import { billingOf } from './forms/results/billing.ts';
import { makeDraftAfterScan, makeDraftLater } from './forms/results/make-draft.ts';
import { markSubmissionPaid } from './forms/submit/submissions.ts';
import { creditRefund } from './invoices/credit-notes.ts';
import { lockInvoice, markInvoiceSent } from './invoices/invoices.ts';
import { issueIfPossible } from './invoices/issue-invoice.ts';
import {
  countRefunded,
  createPaidInvoice,
  creditInvoice as creditInvoiceRow,
  findCreditFault,
} from './invoices/paid-invoices.ts';
import { paperFor, paperOfSale, paperOf as readPaper, totalsOfLines } from './invoices/paper.ts';
import {
  mailFailedInvoice,
  mailFailedPayment,
  mailFailedRefund,
  mailInvoice,
  mailReceipt,
  mailRefund,
} from './mail/payment-mails.ts';
import { mailSubmission } from './mail/submission-mails.ts';
import { endCheckoutsLater } from './payments/invoice-payments.ts';
import { saleOf } from './payments/payment-lines.ts';
import { isUnavailable, isUnderpaid, ownInvoice, type PaymentRow, updatePayment } from './payments/payments.ts';
import { fanOut } from './webhooks/deliveries.ts';

type Event<Type extends EventType> = StoredEvent & { type: Type; data: EventData[Type] };

/** What a reaction returns are the facts for those after it. */
type Reaction<Type extends EventType> = (
  ctx: WriteContext,
  event: Event<Type>,
  facts: EventFacts[Type],
) => Promise<EventFacts[Type] | undefined>;

const reactions: { [Type in EventType]: Reaction<Type>[] } = {
  'item.published': [notifyContentSubscribers],
  'item.updated': [notifyContentSubscribers],
  'item.unpublished': [notifyContentSubscribers],
  'item.trashed': [notifyContentSubscribers],
  'item.deleted': [notifyContentSubscribers],
  'submission.submitted': [notifyFormSubscribers, mailSubmission, makeDraftLater],
  'submission.paid': [notifyFormSubscribers, mailSubmission, makeDraftLater],
  'submission.scanned': [notifyFormSubscribers, makeDraftAfterScan],
  'payment.succeeded': [creditInvoice, markPaidSubmission, issueSale, notifyOfReceivedPayment, mailReceipt],
  'payment.matched': [creditMatchedInvoice, markPaidSubmission, issueSale, mailReceipt],
  'payment.failed': [notifyPaymentSubscribers, mailFailedPayment],
  'payment.refunded': [creditRefundedInvoice, notifyPaymentSubscribers, mailRefund],
  'payment.refund_failed': [countRefundOfInvoice, mailFailedRefund],
  'subscription.created': [notifyPaymentSubscribers],
  'subscription.updated': [notifyPaymentSubscribers],
  'subscription.canceled': [notifyPaymentSubscribers],
  'invoice.sent': [noteSentInvoice],
  'invoice.reminded': [],
  'invoice.paid': [notifyPaymentSubscribers, mailInvoice],
  'invoice.payment_failed': [notifyPaymentSubscribers, mailFailedInvoice],
  'contact.created': [notifyOfChange],
  'contact.updated': [notifyOfChange],
  'contact.deleted': [notifyOfChange],
  'invoice.created': [notifyOfChange],
  'invoice.updated': [endLargeCheckouts, notifyOfChange],
  'invoice.deleted': [notifyOfChange],
  'credit_note.created': [notifyOfChange],
  'credit_note.sent': [],
  'form.created': [notifyOfChange],
  'form.updated': [notifyOfChange],
  'form.deleted': [notifyOfChange],
  'webhook.created': [notifyOfChange],
  'webhook.updated': [notifyOfChange],
  'webhook.deleted': [notifyOfChange],
};

export const react: React = async (ctx, event, facts) => {
  let known = facts as never;
  for (const reaction of reactions[event.type as EventType] as Reaction<EventType>[])
    known = ((await reaction(ctx, event as never, known)) ?? known) as never;
};

/** What changed for the readers of the site, to the subscribers to content of this type. */
async function notifyContentSubscribers(ctx: WriteContext, event: Event<ItemEvent>): Promise<undefined> {
  await fanOut(ctx, event, { contentType: event.data.type, body: () => describeEvent(ctx, event, null) });
}

/** That a record was created, updated or deleted. */
async function notifyOfChange(ctx: WriteContext, event: Event<ChangeEvent>): Promise<undefined> {
  const { formId = null } = event.data as { formId?: string };
  await fanOut(ctx, event, { formId, body: () => describeEvent(ctx, event, null) });
}

/** Credits the invoice of the payment; a person looks at one that does not fit (docs/decisions/0016). A paid submission gets one of its own (docs/decisions/0006). */
async function creditInvoice(
  ctx: WriteContext,
  _event: Event<'payment.succeeded' | 'payment.matched'>,
  facts: EventFacts['payment.succeeded'],
): Promise<EventFacts['payment.succeeded']> {
  const { payment } = facts;
  const { invoiceId, currency } = payment;
  if (invoiceId === null) return { ...facts, invoice: null };
  const credit = { amount: payment.amountReceived, currency, paidAt: payment.paidAt ?? timeOf(ctx) };
  const invoice = (await invoiceSubmission(ctx, payment, credit)) ?? (await creditInvoiceRow(ctx, invoiceId, credit));
  const fault = invoice && findCreditFault(invoice, payment);
  if (!fault) return { ...facts, invoice };
  ctx.log.warn({ payment: payment.id, invoice: invoiceId, fault }, 'a payment does not fit its invoice');
  const review = `Its invoice ${invoiceId} ${fault}`;
  return { ...facts, payment: await updatePayment(ctx, payment, { review }), invoice };
}

/** The invoice says what was refunded, and is credited with it if the refund asks for that. */
async function creditRefundedInvoice(
  ctx: WriteContext,
  _event: Event<'payment.refunded'>,
  { payment, refund }: EventFacts['payment.refunded'],
): Promise<undefined> {
  if (payment.invoiceId === null) return;
  await countRefunded(ctx, payment.invoiceId);
  if (refund.creditNote === 1) await creditRefund(ctx, payment.invoiceId, refund);
}

/** It may have counted as refunded. */
async function countRefundOfInvoice(
  ctx: WriteContext,
  _event: Event<'payment.refund_failed'>,
  { payment }: EventFacts['payment.refund_failed'],
): Promise<undefined> {
  if (payment.invoiceId !== null) await countRefunded(ctx, payment.invoiceId);
}

/** Less may be left to pay than open checkouts ask for. */
async function endLargeCheckouts(ctx: WriteContext, { subject, data }: Event<'invoice.updated'>): Promise<undefined> {
  if (subject !== null && data.changed.includes('totals')) await endCheckoutsLater(ctx, subject);
}

/** Its money may have been credited when its success was published. */
async function creditMatchedInvoice(
  ctx: WriteContext,
  event: Event<'payment.matched'>,
  facts: EventFacts['payment.matched'],
): Promise<EventFacts['payment.matched']> {
  return event.data.isCredited ? facts : creditInvoice(ctx, event, facts);
}

/** The invoice that a paid submission gets. Null for other payments, and if it exists. */
async function invoiceSubmission(
  ctx: WriteContext,
  payment: PaymentRow,
  { amount: amountPaid, paidAt }: { amount: number; paidAt: string },
): Promise<Row<'invoices'> | null> {
  const { contactId, amount, currency, description } = payment;
  const id = ownInvoice(payment);
  if (id === null || id !== payment.invoiceId) return null;
  const paper = await paperOf(ctx, payment);
  return createPaidInvoice(ctx, id, { contactId, amount, currency, description, paper, amountPaid, paidAt });
}

/**
 * What the invoice of a form says: who is invoiced, and its lines with their taxes if the form issues it, and the processor has not
 * charged another amount. Null for nothing.
 */
async function paperOf(ctx: WriteContext, payment: PaymentRow): Promise<string | null> {
  const buyer = payment.submissionId === null ? null : await billingOf(ctx, payment.submissionId);
  const sale = saleOf(payment);
  const sold = sale && paperOfSale(sale, buyer);
  const paper = sold && totalsOfLines(sold.lines).gross === payment.amount ? sold : buyer && paperFor(buyer);
  return paper && JSON.stringify(paper);
}

/**
 * Issues the invoice of a submission that is paid now, if its form does. If it cannot be issued, the payment stands, and a person
 * issues it once what was in the way is gone.
 */
async function issueSale(
  ctx: WriteContext,
  _event: Event<'payment.succeeded' | 'payment.matched'>,
  facts: EventFacts['payment.succeeded'],
): Promise<EventFacts['payment.succeeded'] | undefined> {
  const { payment, submission } = facts;
  const { invoiceId } = payment;
  if (saleOf(payment) === null || invoiceId === null || invoiceId !== ownInvoice(payment)) return;
  if (isUnderpaid(payment) || isUnavailable(payment)) return;
  const invoice = await lockInvoice(ctx, invoiceId);
  if (!invoice || invoice.issuedAt !== null) return;
  const missing = submission
    ? readPaper(invoice).lines === null && 'Its lines come to another amount than the payment'
    : 'Its submission was deleted before it was paid, and what it said of the buyer with it';
  const { row, obstacle } = missing ? { row: invoice, obstacle: missing } : await issueIfPossible(ctx, invoice);
  if (obstacle === null) return { ...facts, invoice: row };
  ctx.log.warn({ payment: payment.id, invoice: invoiceId, obstacle }, 'the invoice of a paid form was not issued');
  const review = payment.review ?? `Its invoice ${invoiceId} was not issued. ${obstacle}`;
  return { ...facts, payment: await updatePayment(ctx, payment, { review }), invoice };
}

/** A submission whose payment is less than its price, or came when what it buys was sold to others, is not paid. */
async function markPaidSubmission(
  ctx: WriteContext,
  { data }: Event<'payment.succeeded' | 'payment.matched'>,
  facts: EventFacts['payment.succeeded'],
): Promise<EventFacts['payment.succeeded'] | undefined> {
  const { payment, contact } = facts;
  if (data.submissionId === null || isUnderpaid(payment) || isUnavailable(payment)) return;
  const submission = await markSubmissionPaid(ctx, data.submissionId, { payment, ...(contact && { contact }) });
  return submission ? { ...facts, submission } : facts;
}

/** `submitted`, `paid` and `scanned`, to the subscribers of the form. */
async function notifyFormSubscribers(
  ctx: WriteContext,
  event: Event<SubmissionEvent>,
  facts: EventFacts[SubmissionEvent],
): Promise<undefined> {
  const { formId } = event.data;
  await fanOut(ctx, event, { formId, body: () => describeEvent(ctx, event, facts) });
}

/** A payment of 0 completes its form, but no money was received: payment subscribers are not notified. */
async function notifyOfReceivedPayment(
  ctx: WriteContext,
  event: Event<'payment.succeeded'>,
  facts: EventFacts['payment.succeeded'],
): Promise<undefined> {
  if (facts.payment.amountReceived > 0) await notifyPaymentSubscribers(ctx, event, facts);
}

/** The eight payment events, to the subscribers of the workspace, with the contact and the invoice. */
async function notifyPaymentSubscribers(
  ctx: WriteContext,
  event: Event<PaymentEvent>,
  facts: EventFacts[PaymentEvent],
): Promise<undefined> {
  await fanOut(ctx, event, { body: () => describeEvent(ctx, event, facts) });
}

async function noteSentInvoice(ctx: WriteContext, { data }: Event<'invoice.sent'>): Promise<undefined> {
  await markInvoiceSent(ctx, data.invoiceId, data.sentAt);
}
