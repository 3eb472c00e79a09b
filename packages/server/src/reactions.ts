// Event → what follows from it, in the same transaction and in this order. Nothing else reacts to events.

import { type React, type StoredEvent, timeOf, type WriteContext } from './context/context.ts';
import { contactJson, describeContact } from './crm/contacts.ts';
import type { Contact, Invoice } from './crm/crm.schemas.ts';
import { describeInvoice, invoiceJson, markInvoiceSent } from './crm/invoices.ts';
import { createPaidInvoice, creditInvoice as creditInvoiceRow, findCreditFault } from './crm/paid-invoices.ts';
import type { Row } from './database/dialect.ts';
import type { FormFacts, PaymentFacts } from './document/webhook-events.schemas.ts';
import type { EventData, EventFacts, EventType, ItemEvent } from './events/event-types.ts';
import { listFilesOf } from './files/files.ts';
import { makeDraftAfterScan, makeDraftLater } from './forms/results/make-draft.ts';
import { submissionJson } from './forms/results/submission-list.ts';
import { markSubmissionPaid } from './forms/submit/submissions.ts';
import {
  mailFailedInvoice,
  mailFailedPayment,
  mailFailedRefund,
  mailInvoice,
  mailReceipt,
  mailRefund,
} from './mail/payment-mails.ts';
import { mailSubmission } from './mail/submission-mails.ts';
import { type PaymentEvent, paymentEventJson } from './payments/payment-events.ts';
import {
  describePayment,
  isUnavailable,
  isUnderpaid,
  ownInvoice,
  type PaymentRow,
  paymentJson,
  updatePayment,
} from './payments/payments.ts';
import { fanOut } from './webhooks/deliveries.ts';

type SubmissionEvent = 'submission.submitted' | 'submission.paid' | 'submission.scanned';

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
  'payment.succeeded': [creditInvoice, markPaidSubmission, notifyOfReceivedPayment, mailReceipt],
  'payment.matched': [creditMatchedInvoice, markPaidSubmission, mailReceipt],
  'payment.failed': [notifyPaymentSubscribers, mailFailedPayment],
  'payment.refunded': [notifyPaymentSubscribers, mailRefund],
  'payment.refund_failed': [mailFailedRefund],
  'subscription.created': [notifyPaymentSubscribers],
  'subscription.updated': [notifyPaymentSubscribers],
  'subscription.canceled': [notifyPaymentSubscribers],
  'invoice.sent': [noteSentInvoice],
  'invoice.paid': [notifyPaymentSubscribers, mailInvoice],
  'invoice.payment_failed': [notifyPaymentSubscribers, mailFailedInvoice],
};

export const react: React = async (ctx, event, facts) => {
  let known = facts as never;
  for (const reaction of reactions[event.type as EventType] as Reaction<EventType>[])
    known = ((await reaction(ctx, event as never, known)) ?? known) as never;
};

/** What changed for the readers of the site, to the subscribers to content of this type. */
async function notifyContentSubscribers(ctx: WriteContext, event: Event<ItemEvent>): Promise<undefined> {
  const { type, data } = event;
  await fanOut(ctx, event, { formId: null, contentType: data.type, name: type, body: async () => ({ data }) });
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
  return createPaidInvoice(ctx, id, { contactId, amount, currency, description, amountPaid, paidAt });
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
  const name = event.type.slice('submission.'.length);
  await fanOut(ctx, event, { formId, name, body: () => describeSubmitted(ctx, event, facts) });
}

async function describeSubmitted(
  ctx: WriteContext,
  event: Event<SubmissionEvent>,
  facts: EventFacts[SubmissionEvent],
): Promise<FormFacts> {
  const { form, submission } = facts;
  const files = ('files' in facts && facts.files) || (await listFilesOf(ctx, [submission.id]));
  const paid = 'payment' in facts && facts.payment?.id === submission.paymentId ? facts.payment : null;
  const payment = paid ? paymentJson(paid) : await describePayment(ctx, submission.paymentId);
  return {
    form: { id: form.id, slug: form.slug, name: form.name },
    submission: submissionJson(submission, files, payment),
    contact: await contactOf(ctx, event, facts),
    payment,
  };
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
  await fanOut(ctx, event, {
    formId: null,
    name: event.type,
    body: async (): Promise<PaymentFacts & { data: object }> => ({
      data: paymentEventJson(event.data, facts),
      contact: await contactOf(ctx, event, facts),
      invoice: await findInvoice(ctx, facts),
    }),
  });
}

async function noteSentInvoice(ctx: WriteContext, { data }: Event<'invoice.sent'>): Promise<undefined> {
  await markInvoiceSent(ctx, data.invoiceId, data.sentAt);
}

async function contactOf(
  ctx: WriteContext,
  { contactId }: StoredEvent,
  facts: EventFacts[EventType],
): Promise<Contact | null> {
  const known = facts && 'contact' in facts ? facts.contact : null;
  return known && known.id === contactId ? contactJson(known) : describeContact(ctx, contactId);
}

async function findInvoice(ctx: WriteContext, facts: EventFacts[PaymentEvent]): Promise<Invoice | null> {
  if (facts === null) return null;
  if (facts.invoice !== undefined) return facts.invoice && invoiceJson(facts.invoice);
  return 'payment' in facts ? describeInvoice(ctx, facts.payment.invoiceId) : null;
}
