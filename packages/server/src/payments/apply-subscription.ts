// Native events of subscriptions: created at first sight, updated when the normalised state has changed, canceled once.

import { type Context, timeOf, type WriteContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import type { EventType } from '../events/event-types.ts';
import { publish } from '../events/events.ts';
import { type Change, currentOr, type NativeEvent, StaleNewsError } from './native-event.ts';
import { firstContact, resolvePayer } from './payer.ts';
import { readSubscription, type Subscription } from './processor-billing.ts';
import type { Session } from './processor-objects.ts';

export type SubscriptionNews = {
  subscription: Subscription;
  isCurrent: boolean;
  /** Unix seconds of the event that told of it. */
  created: number;
  /** That event says that it has begun, that something has changed, or something else. */
  change: 'begun' | 'updated' | null;
  /** Our version before the processor was asked; what was asked for an older one may be old itself. */
  seenVersion: number;
  session?: Session;
};

type SubscriptionRow = Row<'subscriptions'>;

const updates: ReadonlySet<string> = new Set(
  ['updated', 'paused', 'resumed', 'pending_update_applied', 'pending_update_expired'].map(
    (change) => `customer.subscription.${change}`,
  ),
);

/** What the processor knows of a subscription now, else what the event tells; null where there is neither. */
export async function gatherSubscription(
  ctx: Context,
  id: string,
  event: NativeEvent,
): Promise<SubscriptionNews | null> {
  const seen = await ctx.db.selectFrom('subscriptions').select('version').where('id', '=', id).executeTakeFirst();
  const found = await currentOr(ctx, event, 'subscription', id);
  if (!found) return null;
  const subscription = readSubscription(found.object);
  const { created } = event;
  const isBegun = event.type === 'customer.subscription.created';
  const change = updates.has(event.type) ? 'updated' : isBegun ? 'begun' : null;
  return { subscription, isCurrent: found.isCurrent, created, change, seenVersion: seen?.version ?? 0 };
}

/** customer.subscription.* */
export async function prepareSubscription(ctx: Context, event: NativeEvent): Promise<Change> {
  const news = await gatherSubscription(ctx, event.objectId, event);
  return async (ctx) => {
    if (news) await saveSubscription(ctx, news);
  };
}

/** Brings the news into our row and tells of what changed. Throws StaleNewsError where it should be asked again. */
export async function saveSubscription(ctx: WriteContext, news: SubscriptionNews): Promise<void> {
  const { snapshot, ended } = news.subscription;
  const { row, isNew } = await lockOrMake(ctx, news);
  if (isNew) await tell(ctx, 'subscription.created', `sub_created:${row.id}`, row);
  else if (isOld(row, news)) return;
  const linked = await link(ctx, row, news);
  const text = JSON.stringify(snapshot);
  const isChanged = row.snapshot !== text;
  const isUpdated = isChanged || (isNew && news.change === 'updated');
  const current = isChanged || news.created > row.processorCreated ? await update(ctx, linked, news, text) : linked;
  if (ended) await tell(ctx, 'subscription.canceled', `sub_canceled:${row.id}`, current);
  else if (isUpdated) await tell(ctx, 'subscription.updated', `sub_updated:${row.id}:${current.version}`, current);
}

/** Ended is final. A snapshot older than what we have changes nothing; an answer overtaken by another is asked for again. */
function isOld(row: SubscriptionRow, { isCurrent, created, change, seenVersion }: SubscriptionNews): boolean {
  if (row.status === 'canceled' || row.status === 'incomplete_expired') return true;
  // Nothing is older than its beginning, whatever the seconds say.
  if (!isCurrent) return change === 'begun' || created < row.processorCreated;
  if (row.version !== seenVersion) throw new StaleNewsError(`${row.id} has changed meanwhile`);
  return false;
}

async function lockOrMake(
  ctx: WriteContext,
  news: SubscriptionNews,
): Promise<{ row: SubscriptionRow; isNew: boolean }> {
  const { snapshot } = news.subscription;
  const query = ctx.db.selectFrom('subscriptions').selectAll().where('id', '=', snapshot.id);
  const known = await ctx.dialect.lockRows(query).executeTakeFirst();
  if (known) return { row: known, isNew: false };
  const now = timeOf(ctx);
  const made = await ctx.db
    .insertInto('subscriptions')
    .values({
      id: snapshot.id,
      status: snapshot.status,
      contactId: await findContact(ctx, null, news),
      customerId: snapshot.customerId,
      snapshot: JSON.stringify(snapshot),
      processorCreated: news.created,
      version: 1,
      createdAt: snapshot.startedAt ?? now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return { row: made, isNew: true };
  return { row: await ctx.dialect.lockRows(query).executeTakeFirstOrThrow(), isNew: false };
}

async function link(ctx: WriteContext, row: SubscriptionRow, news: SubscriptionNews): Promise<SubscriptionRow> {
  const contactId = await findContact(ctx, row.contactId, news);
  if (contactId === row.contactId) return row;
  await ctx.db.updateTable('subscriptions').set({ contactId }).where('id', '=', row.id).execute();
  return { ...row, contactId };
}

async function findContact(
  ctx: WriteContext,
  known: string | null,
  { subscription, session }: SubscriptionNews,
): Promise<string | null> {
  const { payer, hints } = subscription;
  return resolvePayer(ctx, {
    contactId:
      known ??
      (await firstContact(ctx, [
        hints.contact,
        session?.hints.contact,
        hints.contactGuess,
        session?.hints.contactGuess,
      ])),
    customerId: payer.customerId ?? session?.payer.customerId ?? null,
    email: payer.email ?? session?.payer.email ?? null,
    name: payer.name ?? session?.payer.name ?? null,
    phone: payer.phone ?? session?.payer.phone ?? null,
  });
}

async function update(
  ctx: WriteContext,
  row: SubscriptionRow,
  news: SubscriptionNews,
  snapshot: string,
): Promise<SubscriptionRow> {
  const { status, customerId } = news.subscription.snapshot;
  return ctx.db
    .updateTable('subscriptions')
    .set({
      status,
      customerId,
      snapshot,
      processorCreated: Math.max(row.processorCreated, news.created),
      version: row.version + 1,
      updatedAt: timeOf(ctx),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type SubscriptionEvent = Extract<EventType, `subscription.${string}`>;

async function tell(ctx: WriteContext, type: SubscriptionEvent, key: string, row: SubscriptionRow): Promise<void> {
  const data = { subscriptionId: row.id, subscription: JSON.parse(row.snapshot) };
  await publish(ctx, type, { key, subject: row.id, contactId: row.contactId, data, facts: null });
}
