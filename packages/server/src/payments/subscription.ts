// Subscriptions of the processor, in the shapes of its old and new API versions: created when first seen, updated when
// their normalized state has changed, canceled once.

import { type Context, timeOf, type WriteContext } from '../context/context.ts';
import type { ProcessorObject } from '../context/processor.ts';
import type { Row } from '../database/dialect.ts';
import type { EventType } from '../events/event-types.ts';
import { publish } from '../events/events.ts';
import { firstContact, resolvePayer } from './payer.ts';
import type { SubscriptionData } from './payments.schemas.ts';
import {
  type Change,
  findObject,
  type Handler,
  type Handlers,
  type NativeEvent,
  StaleSnapshotError,
} from './processor/native-event.ts';
import {
  dateOf,
  type Hints,
  hintsOf,
  idOf,
  listOf,
  numberOf,
  objectOf,
  type Payer,
  textOf,
  withStatus,
} from './processor/processor-object.ts';

const handler: Handler = { prepare: prepareSubscription };

export const subscriptionHandlers: Handlers = {
  'customer.subscription.created': handler,
  'customer.subscription.updated': handler,
  'customer.subscription.deleted': {
    ...handler,
    complete: (snapshot) => ({
      ...snapshot,
      status: textOf(snapshot.status) === 'incomplete_expired' ? snapshot.status : 'canceled',
    }),
  },
  'customer.subscription.paused': { ...handler, complete: withStatus('paused') },
  'customer.subscription.resumed': handler,
  'customer.subscription.trial_will_end': handler,
  'customer.subscription.pending_update_applied': handler,
  'customer.subscription.pending_update_expired': handler,
};

const updateTypes: ReadonlySet<string> = new Set(
  ['updated', 'paused', 'resumed', 'pending_update_applied', 'pending_update_expired'].map(
    (change) => `customer.subscription.${change}`,
  ),
);

export type SubscriptionUpdate = {
  subscription: Subscription;
  isCurrent: boolean;
  /** Unix seconds of the event. */
  created: number;
  /** What the event says by its type. */
  change: 'created' | 'updated' | null;
  /** Our version before the processor was asked. If it has changed since, the answer may be outdated. */
  seenVersion: number;
  session?: { payer: Payer; hints: Hints };
};

type SubscriptionRow = Row<'subscriptions'>;

export type Subscription = { snapshot: SubscriptionData; payer: Payer; hints: Hints; ended: boolean };

export function readSubscription(object: ProcessorObject): Subscription {
  const items = listOf(object.items);
  const customer = objectOf(object.customer);
  const pause = objectOf(object.pause_collection);
  const status = textOf(object.status) ?? 'active';
  return {
    snapshot: {
      id: idOf(object) ?? '',
      status,
      customerId: idOf(object.customer),
      currency: textOf(object.currency),
      description: textOf(object.description),
      items: items.map(readItem),
      currentPeriodStart: dateOf(object.current_period_start ?? items[0]?.current_period_start),
      currentPeriodEnd: dateOf(object.current_period_end ?? items[0]?.current_period_end),
      cancelAtPeriodEnd: object.cancel_at_period_end === true,
      cancelAt: dateOf(object.cancel_at),
      canceledAt: dateOf(object.canceled_at),
      endedAt: dateOf(object.ended_at),
      trialStart: dateOf(object.trial_start),
      trialEnd: dateOf(object.trial_end),
      pauseBehavior: textOf(pause?.behavior),
      pausedUntil: dateOf(pause?.resumes_at),
      startedAt: dateOf(object.start_date ?? object.created),
    },
    payer: {
      customerId: idOf(object.customer),
      email: textOf(customer?.email),
      name: textOf(customer?.name),
      phone: textOf(customer?.phone),
    },
    hints: hintsOf(object),
    ended: status === 'canceled' || status === 'incomplete_expired',
  };
}

function readItem(item: ProcessorObject): SubscriptionData['items'][number] {
  const price = objectOf(item.price) ?? objectOf(item.plan);
  const recurring = objectOf(price?.recurring) ?? objectOf(item.plan);
  return {
    id: idOf(item),
    priceId: idOf(price),
    productId: idOf(price?.product),
    quantity: item.quantity === undefined ? 1 : numberOf(item.quantity),
    unitAmount: (price?.unit_amount ?? price?.amount ?? null) as number | null,
    currency: textOf(price?.currency),
    interval: textOf(recurring?.interval),
    intervalCount: (recurring?.interval_count ?? null) as number | null,
  };
}

/** A subscription as the processor has it, else the event's snapshot. Null if there is neither. */
export async function fetchSubscription(
  ctx: Context,
  id: string,
  event: NativeEvent,
): Promise<SubscriptionUpdate | null> {
  const seen = await ctx.db.selectFrom('subscriptions').select('version').where('id', '=', id).executeTakeFirst();
  const found = await findObject(ctx, event, 'subscription', id);
  if (!found) return null;
  const subscription = readSubscription(found.object);
  const { created } = event;
  const isCreated = event.type === 'customer.subscription.created';
  const change = updateTypes.has(event.type) ? 'updated' : isCreated ? 'created' : null;
  return { subscription, isCurrent: found.isCurrent, created, change, seenVersion: seen?.version ?? 0 };
}

async function prepareSubscription(ctx: Context, event: NativeEvent): Promise<Change> {
  const update = await fetchSubscription(ctx, event.objectId, event);
  return async (ctx) => {
    if (update) await saveSubscription(ctx, update);
  };
}

/** Brings the update into our row and publishes what changed. Throws StaleSnapshotError if the processor must be asked again. */
export async function saveSubscription(ctx: WriteContext, update: SubscriptionUpdate): Promise<void> {
  const { snapshot, ended } = update.subscription;
  const { row, isNew } = await lockOrCreate(ctx, update);
  if (isNew) await publishSubscription(ctx, 'subscription.created', `sub_created:${row.id}`, row);
  else if (isOutdated(row, update)) return;
  const linked = await linkContact(ctx, row, update);
  const text = JSON.stringify(snapshot);
  const isChanged = row.snapshot !== text;
  const isUpdated = isChanged || (isNew && update.change === 'updated');
  const isNewer = isChanged || update.created > row.processorCreated;
  const current = isNewer ? await updateRow(ctx, linked, update, text) : linked;
  if (ended) await publishSubscription(ctx, 'subscription.canceled', `sub_canceled:${row.id}`, current);
  else if (isUpdated)
    await publishSubscription(ctx, 'subscription.updated', `sub_updated:${row.id}:${current.version}`, current);
}

/** Ended is final. A snapshot older than ours changes nothing. */
function isOutdated(row: SubscriptionRow, { isCurrent, created, change, seenVersion }: SubscriptionUpdate): boolean {
  if (row.status === 'canceled' || row.status === 'incomplete_expired') return true;
  // Nothing comes before the creation, whatever the seconds say.
  if (!isCurrent) return change === 'created' || created < row.processorCreated;
  if (row.version !== seenVersion) throw new StaleSnapshotError(`${row.id} has changed meanwhile`);
  return false;
}

async function lockOrCreate(
  ctx: WriteContext,
  update: SubscriptionUpdate,
): Promise<{ row: SubscriptionRow; isNew: boolean }> {
  const { snapshot } = update.subscription;
  const query = ctx.db.selectFrom('subscriptions').selectAll().where('id', '=', snapshot.id);
  const known = await ctx.dialect.lockRows(query).executeTakeFirst();
  if (known) return { row: known, isNew: false };
  const now = timeOf(ctx);
  const created = await ctx.db
    .insertInto('subscriptions')
    .values({
      id: snapshot.id,
      status: snapshot.status,
      contactId: await findContact(ctx, null, update),
      customerId: snapshot.customerId,
      snapshot: JSON.stringify(snapshot),
      processorCreated: update.created,
      version: 1,
      createdAt: snapshot.startedAt ?? now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) return { row: created, isNew: true };
  return { row: await ctx.dialect.lockRows(query).executeTakeFirstOrThrow(), isNew: false };
}

async function linkContact(
  ctx: WriteContext,
  row: SubscriptionRow,
  update: SubscriptionUpdate,
): Promise<SubscriptionRow> {
  const contactId = await findContact(ctx, row.contactId, update);
  if (contactId === row.contactId) return row;
  await ctx.db.updateTable('subscriptions').set({ contactId }).where('id', '=', row.id).execute();
  return { ...row, contactId };
}

async function findContact(
  ctx: WriteContext,
  known: string | null,
  { subscription, session }: SubscriptionUpdate,
): Promise<string | null> {
  const { payer, hints } = subscription;
  const hinted = [hints.contact, session?.hints.contact, hints.contactGuess, session?.hints.contactGuess];
  const contact = await resolvePayer(ctx, {
    contactId: known,
    namedId: await firstContact(ctx, hinted),
    subscriptionId: subscription.snapshot.id,
    customerId: payer.customerId ?? session?.payer.customerId ?? null,
    email: payer.email ?? session?.payer.email ?? null,
    name: payer.name ?? session?.payer.name ?? null,
    phone: payer.phone ?? session?.payer.phone ?? null,
  });
  return contact?.id ?? null;
}

/**
 * Who bought a subscription of which only the ID is known yet. The customer leads to the contact once the subscription
 * is reported; one that has been reported without a contact gets it now.
 */
export async function rememberBuyer(
  ctx: WriteContext,
  subscriptionId: string,
  { payer, hints }: { payer: Payer; hints: Hints },
): Promise<void> {
  await resolvePayer(ctx, {
    ...payer,
    namedId: await firstContact(ctx, [hints.contact, hints.contactGuess]),
    subscriptionId,
  });
}

async function updateRow(
  ctx: WriteContext,
  row: SubscriptionRow,
  update: SubscriptionUpdate,
  snapshot: string,
): Promise<SubscriptionRow> {
  const { status, customerId } = update.subscription.snapshot;
  return ctx.db
    .updateTable('subscriptions')
    .set({
      status,
      customerId,
      snapshot,
      processorCreated: Math.max(row.processorCreated, update.created),
      version: row.version + 1,
      updatedAt: timeOf(ctx),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type SubscriptionEvent = Extract<EventType, `subscription.${string}`>;

async function publishSubscription(
  ctx: WriteContext,
  type: SubscriptionEvent,
  key: string,
  row: SubscriptionRow,
): Promise<void> {
  const data = { subscriptionId: row.id, subscription: JSON.parse(row.snapshot) };
  await publish(ctx, type, { key, subject: row.id, contactId: row.contactId, data, facts: null });
}
