// The bodies of webhook events: reactions.ts builds them, the API's document describes them.

import Type, { type Static, type TSchema } from 'typebox';
import { ContactSchema, InvoiceSchema, InvoiceStatus } from './crm/crm.schemas.ts';
import { SubmissionSchema } from './forms/forms.schemas.ts';
import { nullable, Time } from './http/schemas.ts';
import { PaymentSchema, RefundData, SubscriptionData } from './payments/payments.schemas.ts';
import { FormEventName, ItemEventName } from './webhooks/webhooks.schemas.ts';

const event = {
  id: Type.String({ description: 'The same in every attempt, so that a repeated event can be recognized' }),
  createdAt: Time,
};
const sequence = Type.Integer({ minimum: 1, description: 'Counts the events of one item, submission, payment …' });

const formFacts = {
  form: Type.Object({ id: Type.String(), slug: Type.String(), name: Type.String() }),
  submission: SubmissionSchema,
  contact: nullable(ContactSchema),
  payment: nullable(PaymentSchema),
};
export type FormFacts = Static<Type.TObject<typeof formFacts>>;

const FormEvent = Type.Object(
  { ...event, type: FormEventName, sequence, ...formFacts },
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
  return Type.Object({ ...event, type: Type.Enum(names), sequence, data, ...paymentFacts }, { title, description });
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

const ItemData = Type.Object(
  {
    id: Type.String(),
    type: Type.String({ description: 'Name of the content type' }),
    slug: Type.String(),
    url: nullable(Type.String({ description: 'Where it is on the site, if its type has a `url`' })),
    title: nullable(Type.String({ description: 'Null unless it is public' })),
    status: nullable(
      Type.Enum(['publish', 'scheduled', 'draft', 'trash'], { description: 'What it is now; null if it is deleted' }),
    ),
    version: Type.Integer({ description: 'Increases with every change of the item' }),
    publishedAt: nullable(Time),
    changed: Type.Array(Type.String(), {
      description:
        'Of `item.updated`: the members with other values, custom fields as `fields.` and their name. Empty in others',
    }),
    former: nullable(
      Type.Object(
        { slug: Type.String(), url: nullable(Type.String()) },
        { description: 'Where a public item was before it got another slug' },
      ),
    ),
  },
  { title: 'ItemEventData', description: 'An item as the readers of the site know it, without its content' },
);

const ItemEvent = Type.Object(
  { ...event, type: ItemEventName, sequence, data: ItemData },
  { title: 'ItemEvent', description: 'What the readers of the site see has changed' },
);

const TestEvent = Type.Object(
  {
    ...event,
    type: Type.Literal('test'),
    subscriber: Type.Object({ id: Type.String(), url: Type.String(), events: Type.Array(Type.String()) }),
  },
  { title: 'TestEvent', description: 'A test that someone sent to a subscriber' },
);

export const WebhookEvent = Type.Union([ItemEvent, FormEvent, PaymentEvent, TestEvent], {
  title: 'WebhookEvent',
  description: 'Any event, identified by `type`',
});
