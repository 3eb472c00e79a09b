// What follows from each event, in its transaction. Whoever wonders "what else happens when…?" reads this page.

import type { React, StoredEvent, WriteContext } from './context.ts';
import { describeContact, rememberContact } from './crm/contacts.ts';
import { describeInvoice } from './crm/invoices.ts';
import type { EventData, EventType } from './events/event-types.ts';
import { attributeEvent } from './events/events.ts';
import { contactOfSubmission } from './forms/contact-hints.ts';
import { describeForm } from './forms/forms.ts';
import { describeSubmission } from './forms/submission-list.ts';
import { linkSubmissionContact, markSubmissionPaid } from './forms/submissions.ts';
import { invoiceOfEvent, paymentEventData } from './payments/describe-payment-event.ts';
import { describePayment, linkPaymentContact } from './payments/payments.ts';
import { fanOut } from './webhooks/deliveries.ts';

type Event<Type extends EventType> = StoredEvent & { type: Type; data: EventData[Type] };
type Reaction<Type extends EventType> = (ctx: WriteContext, event: Event<Type>) => Promise<void>;

const reactions: { [Type in EventType]: Reaction<Type>[] } = {
  'submission.submitted': [rememberWhoSubmitted, tellFormSubscribers],
  'submission.paid': [tellFormSubscribers],
  'payment.succeeded': [markPaidSubmission, tellPaymentSubscribers],
  'payment.failed': [tellPaymentSubscribers],
  'payment.refunded': [tellPaymentSubscribers],
  'subscription.created': [tellPaymentSubscribers],
  'subscription.updated': [tellPaymentSubscribers],
  'subscription.canceled': [tellPaymentSubscribers],
  'invoice.paid': [tellPaymentSubscribers],
  'invoice.payment_failed': [tellPaymentSubscribers],
};

export const react: React = async (ctx, event) => {
  for (const reaction of reactions[event.type as EventType])
    await (reaction as Reaction<EventType>)(ctx, event as never);
};

/** The contact of a submission, of its payment and of its event. */
async function rememberWhoSubmitted(ctx: WriteContext, event: Event<'submission.submitted'>): Promise<void> {
  const { submissionId } = event.data;
  const person = await contactOfSubmission(ctx, submissionId);
  const contactId = await rememberContact(ctx, { ...person, source: 'form' });
  if (contactId === null) return;
  await linkSubmissionContact(ctx, submissionId, contactId);
  const submission = await ctx.db
    .selectFrom('submissions')
    .select('paymentId')
    .where('id', '=', submissionId)
    .executeTakeFirst();
  if (submission?.paymentId) await linkPaymentContact(ctx, submission.paymentId, contactId);
  await attributeEvent(ctx, event, contactId);
}

async function markPaidSubmission(ctx: WriteContext, event: Event<'payment.succeeded'>): Promise<void> {
  if (event.data.submissionId !== null) await markSubmissionPaid(ctx, event.data.submissionId);
}

/** `submitted` and `paid`, to the subscribers of the form. */
async function tellFormSubscribers(
  ctx: WriteContext,
  event: Event<'submission.submitted' | 'submission.paid'>,
): Promise<void> {
  const { submissionId, formId } = event.data;
  const name = event.type === 'submission.paid' ? 'paid' : 'submitted';
  await fanOut(ctx, event, {
    formId,
    name,
    body: async () => {
      const submission = await describeSubmission(ctx, submissionId);
      return {
        form: await describeForm(ctx, formId),
        submission,
        contact: await describeContact(ctx, event.contactId),
        payment: submission?.payment ? await describePayment(ctx, submission.payment.id) : null,
      };
    },
  });
}

/** The eight payment events, to the subscribers of the workspace, with the contact and the invoice. */
async function tellPaymentSubscribers(ctx: WriteContext, event: StoredEvent): Promise<void> {
  await fanOut(ctx, event, {
    formId: null,
    name: event.type,
    body: async () => ({
      data: await paymentEventData(ctx, event),
      contact: await describeContact(ctx, event.contactId),
      invoice: await describeInvoice(ctx, await invoiceOfEvent(ctx, event)),
    }),
  });
}
