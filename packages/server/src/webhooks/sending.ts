// What an attempt needs: the delivery and its subscriber. The claim of the job reads it, in the same statement.

import { sql } from 'kysely';
import type { Context } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import type { FirstRead } from '../jobs/claim-jobs.ts';
import type { Job } from '../jobs/queue.ts';

/** Undefined if it was deleted. */
export type Sending = { delivery?: Row<'deliveries'>; subscriber?: Receiving };

/** Without the body, which may be long. */
type DeliveryFacts = Omit<Row<'deliveries'>, 'body'>;

const ofDelivery = {
  id: true,
  eventId: true,
  subscriberId: true,
  formId: true,
  forContent: true,
  type: true,
  url: true,
  status: true,
  failure: true,
  attempts: true,
  nextAttemptAt: true,
  createdAt: true,
  deliveredAt: true,
} satisfies Record<keyof DeliveryFacts, true>;

const ofSubscriber = {
  receiverUrl: 'url',
  subscriberStatus: 'status',
  failingSince: 'failingSince',
  previousSecretUntil: 'previousSecretUntil',
  sealedSecrets: 'sealedSecrets',
} as const satisfies Record<string, keyof Row<'subscribers'>>;

export type Receiving = Pick<Row<'subscribers'>, 'id' | (typeof ofSubscriber)[keyof typeof ofSubscriber]>;

/** Of a deleted subscriber, all is null. */
type Facts = DeliveryFacts & { [Name in keyof typeof ofSubscriber]: Receiving[(typeof ofSubscriber)[Name]] | null };

/** The delivery of a row of `jobs`, and its subscriber. */
export function sendingOfJob({ dialect }: Pick<Context, 'dialect'>): FirstRead {
  const columns = [
    ...Object.keys(ofDelivery).map((name) => [name, sql.ref(`deliveries.${name}`)]),
    ...Object.entries(ofSubscriber).map(([name, column]) => [name, sql.ref(`subscribers.${column}`)]),
  ];
  const isOfJob = sql`deliveries.id = jobs."uniqueKey"`;
  return {
    facts: sql`(
      select ${dialect.jsonObject(Object.fromEntries(columns))}
      from deliveries left join subscribers on subscribers.id = deliveries."subscriberId" where ${isOfJob}
    )`,
    text: sql`(select deliveries.body from deliveries where ${isOfJob})`,
  };
}

/** What was read with the claim of this job. Throws if nothing was: a delivery that seems to be gone loses its job. */
export function sendingOf({ id, given }: Job): Sending {
  if (given === undefined) throw new Error(`The delivery of ${id} was not read with its claim`);
  if (given === null || given.text === null) return {};
  const { receiverUrl, subscriberStatus, previousSecretUntil, sealedSecrets, ...rest } = given.facts as Facts;
  const { failingSince, ...facts } = rest;
  const delivery = { ...facts, body: given.text };
  if (receiverUrl === null || subscriberStatus === null || sealedSecrets === null) return { delivery };
  const secrets = { previousSecretUntil, sealedSecrets };
  const receiver = { id: delivery.subscriberId, url: receiverUrl, status: subscriberStatus };
  return { delivery, subscriber: { ...receiver, failingSince, ...secrets } };
}
