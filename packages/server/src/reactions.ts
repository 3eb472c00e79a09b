// Event → what follows from it, in the same transaction and in this order. Nothing else reacts to events.

import { type React, type StoredEvent, timeOf, type WriteContext } from './context.ts';
import { contactJson, describeContact } from './crm/contacts.ts';
import type { Invoice } from './crm/crm.schemas.ts';
import { describeInvoice, invoiceJson } from './crm/invoices.ts';
import { creditInvoice as creditInvoiceRow, ensureInvoice, findCreditFault } from './crm/paid-invoices.ts';
import type { EventData, EventFacts, EventType } from './events/event-types.ts';
import { describeForm } from './forms/forms.ts';
import { readSubmission, submissionJson } from './forms/submission-list.ts';
import { markSubmissionPaid } from './forms/submissions.ts';
import { idFrom } from './lib/ids.ts';
import { type PaymentEvent, paymentEventJson } from './payments/payment-events.ts';
import { describePayment, isUnderpaid, type PaymentRow, updatePayment } from './payments/payments.ts';
import type { FormFacts, PaymentFacts } from './webhook-events.schemas.ts';
import { fanOut } from './webhooks/deliveries.ts';

type Event<Type extends EventType> = StoredEvent & { type: Type; data: EventData[Type] };

/** What a reaction returns are the facts for those after it. */
type Reaction<Type extends EventType> = (
  ctx: WriteContext,
  event: Event<Type>,
  facts: EventFacts[Type],
) => Promise<EventFacts[Type] | undefined>;

const reactions: { [Type in EventType]: Reaction<Type>[] } = {
  'submission.submitted': [notifyFormSubscribers],
  'submission.paid': [notifyFormSubscribers],
  'payment.succeeded': [creditInvoice, markPaidSubmission, notifyOfReceivedPayment],
  'payment.matched': [creditMatchedInvoice, markPaidSubmission],
  'payment.failed': [notifyPaymentSubscribers],
  'payment.refunded': [notifyPaymentSubscribers],
  'subscription.created': [notifyPaymentSubscribers],
  'subscription.updated': [notifyPaymentSubscribers],
  'subscription.canceled': [notifyPaymentSubscribers],
  'invoice.paid': [notifyPaymentSubscribers],
  'invoice.payment_failed': [notifyPaymentSubscribers],
};

export const react: React = async (ctx, event, facts) => {
  let known = facts as never;
  for (const reaction of reactions[event.type as EventType] as Reaction<EventType>[])
    known = ((await reaction(ctx, event as never, known)) ?? known) as never;
};

/** Credits the invoice of the payment; a person looks at one that does not fit (docs/decisions/0016). A paid submission gets one of its own (docs/decisions/0006). */
async function creditInvoice(
  ctx: WriteContext,
  _event: Event<'payment.succeeded' | 'payment.matched'>,
  { payment: row }: EventFacts['payment.succeeded'],
): Promise<EventFacts['payment.succeeded']> {
  const isUnbilled = row.invoiceId === null && row.submissionId !== null;
  const payment = isUnbilled ? await billSubmission(ctx, row) : row;
  const { invoiceId, amountReceived: amount, currency, paidAt } = payment;
  if (invoiceId === null) return { payment, invoice: null };
  const invoice = await creditInvoiceRow(ctx, invoiceId, { amount, currency, paidAt: paidAt ?? timeOf(ctx) });
  const fault = invoice && findCreditFault(invoice, payment);
  if (!fault) return { payment, invoice };
  ctx.log.warn({ payment: payment.id, invoice: invoiceId, fault }, 'a payment does not fit its invoice');
  return { payment: await updatePayment(ctx, payment, { review: `Its invoice ${invoiceId} ${fault}` }), invoice };
}

/** Its money may have been credited when its success was published. */
async function creditMatchedInvoice(
  ctx: WriteContext,
  event: Event<'payment.matched'>,
  facts: EventFacts['payment.matched'],
): Promise<EventFacts['payment.matched']> {
  return event.data.isCredited ? facts : creditInvoice(ctx, event, facts);
}

async function billSubmission(ctx: WriteContext, payment: PaymentRow): Promise<PaymentRow> {
  const { id, contactId, amount, currency, description } = payment;
  const invoiceId = idFrom('inv', id);
  await ensureInvoice(ctx, invoiceId, { contactId, amount, currency, description });
  return updatePayment(ctx, payment, { invoiceId });
}

/** A submission whose payment is less than its price is not paid. */
async function markPaidSubmission(
  ctx: WriteContext,
  { data }: Event<'payment.succeeded' | 'payment.matched'>,
  { payment }: EventFacts['payment.succeeded'],
): Promise<undefined> {
  if (data.submissionId !== null && !isUnderpaid(payment)) await markSubmissionPaid(ctx, data.submissionId);
}

/** `submitted` and `paid`, to the subscribers of the form. */
async function notifyFormSubscribers(
  ctx: WriteContext,
  event: Event<'submission.submitted' | 'submission.paid'>,
  facts: EventFacts['submission.submitted' | 'submission.paid'],
): Promise<undefined> {
  const { formId } = event.data;
  const name = event.type === 'submission.paid' ? 'paid' : 'submitted';
  await fanOut(ctx, event, { formId, name, body: () => describeSubmitted(ctx, event, facts) });
}

async function describeSubmitted(
  ctx: WriteContext,
  { data: { formId, submissionId }, contactId }: Event<'submission.submitted' | 'submission.paid'>,
  facts: EventFacts['submission.submitted' | 'submission.paid'],
): Promise<FormFacts> {
  if (facts === null) {
    const submission = await readSubmission(ctx, formId, submissionId);
    return {
      form: await describeForm(ctx, formId),
      submission,
      contact: await describeContact(ctx, contactId),
      payment: await describePayment(ctx, submission.payment?.id ?? null),
    };
  }
  const { form, files, contact } = facts;
  const payment = await describePayment(ctx, facts.submission.paymentId);
  return {
    form: { id: form.id, slug: form.slug, name: form.name },
    submission: submissionJson(facts.submission, files, payment),
    contact: contact && contactJson(contact),
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
      contact: await describeContact(ctx, event.contactId),
      invoice: await findInvoice(ctx, facts),
    }),
  });
}

async function findInvoice(ctx: WriteContext, facts: EventFacts[PaymentEvent]): Promise<Invoice | null> {
  if (facts === null) return null;
  if (facts.invoice !== undefined) return facts.invoice && invoiceJson(facts.invoice);
  return 'payment' in facts ? describeInvoice(ctx, facts.payment.invoiceId) : null;
}
