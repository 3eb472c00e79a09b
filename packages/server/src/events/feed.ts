// The feed: the events in one order, in which no reader misses one. The order cannot be that in which they are stored:
// transactions that began earlier may commit later. So an event gets its position after its commit, together with others, from one
// transaction at a time (decision 0051). What a reader sees is then always complete up to the last position.
//
//   position   null until it is given; 0 for an event that is not in the feed any more
//   forgotten  the last position whose event is not kept: who has not read it must begin anew

import { sql } from 'kysely';
import { type Context, inTransaction, type ReadContext, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { changeEvents, eventGroups } from './event-types.ts';

const perTransaction = 1000;

/** Changes of records, which are for readers of the feed only; all else is the history of a contact. */
const forgettable: readonly string[] = [...eventGroups.content, ...changeEvents];

const shownColumns = ['id', 'type', 'subject', 'sequence', 'contactId', 'createdAt', 'data', 'position'] as const;

export type FedEvent = Pick<Row<'events'>, (typeof shownColumns)[number]> & { position: number };

/** Gives positions to some of the events that have none. Returns whether there may be more. */
export async function placeEvents(ctx: Context): Promise<boolean> {
  const waiting = ctx.db.selectFrom('events').select('id').where('position', 'is', null).limit(1);
  if (!(await waiting.executeTakeFirst())) return false;
  return inTransaction(ctx, async (ctx) => {
    const { last } = await lockFeed(ctx);
    // The events of a subject keep their order, even if the clocks of two processes differ.
    await sql`
      with picked as materialized (
        select "subject", "sequence" from "events" where "position" is null order by "createdAt", "id" limit (${perTransaction} + 0)
      ), whole as (
        select distinct "events"."id", "events"."subject", "events"."sequence", "events"."createdAt"
        from picked join "events" on "events"."subject" = picked."subject" and "events"."sequence" <= picked."sequence"
        where "events"."position" is null
      ), dated as (
        select "id", "subject", "sequence",
          max("createdAt") over (partition by "subject" order by "sequence") as "since"
        from whole
      ), placed as (
        select "id", row_number() over (order by "since", "subject", "sequence") as "number" from dated
      )
      update "events" set "position" = ${sql.lit(last)} + placed."number" from placed where placed."id" = "events"."id"
    `.execute(ctx.db);
    const placed = ctx.db.selectFrom('events').where('position', '>', last);
    const { position } = await placed.select((eb) => eb.fn.max('position').as('position')).executeTakeFirstOrThrow();
    await ctx.db
      .updateTable('feed')
      .set({ last: position ?? last })
      .where('id', '=', 1)
      .execute();
    return (position ?? last) - last >= perTransaction;
  });
}

/** The next events after a position. */
export async function readEvents(ctx: ReadContext, after: number, limit: number): Promise<FedEvent[]> {
  const events = ctx.db.selectFrom('events').select(shownColumns).where('position', '>', Math.max(after, 0));
  return events.orderBy('position').limit(limit).$narrowType<{ position: number }>().execute();
}

/** Where the feed begins and ends. */
export function readEnds(ctx: ReadContext): Promise<{ last: number; forgotten: number }> {
  return feedRow(ctx).executeTakeFirstOrThrow();
}

/**
 * Takes some of the events from before a time out of the feed. Those of changes are deleted, except the last one of each record: it
 * continues their numbers, and knows what readers of an item knew. Others are kept where they belong. Returns whether there may be
 * more.
 */
export async function forgetEvents(ctx: Context, before: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const { forgotten } = await lockFeed(ctx);
    const next = await readEvents(ctx, forgotten, perTransaction);
    const young = next.findIndex(({ createdAt }) => createdAt >= before);
    const old = young === -1 ? next : next.slice(0, young);
    const last = old.at(-1);
    if (last === undefined) return false;
    const changes = old.filter(({ type }) => forgettable.includes(type));
    const lastOfEach = new Map(changes.map((event) => [event.subject, event]));
    const kept = new Set([...lastOfEach.values()].filter(({ type }) => !type.endsWith('.deleted')).map(({ id }) => id));
    await deleteEvents(
      ctx,
      changes.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    );
    await deleteEarlier(ctx, [...lastOfEach.keys()]);
    const ids = old.filter(({ id, type }) => kept.has(id) || !forgettable.includes(type)).map(({ id }) => id);
    if (ids.length > 0) await ctx.db.updateTable('events').set({ position: 0 }).where('id', 'in', ids).execute();
    await ctx.db.updateTable('feed').set({ forgotten: last.position }).where('id', '=', 1).execute();
    return old.length === perTransaction;
  });
}

async function deleteEvents(ctx: WriteContext, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ctx.db.deleteFrom('events').where('id', 'in', ids).execute();
}

/** The events that were kept as the last ones of these records. */
async function deleteEarlier(ctx: WriteContext, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return;
  const earlier = ctx.db.deleteFrom('events').where('subject', 'in', recordIds).where('position', '=', 0);
  await earlier.where('type', 'in', forgettable).execute();
}

/** Positions are given and forgotten by one transaction at a time. */
function lockFeed(ctx: WriteContext): Promise<{ last: number; forgotten: number }> {
  return ctx.dialect.lockRows(feedRow(ctx)).executeTakeFirstOrThrow();
}

function feedRow(ctx: ReadContext) {
  return ctx.db.selectFrom('feed').select(['last', 'forgotten']).where('id', '=', 1);
}
