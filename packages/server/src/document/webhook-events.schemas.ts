// The bodies of webhook events: reactions.ts builds them, the API's document describes them.

import Type, { type Static, type TSchema } from 'typebox';
import { ContactSchema, InvoiceSchema, InvoiceStatus } from '../crm/crm.schemas.ts';
import { SubmissionSchema } from '../forms/results/submissions.schemas.ts';
import { nullable, Time } from '../http/schemas.ts';
import { PaymentSchema, RefundData, SubscriptionData } from '../payments/payments.schemas.ts';
import { eventMembers, ItemEvent, Sequence } from '../webhooks/feed/feed.schemas.ts';
import { FormEventName } from '../webhooks/webhooks.schemas.ts';

const formFacts = {
  form: Type.Object(
    {
      id: Type.String({ description: 'ID of the form' }),
      slug: Type.String({ description: 'Names the form in URLs' }),
      name: Type.String({ description: 'What people see' }),
    },
    { description: 'The form that was submitted' },
  ),
  submission: SubmissionSchema,
  contact: nullable(ContactSchema),
  payment: nullable(PaymentSchema),
};
export type FormFacts = Static<Type.TObject<typeof formFacts>>;

const FormEvent = Type.Object(
  { ...eventMembers, type: FormEventName, sequence: Sequence, ...formFacts },
  { title: 'FormEvent', description: 'A form was submitted, a submission was paid, or its files were scanned' },
);

const InvoiceData = Type.Object(
  {
    id: Type.String({ description: 'ID of the invoice' }),
    processorInvoiceId: Type.String({ description: "The processor's ID of the invoice" }),
    subscriptionId: nullable(Type.String({ description: "The processor's ID of the subscription" })),
    number: nullable(Type.String({ description: 'As on the document that the customer has' })),
    status: InvoiceStatus,
    amount: Type.Integer({ description: 'In the smallest unit of the currency' }),
    amountPaid: Type.Integer({ description: 'What has been paid, in the smallest unit of the currency' }),
    currency: Type.String({ description: 'ISO 4217, lowercase' }),
    description: nullable(Type.String({ description: 'What it is for' })),
    dueAt: nullable({ ...Time, description: 'When it should be paid' }),
    paidAt: nullable({ ...Time, description: 'When it was paid in full' }),
    contactId: nullable(Type.String({ description: 'ID of the contact who owes it' })),
    customerId: nullable(Type.String({ description: "The processor's ID of the customer" })),
    attemptCount: Type.Integer({ description: 'How often the processor has tried to collect it' }),
    hostedUrl: nullable(Type.String({ description: "The processor's page of the invoice" })),
    billingReason: nullable(Type.String({ description: 'Why the processor made it, such as `subscription_cycle`' })),
  },
  { title: 'InvoiceData', description: "An invoice of the processor in our own terms, with the processor's ids" },
);

const paymentFacts = { contact: nullable(ContactSchema), invoice: nullable(InvoiceSchema) };
export type PaymentFacts = Static<Type.TObject<typeof paymentFacts>>;

function paymentEventOf(names: string[], data: TSchema, title: string, description: string) {
  return Type.Object(
    {
      ...eventMembers,
      type: Type.Enum(names, { description: 'What happened' }),
      sequence: Sequence,
      data,
      ...paymentFacts,
    },
    { title, description },
  );
}

const PaymentEvent = Type.Union(
  [
    paymentEventOf(
      ['payment.succeeded', 'payment.failed'],
      PaymentSchema,
      'PaymentResultEvent',
      'A payment succeeded, or an attempt to pay failed',
    ),
    paymentEventOf(['payment.refunded'], RefundData, 'PaymentRefundedEvent', 'A payment was refunded'),
    paymentEventOf(
      ['subscription.created', 'subscription.updated', 'subscription.canceled'],
      SubscriptionData,
      'SubscriptionEvent',
      'A subscription was created, updated or canceled',
    ),
    paymentEventOf(
      ['invoice.paid', 'invoice.payment_failed'],
      InvoiceData,
      'InvoiceEvent',
      'An invoice of the processor was paid, or an attempt to collect it failed',
    ),
  ],
  { title: 'PaymentEvent', description: 'An event of payments, subscriptions and invoices' },
);

const TestEvent = Type.Object(
  {
    ...eventMembers,
    type: Type.Literal('test', { description: 'No real event' }),
    subscriber: Type.Object(
      {
        id: Type.String({ description: 'ID of the webhook' }),
        url: Type.String({ description: 'URL of the receiver' }),
        events: Type.Array(Type.String(), { description: 'Names of the events it gets' }),
      },
      { description: 'The webhook that is tested' },
    ),
  },
  { title: 'TestEvent', description: 'A test that someone sent to a subscriber' },
);

export const WebhookEvent = Type.Union([ItemEvent, FormEvent, PaymentEvent, TestEvent], {
  title: 'WebhookEvent',
  description: 'Any event, identified by `type`',
});
