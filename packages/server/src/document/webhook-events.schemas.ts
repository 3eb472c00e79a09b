// The events as others get them, in webhooks and in the feed: event-bodies.ts builds them, the API's document describes them.

import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { ContactSchema } from '../crm/crm.schemas.ts';
import { eventGroups, sentType } from '../events/event-types.ts';
import { FormSchema } from '../forms/form/forms.schemas.ts';
import { SubmissionSchema } from '../forms/results/submissions.schemas.ts';
import { Deleted, nullable, Time } from '../http/schemas.ts';
import { CreditNoteSchema, InvoiceStatus, ReportedInvoice } from '../invoices/invoices.schemas.ts';
import { PaymentSchema, RefundData, SubscriptionData } from '../payments/payments.schemas.ts';
import { WebhookSchema } from '../webhooks/webhooks.schemas.ts';

const Sequence = Type.Integer({ minimum: 1, description: 'Counts the events of one item, submission, payment …' });

/** The members that all have: `names` as others choose them in the feed. */
function headOf(names: readonly string[]) {
  return {
    id: Type.String({ description: 'The same in every attempt, so that a repeated event can be recognized' }),
    type: Type.Enum(names.map(sentType), {
      description:
        'What happened. Of what happens to a submission without `submission.`: `submitted`, `paid`, `scanned`',
    }),
    name: Type.Enum([...names], {
      description: 'What happened, always with its noun: `submission.submitted`. Otherwise the same as `type`',
    }),
    createdAt: { ...Time, description: 'When it happened' },
    subject: Type.String({ description: 'ID of the record that it is about' }),
    sequence: Sequence,
  };
}

const ItemData = Type.Object(
  {
    id: Type.String({ description: 'ID of the item' }),
    type: Type.String({ description: 'Name of the content type' }),
    slug: Type.String({ description: 'Names the item in URLs' }),
    url: nullable(Type.String({ description: 'Where it is on the site, if its type has a `url`' })),
    title: nullable(Type.String({ description: 'Null unless it is public' })),
    status: nullable(
      Type.Enum(['publish', 'scheduled', 'draft', 'trash'], { description: 'What it is now; null if it is deleted' }),
    ),
    version: Type.Integer({ description: 'Increases with every change of the item' }),
    publishedAt: nullable({ ...Time, description: 'When it became public or will' }),
    changed: Type.Array(Type.String(), {
      description:
        'Of `item.updated`: the members with other values, custom fields as `fields.` and their name. Empty in others',
    }),
    former: nullable(
      Type.Object(
        {
          slug: Type.String({ description: 'The slug before' }),
          url: nullable(Type.String({ description: 'The URL on the site before, if its type has a `url`' })),
        },
        { description: 'Where a public item was before it got another slug' },
      ),
    ),
  },
  { title: 'ItemEventData', description: 'An item as the readers of the site know it, without its content' },
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

const submissionFacts = {
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

type Shape = {
  title: string;
  description: string;
  names: readonly string[];
  /** What the event says beside its head. */
  body: TProperties;
  /** Which of these are records that may be deleted before the feed is read. */
  mayBeGone?: readonly string[];
};

function paymentShape(names: readonly string[], data: TSchema, title: string, description: string): Shape {
  const body = { data, contact: nullable(ContactSchema), invoice: nullable(ReportedInvoice) };
  return { title, description, names, body, mayBeGone: data === PaymentSchema || data === RefundData ? ['data'] : [] };
}

/** Of the changes of a record. */
function changeShape(noun: string, record: TObject, title: string, verbs = ['created', 'updated', 'deleted']): Shape {
  const body = {
    data: Type.Union([record, Deleted], { description: 'As the API answers for it; of what is deleted its ID' }),
    changed: Type.Array(Type.String(), {
      description:
        'Of an update: the members with other values, custom fields as `fields.` and their name. Empty in others',
    }),
  };
  const names = verbs.map((verb) => `${noun}.${verb}`);
  const description = `A record was ${verbs.join(', ').replace(/, (?=\w+$)/, ' or ')}: ${noun.replace('_', ' ')}`;
  return { title, description, names, body };
}

const itemShape: Shape = {
  title: 'ItemEvent',
  description: 'What the readers of the site see has changed',
  names: eventGroups.content,
  body: { data: ItemData },
};

const shapes: readonly Shape[] = [
  itemShape,
  {
    title: 'FormEvent',
    description: 'A form was submitted, a submission was paid, or its files were scanned',
    names: eventGroups.submissions,
    body: submissionFacts,
    mayBeGone: ['form', 'submission'],
  },
  paymentShape(
    ['payment.succeeded', 'payment.failed'],
    PaymentSchema,
    'PaymentResultEvent',
    'A payment succeeded, or an attempt to pay failed',
  ),
  paymentShape(['payment.refunded'], RefundData, 'PaymentRefundedEvent', 'A payment was refunded'),
  paymentShape(
    ['subscription.created', 'subscription.updated', 'subscription.canceled'],
    SubscriptionData,
    'SubscriptionEvent',
    'A subscription was created, updated or canceled',
  ),
  paymentShape(
    ['invoice.paid', 'invoice.payment_failed'],
    InvoiceData,
    'InvoiceEvent',
    'An invoice of the processor was paid, or an attempt to collect it failed',
  ),
  changeShape('contact', ContactSchema, 'ContactChangeEvent'),
  changeShape('invoice', ReportedInvoice, 'InvoiceChangeEvent'),
  changeShape('credit_note', CreditNoteSchema, 'CreditNoteChangeEvent', ['created']),
  changeShape('form', FormSchema, 'FormChangeEvent'),
  changeShape('webhook', WebhookSchema, 'WebhookChangeEvent'),
];

function eventOf({ title, description, names, body }: Shape): TObject {
  return Type.Object({ ...headOf(names), ...body }, { title, description });
}

const Cursor = Type.String({ description: 'For `after`: continues with the event after this one' });

/** The same with its place in the feed. */
function feedEventOf({ title, description: about, names, body, mayBeGone = [] }: Shape): TObject {
  const description = 'As it is now; of what is deleted its ID';
  const gone = mayBeGone.map((name) => [name, Type.Union([body[name] as TSchema, Deleted], { description })]);
  const members = { ...headOf(names), ...body, ...Object.fromEntries(gone), cursor: Cursor };
  return Type.Object(members, { title: title.replace(/Event$/, 'FeedEvent'), description: about });
}

const TestEvent = Type.Object(
  {
    ...headOf(['test']),
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

export const WebhookEvent = Type.Union([...shapes.map(eventOf), TestEvent], {
  title: 'WebhookEvent',
  description: 'Any event, identified by `name`',
});

const FeedEvent = Type.Union(shapes.map(feedEventOf), {
  title: 'FeedEvent',
  description:
    'An event in the feed, as webhooks get it, with its `cursor`. Records are as they are now; one that is gone is `{id, deleted: true}`',
});

export const FeedPage = Type.Object(
  {
    items: Type.Array(FeedEvent, { description: 'In their order, the oldest first' }),
    after: Type.String({ description: 'For the next request, also if there were no events' }),
    more: Type.Boolean({ description: 'Whether there may be more events already' }),
  },
  { title: 'FeedPage', description: 'A part of the feed' },
);
