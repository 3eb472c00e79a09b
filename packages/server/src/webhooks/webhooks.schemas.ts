// Schemas of subscribers, deliveries and attempts.

import Type, { type Static, type TSchema } from 'typebox';
import { formEvents, itemEvents, paymentEvents } from '../events/event-types.ts';
import { bodyOf, countedQuery, Id, nullable, orderedQuery, queryOf, Time } from '../http/schemas.ts';

const maxUrlLength = 2048;

const ReceiverUrl = Type.String({
  minLength: 1,
  maxLength: maxUrlLength,
  description: 'http or https, with a public address',
});
const Secret = Type.String({ minLength: 1, maxLength: 256, description: 'Shared signing secret' });

export const FormEventName = Type.Enum([...formEvents], {
  title: 'FormEventName',
  description: 'What happened to a submission',
});
const PaymentEventName = Type.Enum([...paymentEvents], {
  title: 'PaymentEventName',
  description: 'What happened to a payment, subscription or invoice',
});
export const ItemEventName = Type.Enum([...itemEvents], {
  title: 'ItemEventName',
  description: 'What happened to an item, as readers see it',
});
const AnyEventName = Type.Enum([...itemEvents, ...formEvents, ...paymentEvents], {
  title: 'WebhookEventName',
  description: 'An event of any kind',
});

function eventsOf(Name: TSchema) {
  return Type.Array(Type.Unsafe<string>(Name), {
    description: 'The events to send, each once',
    minItems: 1,
    uniqueItems: true,
  });
}
const FormEvents = eventsOf(FormEventName);
const PaymentEvents = eventsOf(PaymentEventName);

function newSubscriberOf(events: typeof FormEvents, title: string, description: string, chosen: string[]) {
  const examples = [{ url: 'https://example.com/hook', events: chosen }];
  return bodyOf({ url: ReceiverUrl, events, secret: Type.Optional(Secret) }, { title, description, examples });
}

function subscriberPatchOf(events: typeof FormEvents, title: string) {
  const status = Type.Enum(['active', 'paused'], { description: 'Deliveries of a paused webhook wait' });
  return bodyOf(
    { url: Type.Optional(ReceiverUrl), events: Type.Optional(events), status: Type.Optional(status) },
    { title, description: 'Only the given members change' },
  );
}

export const NewFormSubscriber = newSubscriberOf(
  FormEvents,
  'NewFormSubscriber',
  'A webhook for the submissions of a form',
  ['submitted', 'paid'],
);
export const NewPaymentSubscriber = newSubscriberOf(
  PaymentEvents,
  'NewPaymentSubscriber',
  'A webhook for payments, subscriptions and invoices',
  ['payment.succeeded', 'payment.refunded'],
);
export type NewSubscriber = Static<typeof NewFormSubscriber>;

export const FormSubscriberPatch = subscriberPatchOf(FormEvents, 'FormSubscriberChange');
export const PaymentSubscriberPatch = subscriberPatchOf(PaymentEvents, 'PaymentSubscriberChange');
export type SubscriberPatch = Static<typeof FormSubscriberPatch>;

const ContentTypes = nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Names of content types; null for all',
  }),
);

export const NewWebhook = bodyOf(
  {
    url: ReceiverUrl,
    events: eventsOf(ItemEventName),
    types: Type.Optional(ContentTypes),
    secret: Type.Optional(Secret),
  },
  {
    title: 'NewWebhook',
    description: 'A webhook for content',
    examples: [{ url: 'https://example.com/hook', events: ['item.published', 'item.updated'], types: ['post'] }],
  },
);

export const WebhookPatch = bodyOf(
  {
    url: Type.Optional(ReceiverUrl),
    events: Type.Optional(eventsOf(AnyEventName)),
    types: Type.Optional(ContentTypes),
    status: Type.Optional(Type.Enum(['active', 'paused'], { description: 'Deliveries of a paused webhook wait' })),
  },
  { title: 'WebhookChange', description: 'Its events are those of its kind, and only a webhook for content has types' },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

/** Without a secret, one is generated. */
export const SecretRotation = nullable(
  bodyOf(
    { secret: Type.Optional(Secret) },
    { title: 'SecretRotation', description: 'The new secret; one is generated without it' },
  ),
);

/** The response to registering. Only this and the response to rotating contain the secret. */
export const SubscriberWithSecret = Type.Object(
  {
    id: Type.String({ description: 'ID of the webhook' }),
    url: Type.String({ description: 'URL of the receiver' }),
    events: Type.Array(Type.String(), { description: 'Names of the events to send' }),
    secret: Type.Optional(
      Type.String({
        description: 'Only in this response. A repeated request no longer gets it once it has been replaced',
      }),
    ),
    createdAt: Time,
  },
  { title: 'SubscriberWithSecret', description: 'A new subscriber and its secret' },
);
export type SubscriberWithSecret = Static<typeof SubscriberWithSecret>;

export const RotatedSecret = Type.Object(
  {
    ...SubscriberWithSecret.properties,
    previousSecretUntil: Type.String({ format: 'date-time', description: 'The old secret keeps signing until then' }),
  },
  { title: 'RotatedSecret', description: 'A subscriber and its new secret' },
);
export type RotatedSecret = Static<typeof RotatedSecret>;

export const SubscriberSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the webhook' }),
    formId: nullable(Type.String({ description: 'Null for payment events' })),
    url: Type.String({ description: 'URL of the receiver' }),
    events: Type.Array(Type.String(), { description: 'Names of the events to send' }),
    status: Type.Enum(['active', 'paused', 'disabled'], {
      description:
        'paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored',
    }),
    failingSince: nullable({ ...Time, description: 'Since when every delivery has failed; null after a success' }),
    previousSecretUntil: nullable({
      ...Time,
      description: 'The old secret keeps signing until then; null if there is none',
    }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Subscriber', description: 'A webhook receiver and its events' },
);
export type Subscriber = Static<typeof SubscriberSchema>;

export const WebhookKind = Type.Enum(['content', 'form', 'payment'], {
  title: 'WebhookKind',
  description: 'What its events are about',
});

export const WebhookSchema = Type.Object(
  {
    ...SubscriberSchema.properties,
    formId: nullable(Type.String({ description: 'Null for content and payments' })),
    kind: WebhookKind,
    types: nullable(Type.Array(Type.String(), { description: 'Content types of its events; null for all' })),
  },
  { title: 'Webhook', description: 'A webhook of any kind' },
);
export type Webhook = Static<typeof WebhookSchema>;

export const SubscriberQuery = queryOf(countedQuery);
export type SubscriberQuery = Static<typeof SubscriberQuery>;

const DeliveryStatus = Type.Enum(['pending', 'delivered', 'failed'], {
  title: 'DeliveryStatus',
  description: '`pending` is sent, or sent again, at `nextAttemptAt`; `failed` was given up',
});

export const DeliverySchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the delivery' }),
    eventId: Type.String({ description: 'Also in the header `webhook-id` and as `id` in the body' }),
    type: Type.String({ description: 'Name of the event, or `test`' }),
    subscriberId: Type.String({ description: 'ID of the webhook' }),
    formId: nullable(Type.String({ description: 'ID of the form, for webhooks of a form' })),
    url: Type.String({ description: 'URL of the receiver' }),
    status: DeliveryStatus,
    failure: nullable(Type.String({ description: 'Why it, or its last attempt, failed' })),
    attemptCount: Type.Integer({ description: 'Number of attempts so far' }),
    nextAttemptAt: nullable({ ...Time, description: 'When it is sent next; null if it is not' }),
    createdAt: Time,
    deliveredAt: nullable({ ...Time, description: 'When the receiver accepted it' }),
  },
  { title: 'Delivery', description: 'One event for one subscriber' },
);
export type Delivery = Static<typeof DeliverySchema>;

export const AttemptSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the attempt' }),
    number: Type.Integer({ description: '1 for the first attempt' }),
    status: nullable(Type.Integer({ description: 'HTTP status; null without a response' })),
    error: nullable(Type.String({ description: 'Why there was no response' })),
    response: Type.String({ description: 'The first 16 KiB of the response' }),
    durationMs: Type.Integer({ description: 'Milliseconds until the response or the error' }),
    createdAt: Time,
  },
  { title: 'DeliveryAttempt', description: 'One HTTP request of a delivery' },
);

export const DeliveryWithAttempts = Type.Object(
  {
    ...DeliverySchema.properties,
    body: Type.String({ description: 'The exact body of the request' }),
    attempts: Type.Array(AttemptSchema, { description: 'In their order' }),
  },
  { title: 'DeliveryWithAttempts', description: 'A delivery with its body and its attempts' },
);
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;

export const DeliveryQuery = queryOf({
  ...orderedQuery,
  subscriber: Type.Optional({ ...Id, description: 'ID of the webhook' }),
  event: Type.Optional(Type.String({ maxLength: 200, description: 'Name or ID of the event' })),
  subject: Type.Optional(
    Type.String({ maxLength: 200, description: 'ID of the subject of the event, such as a submission or a payment' }),
  ),
  status: Type.Optional(DeliveryStatus),
  retrying: Type.Optional(
    Type.Boolean({
      description: 'Whether the last attempt failed and another one follows: `pending`, with a `failure`',
    }),
  ),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

/** Without a body, everything. */
export const ResendWindow = nullable(
  bodyOf(
    {
      subscriber: Type.Optional({ ...Id, description: 'Only deliveries of this webhook' }),
      from: Type.Optional({ ...Time, description: 'Only deliveries created then or later' }),
      to: Type.Optional({ ...Time, description: 'Only deliveries created before or then' }),
    },
    { title: 'ResendWindow', description: 'Which failed deliveries to send again; all without it' },
  ),
);
export type ResendWindow = NonNullable<Static<typeof ResendWindow>>;
