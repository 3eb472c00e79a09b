// Shapes of subscribers, deliveries and attempts.

import Type, { type Static } from 'typebox';
import { formEvents, paymentEvents } from '../events/event-types.ts';
import { bodyOf, Id, nullable, pageQuery, queryOf, Time } from '../http/schemas.ts';

const maxUrlLength = 2048;

const ReceiverUrl = Type.String({ minLength: 1, maxLength: maxUrlLength, description: 'http(s), a public address' });
const Secret = Type.String({ minLength: 1, maxLength: 256, description: 'Shared signing secret' });

function eventsOf(names: readonly string[]) {
  return Type.Array(Type.Enum([...names]), { minItems: 1, uniqueItems: true });
}

function newSubscriberOf(names: readonly string[]) {
  return bodyOf({ url: ReceiverUrl, events: eventsOf(names), secret: Type.Optional(Secret) });
}

function subscriberPatchOf(names: readonly string[]) {
  return bodyOf({
    url: Type.Optional(ReceiverUrl),
    events: Type.Optional(eventsOf(names)),
    status: Type.Optional(Type.Enum(['active', 'paused'])),
  });
}

export const NewFormSubscriber = newSubscriberOf(formEvents);
export const NewPaymentSubscriber = newSubscriberOf(paymentEvents);
export type NewSubscriber = Static<typeof NewFormSubscriber>;

export const FormSubscriberPatch = subscriberPatchOf(formEvents);
export const PaymentSubscriberPatch = subscriberPatchOf(paymentEvents);
export type SubscriberPatch = Static<typeof FormSubscriberPatch>;

/** The secret is left out to have one made. */
export const SecretRotation = nullable(bodyOf({ secret: Type.Optional(Secret) }));

/** The answer to registering: the only one that shows the secret, beside that to rotating it. */
export const SubscriberWithSecret = Type.Object({
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  secret: Type.String({ description: 'Shown in this answer only' }),
  createdAt: Time,
});
export type SubscriberWithSecret = Static<typeof SubscriberWithSecret>;

export const RotatedSecret = Type.Object({
  ...SubscriberWithSecret.properties,
  previousSecretUntil: Type.String({ format: 'date-time', description: 'Until then the old secret signs too' }),
});
export type RotatedSecret = Static<typeof RotatedSecret>;

export const SubscriberSchema = Type.Object({
  id: Type.String(),
  formId: nullable(Type.String({ description: 'Null: payment events of the workspace' })),
  url: Type.String(),
  events: Type.Array(Type.String()),
  status: Type.Enum(['active', 'paused', 'disabled'], {
    description: 'paused: deliveries wait; disabled: the receiver said 410, nothing is kept for it',
  }),
  failingSince: nullable(Time),
  previousSecretUntil: nullable(Time),
  createdAt: Time,
  updatedAt: Time,
});
export type Subscriber = Static<typeof SubscriberSchema>;

export const SubscriberQuery = queryOf(pageQuery);
export type SubscriberQuery = Static<typeof SubscriberQuery>;

const DeliveryStatus = Type.Enum(['pending', 'delivered', 'failed']);

export const DeliverySchema = Type.Object({
  id: Type.String(),
  eventId: Type.String({ description: 'Also the header webhook-id and the id in the body' }),
  type: Type.String({ description: 'Name of the event, or test' }),
  subscriberId: Type.String(),
  formId: nullable(Type.String()),
  url: Type.String(),
  status: DeliveryStatus,
  failure: nullable(Type.String({ description: 'Why it failed' })),
  attemptCount: Type.Integer(),
  nextAttemptAt: nullable(Time),
  createdAt: Time,
  deliveredAt: nullable(Time),
});
export type Delivery = Static<typeof DeliverySchema>;

export const AttemptSchema = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  status: nullable(Type.Integer({ description: 'HTTP status; null where no answer came' })),
  error: nullable(Type.String()),
  response: Type.String({ description: 'The first 16 KiB of the answer' }),
  durationMs: Type.Integer(),
  createdAt: Time,
});

export const DeliveryWithAttempts = Type.Object({
  ...DeliverySchema.properties,
  body: Type.String({ description: 'As it is sent, byte for byte' }),
  attempts: Type.Array(AttemptSchema),
});
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;

export const DeliveryQuery = queryOf({
  ...pageQuery,
  order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
  subscriber: Type.Optional(Id),
  event: Type.Optional(Type.String({ maxLength: 200, description: 'Name or id of the event' })),
  subject: Type.Optional(
    Type.String({ maxLength: 200, description: 'Id of the submission, payment … that the event is about' }),
  ),
  status: Type.Optional(DeliveryStatus),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

/** No body: all. */
export const ResendWindow = nullable(
  bodyOf({ subscriber: Type.Optional(Id), from: Type.Optional(Time), to: Type.Optional(Time) }),
);
export type ResendWindow = NonNullable<Static<typeof ResendWindow>>;
