// Schemas of subscribers, deliveries and attempts.

import { sql } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import { webhookEvents } from '../events/event-types.ts';
import { listOfRecords } from '../http/list-of-records.ts';
import { bodyOf, Id, IdOrSlug, nullable, Time } from '../http/schemas.ts';

const maxUrlLength = 2048;

const ReceiverUrl = Type.String({
  minLength: 1,
  maxLength: maxUrlLength,
  description: 'http or https, with a public address',
});
const Secret = Type.String({ minLength: 1, maxLength: 256, description: 'Shared signing secret' });

const FormEventName = Type.Enum([...webhookEvents.submissions], {
  title: 'FormEventName',
  description: 'What happened to a submission',
});
const PaymentEventName = Type.Enum([...webhookEvents.payments], {
  title: 'PaymentEventName',
  description: 'What happened to a payment, subscription or invoice',
});
const AnyEventName = Type.Enum(Object.values(webhookEvents).flat(), {
  title: 'WebhookEventName',
  description: 'Any event that a webhook can get',
});

function eventsOf(Name: TSchema) {
  return Type.Array(Type.Unsafe<string>(Name), {
    description: 'The events to send, each once',
    minItems: 1,
    uniqueItems: true,
  });
}
const Status = Type.Enum(['active', 'paused'], { description: 'Deliveries of a paused webhook wait' });
const ContentTypes = nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Names of content types; null for all. Of events of items, only those of these types are sent',
  }),
);

export const NewWebhook = bodyOf(
  {
    url: ReceiverUrl,
    events: eventsOf(AnyEventName),
    formId: Type.Optional(
      nullable({ ...IdOrSlug, description: 'Only events of this form and its submissions; null for all forms' }),
    ),
    types: Type.Optional(ContentTypes),
    secret: Type.Optional(Secret),
  },
  {
    title: 'NewWebhook',
    description: 'A webhook for any events. One of a form gets only events of this form and its submissions',
    examples: [{ url: 'https://example.com/hook', events: ['item.published', 'item.updated'], types: ['post'] }],
  },
);

function newWebhookOf(events: TSchema, title: string, description: string, chosen: string[]) {
  const examples = [{ url: 'https://example.com/hook', events: chosen }];
  return bodyOf(
    { url: ReceiverUrl, events: eventsOf(events), secret: Type.Optional(Secret) },
    { title, description, examples },
  );
}
export const NewFormWebhook = newWebhookOf(FormEventName, 'NewFormWebhook', 'A webhook for the submissions of a form', [
  'submitted',
  'paid',
]);
export const NewPaymentWebhook = newWebhookOf(
  PaymentEventName,
  'NewPaymentWebhook',
  'A webhook for payments, subscriptions and invoices',
  ['payment.succeeded', 'payment.refunded'],
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookPatch = bodyOf(
  {
    url: Type.Optional(ReceiverUrl),
    events: Type.Optional(eventsOf(AnyEventName)),
    types: Type.Optional(ContentTypes),
    status: Type.Optional(Status),
  },
  { title: 'WebhookChange', description: 'What to change of a webhook. Its form stays' },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

/** Without a secret, one is generated. */
export const SecretRotation = nullable(
  bodyOf(
    { secret: Type.Optional(Secret) },
    { title: 'SecretRotation', description: 'The new secret; one is generated without it' },
  ),
);

export const WebhookSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the webhook' }),
    formId: nullable(Type.String({ description: 'The only form whose events it gets; null for all' })),
    url: Type.String({ description: 'URL of the receiver' }),
    events: Type.Array(Type.String(), { description: 'Names of the events to send' }),
    types: nullable(Type.Array(Type.String(), { description: 'Content types of its events; null for all' })),
    status: Type.Enum(['active', 'paused', 'disabled'], {
      description:
        'paused: deliveries wait; disabled: the receiver responded with 410, and new deliveries are not stored',
    }),
    failingSince: nullable({ ...Time, description: 'Since when every delivery has failed; null after a success' }),
    previousSecretUntil: nullable({
      ...Time,
      description: 'The old secret keeps signing until then; null if there is none',
    }),
    version: Type.Integer({ description: 'Increases by 1 with every change' }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Webhook', description: 'A receiver of events' },
);
export type Webhook = Static<typeof WebhookSchema>;

/** The response to registering. Only this and the response to rotating contain the secret. */
export const WebhookWithSecret = Type.Object(
  {
    ...WebhookSchema.properties,
    secret: Type.Optional(
      Type.String({
        description: 'Only in this response. A repeated request no longer gets it once it has been replaced',
      }),
    ),
  },
  { title: 'WebhookWithSecret', description: 'A webhook and its new secret' },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

export const webhookList = listOfRecords({
  item: WebhookSchema,
  filters: ['formId', 'url', 'status', 'failingSince', 'createdAt', 'updatedAt'],
  sort: ['createdAt', 'updatedAt', 'url'],
});
export type WebhookQuery = Static<typeof webhookList.query>;

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
    formId: nullable(Type.String({ description: 'ID of the form that the event is about' })),
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
    body: Type.String({
      description:
        'The body of the request. Contact, invoice and payment are null in it for a key that may not read them',
    }),
    attempts: Type.Array(AttemptSchema, { description: 'In their order' }),
  },
  { title: 'DeliveryWithAttempts', description: 'A delivery with its body and its attempts' },
);
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;

export const deliveryList = listOfRecords({
  item: DeliverySchema,
  filters: [
    ...['subscriberId', 'eventId', 'type', 'formId', 'status', 'failure', 'attemptCount'],
    ...['nextAttemptAt', 'createdAt', 'deliveredAt'],
  ],
  sort: ['-createdAt', 'deliveredAt'],
  columns: { attemptCount: { column: sql.ref('attempts') } },
  own: {
    subject: Type.Optional(
      Type.String({ maxLength: 200, description: 'ID of what the event is about, such as a submission or a payment' }),
    ),
  },
});
export type DeliveryQuery = Static<typeof deliveryList.query>;

/** Without a body, everything. */
export const ResendWindow = nullable(
  bodyOf(
    {
      subscriberId: Type.Optional({ ...Id, description: 'Only deliveries of this webhook' }),
      createdAt: Type.Optional(
        bodyOf(
          {
            gte: Type.Optional({ ...Time, description: 'Then or later' }),
            lt: Type.Optional({ ...Time, description: 'Before' }),
          },
          { description: 'Only deliveries created in this time' },
        ),
      ),
    },
    { title: 'ResendWindow', description: 'Which failed deliveries to send again; all without it' },
  ),
);
export type ResendWindow = NonNullable<Static<typeof ResendWindow>>;
