// Schemas of subscribers, deliveries and attempts.

import Type, { type Static, type TSchema } from 'typebox';
import { formEvents, itemEvents, paymentEvents } from '../events/event-types.ts';
import { bodyOf, Id, nullable, orderedQuery, pageQuery, queryOf, Time } from '../http/schemas.ts';

const maxUrlLength = 2048;

const ReceiverUrl = Type.String({
  minLength: 1,
  maxLength: maxUrlLength,
  description: 'http or https, with a public address',
});
const Secret = Type.String({ minLength: 1, maxLength: 256, description: 'Shared signing secret' });

export const FormEventName = Type.Enum([...formEvents], { title: 'FormEventName' });
const PaymentEventName = Type.Enum([...paymentEvents], { title: 'PaymentEventName' });
export const ItemEventName = Type.Enum([...itemEvents], { title: 'ItemEventName' });
const AnyEventName = Type.Enum([...itemEvents, ...formEvents, ...paymentEvents], { title: 'WebhookEventName' });

function eventsOf(Name: TSchema) {
  return Type.Array(Type.Unsafe<string>(Name), { minItems: 1, uniqueItems: true });
}
const FormEvents = eventsOf(FormEventName);
const PaymentEvents = eventsOf(PaymentEventName);

function newSubscriberOf(events: typeof FormEvents, title: string, chosen: string[]) {
  const examples = [{ url: 'https://example.com/hook', events: chosen }];
  return bodyOf({ url: ReceiverUrl, events, secret: Type.Optional(Secret) }, { title, examples });
}

function subscriberPatchOf(events: typeof FormEvents, title: string) {
  const status = Type.Enum(['active', 'paused']);
  return bodyOf(
    { url: Type.Optional(ReceiverUrl), events: Type.Optional(events), status: Type.Optional(status) },
    { title },
  );
}

export const NewFormSubscriber = newSubscriberOf(FormEvents, 'NewFormSubscriber', ['submitted', 'paid']);
export const NewPaymentSubscriber = newSubscriberOf(PaymentEvents, 'NewPaymentSubscriber', [
  'payment.succeeded',
  'payment.refunded',
]);
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
    status: Type.Optional(Type.Enum(['active', 'paused'])),
  },
  { title: 'WebhookChange', description: 'Its events are those of its kind, and only a webhook for content has types' },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

/** Without a secret, one is generated. */
export const SecretRotation = nullable(bodyOf({ secret: Type.Optional(Secret) }));

/** The response to registering. Only this and the response to rotating contain the secret. */
export const SubscriberWithSecret = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
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
    id: Type.String(),
    formId: nullable(Type.String({ description: 'Null for payment events' })),
    url: Type.String(),
    events: Type.Array(Type.String()),
    status: Type.Enum(['active', 'paused', 'disabled'], {
      description:
        'paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored',
    }),
    failingSince: nullable(Time),
    previousSecretUntil: nullable(Time),
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

export const SubscriberQuery = queryOf(pageQuery);
export type SubscriberQuery = Static<typeof SubscriberQuery>;

const DeliveryStatus = Type.Enum(['pending', 'delivered', 'failed'], { title: 'DeliveryStatus' });

export const DeliverySchema = Type.Object(
  {
    id: Type.String(),
    eventId: Type.String({ description: 'Also in the header `webhook-id` and as `id` in the body' }),
    type: Type.String({ description: 'Name of the event, or `test`' }),
    subscriberId: Type.String(),
    formId: nullable(Type.String()),
    url: Type.String(),
    status: DeliveryStatus,
    failure: nullable(Type.String({ description: 'Why it failed' })),
    attemptCount: Type.Integer(),
    nextAttemptAt: nullable(Time),
    createdAt: Time,
    deliveredAt: nullable(Time),
  },
  { title: 'Delivery', description: 'One event for one subscriber' },
);
export type Delivery = Static<typeof DeliverySchema>;

export const AttemptSchema = Type.Object(
  {
    id: Type.String(),
    number: Type.Integer(),
    status: nullable(Type.Integer({ description: 'HTTP status; null without a response' })),
    error: nullable(Type.String()),
    response: Type.String({ description: 'The first 16 KiB of the response' }),
    durationMs: Type.Integer(),
    createdAt: Time,
  },
  { title: 'DeliveryAttempt' },
);

export const DeliveryWithAttempts = Type.Object(
  {
    ...DeliverySchema.properties,
    body: Type.String({ description: 'The exact body of the request' }),
    attempts: Type.Array(AttemptSchema),
  },
  { title: 'DeliveryWithAttempts', description: 'A delivery with its body and its attempts' },
);
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;

export const DeliveryQuery = queryOf({
  ...orderedQuery,
  subscriber: Type.Optional(Id),
  event: Type.Optional(Type.String({ maxLength: 200, description: 'Name or ID of the event' })),
  subject: Type.Optional(
    Type.String({ maxLength: 200, description: 'ID of the subject of the event, such as a submission or a payment' }),
  ),
  status: Type.Optional(DeliveryStatus),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

/** Without a body, everything. */
export const ResendWindow = nullable(
  bodyOf(
    { subscriber: Type.Optional(Id), from: Type.Optional(Time), to: Type.Optional(Time) },
    { title: 'ResendWindow' },
  ),
);
export type ResendWindow = NonNullable<Static<typeof ResendWindow>>;
