// One delivery attempt. The request is sent outside of any transaction; its outcome is recorded in one: the attempt, the
// delivery, the subscriber, and the job, finished or rescheduled. After a crash in between it is sent again, with the
// same ID and the same bytes. Deliveries are read as their jobs are claimed, and successes recorded together.

import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import type { FirstRead } from '../jobs/claim-jobs.ts';
import { finishJob, finishUnlessAgain, type Job, rescheduleJob } from '../jobs/queue.ts';
import { deliverySchedule, withJitter } from '../jobs/schedules.ts';
import { newId } from '../lib/ids.ts';
import { PublicFetchError } from '../lib/public-fetch.ts';
import { mailStoppedReceiver } from '../mail/team-mails.ts';
import { type DeliverPayload, deliverPayload } from './deliveries.ts';
import { recordSuccess } from './record-success.ts';
import { signatureHeaders } from './signature.ts';
import { requireSecrets } from './subscriber-secrets.ts';
import { updateSubscriber } from './subscribers.ts';

const timeoutMs = 15_000;
const maxResponseBytes = 16 * 1024;
const maxFailingMs = 5 * 24 * 3_600_000;
const minFailures = 10;
const maxRequestedMs = 24 * 3_600_000;

type Subscriber = Row<'subscribers'>;
type DeliveryRow = Row<'deliveries'>;

/** The outcome of an attempt; `error` is null exactly when the receiver accepted it. */
type Outcome = {
  status: number | null;
  error: string | null;
  response: string;
  headers: IncomingHttpHeaders;
  durationMs: number;
};

/** The task: makes one attempt, or records why it cannot. */
export async function deliver(
  ctx: Context,
  job: Job,
  responded: () => void = () => {},
): Promise<'finished' | 'failed'> {
  const { delivery, subscriber } = sendingOf(job);
  if (!delivery || !subscriber || !mayReceive(subscriber, delivery)) {
    await inTransaction(ctx, (ctx) => holdDelivery(ctx, job, delivery));
    return 'finished';
  }
  const outcome = await attempt(ctx, subscriber, delivery);
  responded();
  const { status, error, durationMs } = outcome;
  ctx.observer?.deliveryAttempted(error, durationMs);
  const tried = { delivery: delivery.id, event: delivery.eventId, subscriber: subscriber.id };
  ctx.log.info({ ...tried, attempt: delivery.attempts + 1, status, error, durationMs }, 'webhook attempt');
  // Whether it recovers, or is sent elsewhere than before, is recorded with the subscriber's row locked.
  const isRoutine = error === null && subscriber.failingSince === null && subscriber.url === delivery.url;
  if (isRoutine) await recordSuccess(ctx, { job, delivery, attempt: attemptRow(ctx, delivery, outcome) });
  else await inTransaction(ctx, (ctx) => record(ctx, job, { ...delivery, url: subscriber.url }, outcome));
  return error === null ? 'finished' : 'failed';
}

/** Tests are sent whatever the status, so that a receiver can be tried before it is activated. */
function mayReceive(subscriber: Pick<Subscriber, 'status'>, delivery: DeliveryRow): boolean {
  return subscriber.status === 'active' || delivery.type === 'test';
}

/** For a delivery that cannot be sent now: it waits without a job while the subscriber is paused, and otherwise fails. */
async function holdDelivery(ctx: WriteContext, job: Job, delivery: DeliveryRow | undefined): Promise<void> {
  if (!delivery) return finishJob(ctx, job);
  const subscriber = await lockSubscriber(ctx, delivery.subscriberId);
  // Activated in the meantime; activating found this job already waiting.
  if (subscriber && mayReceive(subscriber, delivery)) {
    await rescheduleJob(ctx, job, 0);
    return;
  }
  if (subscriber?.status === 'paused') await updateDelivery(ctx, delivery, { nextAttemptAt: null });
  else if (delivery.status === 'pending') {
    const failure = subscriber ? 'subscriber_disabled' : 'subscriber_removed';
    await updateDelivery(ctx, delivery, { status: 'failed', failure, nextAttemptAt: null });
  }
  await finishJob(ctx, job);
}

async function attempt(ctx: Context, subscriber: Receiving, delivery: DeliveryRow): Promise<Outcome> {
  const body = Buffer.from(delivery.body, 'utf8');
  const timestamp = ctx.now();
  const isOverlap = (subscriber.previousSecretUntil ?? '') > timestamp.toISOString();
  const secrets = requireSecrets(ctx, subscriber);
  const previousSecret = isOverlap ? secrets.previousSecret : null;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Frontdesk',
    'X-Service-Delivery-Attempt': String(delivery.attempts + 1),
    ...signatureHeaders({ id: delivery.eventId, timestamp, body, secret: secrets.secret, previousSecret }),
  };
  const startedAt = performance.now();
  const { id, eventId: event, attempts } = delivery;
  const span = ctx.observer?.spans?.delivery({ url: subscriber.url, event, delivery: id, attempt: attempts + 1 });
  const traced = span ? { ...headers, traceparent: span.traceparent } : headers;
  try {
    const received = await ctx.fetch.post(subscriber.url, { headers: traced, body, timeoutMs, maxResponseBytes });
    // PostgreSQL cannot store NUL in text.
    const response = received.body.toString('utf8').replaceAll('\0', '\ufffd');
    const { status, durationMs } = received;
    span?.note({ 'http.response.status_code': status });
    if (errorOf(status) !== null) span?.fail(String(status));
    return { status, error: errorOf(status), response, headers: received.headers, durationMs };
  } catch (error) {
    span?.fail(error instanceof PublicFetchError ? error.kind : 'error');
    if (!(error instanceof PublicFetchError)) throw error;
    const durationMs = Math.round(performance.now() - startedAt);
    return { status: null, error: error.kind, response: '', headers: {}, durationMs };
  } finally {
    span?.end();
  }
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : `http_${status}`;
}

async function record(ctx: WriteContext, job: Job, delivery: DeliveryRow, outcome: Outcome): Promise<void> {
  const subscriber = await lockSubscriber(ctx, delivery.subscriberId);
  const { error } = outcome;
  const attempt = attemptRow(ctx, delivery, outcome);
  await ctx.db.insertInto('attempts').values(attempt).execute();
  await recordHealth(ctx, subscriber, delivery, outcome);
  const { number } = attempt;
  const attempted = { attempts: number, url: delivery.url, failure: error };
  if (error === null) {
    await updateDelivery(ctx, delivery, {
      ...attempted,
      status: 'delivered',
      nextAttemptAt: null,
      deliveredAt: delivery.deliveredAt ?? timeOf(ctx),
    });
    return finishJob(ctx, job);
  }
  const waitMs = delivery.status === 'pending' ? nextWait(ctx, job, delivery, outcome) : null;
  if (waitMs !== null) {
    const nextAttemptAt = await rescheduleJob(ctx, job, waitMs, error);
    return updateDelivery(ctx, delivery, { ...attempted, nextAttemptAt });
  }
  const isAgain = await finishUnlessAgain(ctx, job, deliverPayload(delivery.id, number));
  // A delivery that succeeded once stays delivered, even if sending it again fails.
  if (delivery.status === 'delivered')
    return updateDelivery(ctx, delivery, { attempts: number, url: delivery.url, nextAttemptAt: null });
  const next = isAgain ? { nextAttemptAt: timeOf(ctx) } : { status: 'failed' as const, nextAttemptAt: null };
  await updateDelivery(ctx, delivery, { ...attempted, ...next });
}

function attemptRow(
  ctx: ReadContext,
  { id, attempts }: DeliveryRow,
  { status, error, response, durationMs }: Outcome,
): Row<'attempts'> {
  const attempt = { id: newId('att'), deliveryId: id, number: attempts + 1, status, error, response, durationMs };
  return { ...attempt, createdAt: timeOf(ctx) };
}

/** Milliseconds until the next attempt, or null if there is none. */
function nextWait(ctx: ReadContext, job: Job, delivery: DeliveryRow, outcome: Outcome): number | null {
  if (outcome.status === 410 || delivery.type === 'test') return null;
  const planned = deliverySchedule[delivery.attempts - (job.payload as DeliverPayload).earlier];
  if (planned === undefined) return null;
  return applyRetryAfter(withJitter(planned), outcome.headers['retry-after'], ctx.now());
}

/** The wait a receiver asks for (RFC 9110, section 10.2.3: seconds or an HTTP date), if it is longer than planned: up to a day. */
export function applyRetryAfter(plannedMs: number, retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  // The old asctime form of a date does not say that it is in GMT.
  const at = Date.parse(/GMT|[+-]\d{4}$/i.test(text) ? text : `${text} GMT`);
  const requestedMs = /^\d+$/.test(text) ? Number(text) * 1000 : at - now.getTime();
  return Number.isNaN(requestedMs) ? plannedMs : Math.max(Math.min(requestedMs, maxRequestedMs), plannedMs);
}

/** Stores since when every attempt has failed. A 410 disables the subscriber; five days of failures pause it. */
async function recordHealth(
  ctx: WriteContext,
  subscriber: Subscriber | undefined,
  delivery: DeliveryRow,
  { status, error }: Outcome,
): Promise<void> {
  if (!subscriber) return;
  if (error === null) {
    if (subscriber.failingSince !== null) await noteFailing(ctx, subscriber, null);
    return;
  }
  const isCounted = delivery.type !== 'test';
  const failingSince = subscriber.failingSince ?? (isCounted ? timeOf(ctx) : null);
  const next = status === 410 ? 'disabled' : (await shouldPause(ctx, subscriber)) ? 'paused' : subscriber.status;
  if (next === subscriber.status && failingSince === subscriber.failingSince) return;
  if (next === subscriber.status) return noteFailing(ctx, subscriber, failingSince);
  await updateSubscriber(ctx, subscriber, { status: next, failingSince });
  ctx.log.warn({ subscriber: subscriber.id, failingSince }, `webhook subscriber ${next}`);
  if (next !== 'active') await mailStoppedReceiver(ctx, subscriber, next);
}

async function shouldPause(ctx: ReadContext, { id, status, failingSince }: Subscriber): Promise<boolean> {
  if (status !== 'active' || failingSince === null || failingSince > timeOf(ctx, -maxFailingMs)) return false;
  const { failures } = await ctx.db
    .selectFrom('attempts')
    .innerJoin('deliveries', 'deliveries.id', 'attempts.deliveryId')
    .where('deliveries.subscriberId', '=', id)
    .where('attempts.createdAt', '>=', failingSince)
    .select((eb) => eb.fn.countAll<number>().as('failures'))
    .executeTakeFirstOrThrow();
  return failures >= minFailures;
}

async function lockSubscriber(ctx: WriteContext, id: string): Promise<Subscriber | undefined> {
  return ctx.dialect.lockRows(ctx.db.selectFrom('subscribers').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** No event: sent to a receiver that fails, it would be the cause of the next one. */
async function noteFailing(ctx: WriteContext, { id }: Subscriber, failingSince: string | null): Promise<void> {
  await ctx.db
    .updateTable('subscribers')
    .set({ failingSince, updatedAt: timeOf(ctx) })
    .where('id', '=', id)
    .execute();
}

async function updateDelivery(ctx: WriteContext, { id }: DeliveryRow, changes: Partial<DeliveryRow>): Promise<void> {
  await ctx.db.updateTable('deliveries').set(changes).where('id', '=', id).execute();
}

// What an attempt needs: the delivery and its subscriber. The claim of the job reads it, in the same statement.

/** Undefined if it was deleted. */
type Sending = { delivery?: Row<'deliveries'>; subscriber?: Receiving };

/** Without the body, which may be long. */
type DeliveryFacts = Omit<Row<'deliveries'>, 'body'>;

const ofDelivery = {
  id: true,
  eventId: true,
  subscriberId: true,
  formId: true,
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

type Receiving = Pick<Row<'subscribers'>, 'id' | (typeof ofSubscriber)[keyof typeof ofSubscriber]>;

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
export function sendingOf({ id, input }: Job): Sending {
  if (input === undefined) throw new Error(`The delivery of ${id} was not read with its claim`);
  if (input === null || input.text === null) return {};
  const { receiverUrl, subscriberStatus, previousSecretUntil, sealedSecrets, ...rest } = input.facts as Facts;
  const { failingSince, ...facts } = rest;
  const delivery = { ...facts, body: input.text };
  if (receiverUrl === null || subscriberStatus === null || sealedSecrets === null) return { delivery };
  const secrets = { previousSecretUntil, sealedSecrets };
  const receiver = { id: delivery.subscriberId, url: receiverUrl, status: subscriberStatus };
  return { delivery, subscriber: { ...receiver, failingSince, ...secrets } };
}
