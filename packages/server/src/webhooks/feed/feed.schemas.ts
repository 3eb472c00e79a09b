// Schemas of the events in the feed, and of events of items wherever they are sent.

import Type, { type Static, type TProperties } from 'typebox';
import { anyObject, Id, nullable, queryOf, Time } from '../../http/schemas.ts';
import { ItemEventName } from '../webhooks.schemas.ts';

export const eventMembers = {
  id: Type.String({ description: 'The same in every attempt, so that a repeated event can be recognized' }),
  createdAt: Time,
};
export const Sequence = Type.Integer({
  minimum: 1,
  description: 'Counts the events of one item, submission, payment …',
});

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

const itemEvent = { ...eventMembers, type: ItemEventName, sequence: Sequence, data: ItemData };

export const ItemEvent = Type.Object(itemEvent, {
  title: 'ItemEvent',
  description: 'What the readers of the site see has changed',
});

const Cursor = Type.String({ description: 'For `after`: continues with the event after this one' });

function feedEventOf(types: string[], data: TProperties, title: string, description: string) {
  return Type.Object(
    {
      ...eventMembers,
      type: Type.Enum(types, { description: 'What happened' }),
      sequence: Sequence,
      data: Type.Object(data, { description: 'What it is about' }),
      cursor: Cursor,
    },
    { title, description },
  );
}

export const FeedEvent = Type.Union(
  [
    Type.Object(
      { ...itemEvent, cursor: Cursor },
      { title: 'ItemFeedEvent', description: 'What the readers of the site see has changed' },
    ),
    feedEventOf(
      ['submission.submitted', 'submission.paid', 'submission.scanned'],
      {
        submissionId: { ...Id, description: 'ID of the submission' },
        formId: { ...Id, description: 'ID of the form' },
      },
      'SubmissionFeedEvent',
      'A form was submitted, a submission was paid, or its files were scanned',
    ),
    feedEventOf(
      ['payment.succeeded', 'payment.failed', 'payment.refunded'],
      {
        paymentId: { ...Id, description: 'ID of the payment' },
        submissionId: nullable({ ...Id, description: 'ID of the submission that it pays' }),
        refundId: Type.Optional({ ...Id, description: 'ID of the refund, if it was refunded' }),
        failureMessage: Type.Optional(
          nullable(Type.String({ description: 'Why it failed, in the words of the processor' })),
        ),
      },
      'PaymentFeedEvent',
      'A payment succeeded, failed or was refunded',
    ),
    feedEventOf(
      ['subscription.created', 'subscription.updated', 'subscription.canceled'],
      {
        subscriptionId: { ...Id, description: "The processor's ID of the subscription" },
        subscription: anyObject({ description: 'The subscription, as `data` in webhooks (SubscriptionData)' }),
      },
      'SubscriptionFeedEvent',
      'A subscription was created, updated or canceled',
    ),
    feedEventOf(
      ['invoice.paid', 'invoice.payment_failed'],
      {
        invoiceId: { ...Id, description: 'ID of the invoice' },
        invoice: anyObject({ description: 'The invoice, as `data` in webhooks (InvoiceData)' }),
      },
      'InvoiceFeedEvent',
      'An invoice of the processor was paid, or an attempt to collect it failed',
    ),
  ],
  { title: 'FeedEvent', description: 'An event in the feed, identified by `type`' },
);

export const FeedPage = Type.Object(
  {
    items: Type.Array(FeedEvent, { description: 'In their order, the oldest first' }),
    after: Type.String({ description: 'For the next request, also if there were no events' }),
    more: Type.Boolean({ description: 'Whether there may be more events already' }),
  },
  { title: 'FeedPage', description: 'A part of the feed' },
);

export const maxWaitSeconds = 30;

export const FeedQuery = queryOf({
  after: Type.Optional(
    Type.String({
      pattern: '^(latest|\\d{1,15})$',
      description:
        'The `after` of the response before, or the `cursor` of an event; `latest` for events from now on. Without it, all that are kept',
    }),
  ),
  limit: Type.Optional(Type.Integer({ description: 'Size of a page', minimum: 1, maximum: 500, default: 100 })),
  events: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'Names of events, separated by commas; without them, all that the key may read',
    }),
  ),
  types: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Content types, separated by commas: only events of their items' }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxWaitSeconds,
      default: 0,
      description: 'Seconds to wait for an event if there is none',
    }),
  ),
});
export type FeedQuery = Static<typeof FeedQuery>;
