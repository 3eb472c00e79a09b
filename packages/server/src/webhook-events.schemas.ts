// The bodies of webhook events: reactions.ts builds them, the API's document describes them.

import Type, { type Static, type TSchema } from 'typebox';
import { ContactSchema, InvoiceSchema, InvoiceStatus } from './crm/crm.schemas.ts';
import { SubmissionSchema } from './forms/forms.schemas.ts';
import { nullable, Time } from './http/schemas.ts';
import { PaymentSchema, RefundData, SubscriptionData } from './payments/payments.schemas.ts';
import { eventMembers, ItemEvent, Sequence } from './webhooks/feed/feed.schemas.ts';
import { FormEventName } from './webhooks/webhooks.schemas.ts';

const formFacts = {
  form: Type.Object({ id: Type.String(), slug: Type.String(), name: Type.String() }),
  submission: SubmissionSchema,
  contact: nullable(ContactSchema),
  payment: nullable(PaymentSchema),
};
export type FormFacts = Static<Type.TObject<typeof formFacts>>;

const FormEvent = Type.Object(
  { ...eventMembers, type: FormEventName, sequence: Sequence, ...formFacts },
  { title: 'FormEvent', description: 'A form was submitted, or a submission was paid' },
);

const InvoiceData = Type.Object(
  {
    id: Type.String(),
    processorInvoiceId: Type.String(),
    subscriptionId: nullable(Type.String()),
    number: nullable(Type.String()),
    status: InvoiceStatus,
    amount: Type.Integer(),
    amountPaid: Type.Integer(),
    currency: Type.String(),
    description: nullable(Type.String()),
    dueAt: nullable(Time),
    paidAt: nullable(Time),
    contactId: nullable(Type.String()),
    customerId: nullable(Type.String()),
    attemptCount: Type.Integer(),
    hostedUrl: nullable(Type.String()),
    billingReason: nullable(Type.String()),
  },
  { title: 'InvoiceData', description: "An invoice of the processor in our own terms, with the processor's ids" },
);

const paymentFacts = { contact: nullable(ContactSchema), invoice: nullable(InvoiceSchema) };
export type PaymentFacts = Static<Type.TObject<typeof paymentFacts>>;

function paymentEventOf(names: string[], data: TSchema, title: string, description: string) {
  return Type.Object(
    { ...eventMembers, type: Type.Enum(names), sequence: Sequence, data, ...paymentFacts },
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
    type: Type.Literal('test'),
    subscriber: Type.Object({ id: Type.String(), url: Type.String(), events: Type.Array(Type.String()) }),
  },
  { title: 'TestEvent', description: 'A test that someone sent to a subscriber' },
);

export const WebhookEvent = Type.Union([ItemEvent, FormEvent, PaymentEvent, TestEvent], {
  title: 'WebhookEvent',
  description: 'Any event, identified by `type`',
});
