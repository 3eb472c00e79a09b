// Publishing what happened here.
//
//   event     something that happened, once: a row in the transaction of the state change it reports
//   key       identifies the event: `succeeded:<payment intent>`; publishing it a second time does nothing
//   subject   what it is about; `sequence` counts the events of a subject from 1
//   facts     what its reactions need beside the data: handed over, never stored
//   reaction  what follows from it, in the same transaction (reactions.ts)

import { type ExpressionBuilder, sql } from 'kysely';
import { timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, slot, slotsFor } from '../database/kept-queries.ts';
import type { Tables } from '../database/tables.ts';
import { newId } from '../lib/ids.ts';
import type { EventData, EventFacts, EventType } from './event-types.ts';

export type NewEvent<Type extends EventType> = {
  key: string;
  subject: string;
  contactId: string | null;
  data: EventData[Type];
  facts: EventFacts[Type];
  /** The subject was inserted in this transaction, so that it has no events yet. Spares looking for its last one. */
  isFirst?: boolean;
  /** The ID of the subject was made for this transaction too, so that no earlier run has published the event. Spares waiting for the answer. */
  isFresh?: boolean;
  /** Its reactions only notify subscribers to content, so they run if there are any. Spares looking for them, unless it is fresh. */
  isForContent?: boolean;
};

const queries = keptQueries();

/**
 * Stores the event and runs its reactions, unless its key exists. Lock the subject's row first, or insert it in the
 * same transaction, so that two events of one subject cannot get the same number. Returns whether the event is new.
 */
export async function publish<Type extends EventType>(
  ctx: WriteContext,
  type: Type,
  { key, subject, contactId, data, facts, isFirst = false, isFresh = false, isForContent = false }: NewEvent<Type>,
): Promise<boolean> {
  const event = { id: newId('evt'), type, subject, contactId, createdAt: timeOf(ctx) };
  const row = { ...event, uniqueKey: key, data: JSON.stringify(data), position: null };
  const storing = isFresh ? storeFresh(ctx, row) : store(ctx, row, isFirst, isForContent);
  const readsAhead = !isForContent || isFresh;
  const [stored] = await Promise.all([storing, readsAhead ? ctx.foresee(ctx, { type, data }) : null]);
  if (!stored) return false;
  const { observer } = ctx;
  if (observer) ctx.afterCommit(() => observer.eventPublished(type));
  if (!stored.isHeard) return true;
  await ctx.react(ctx, { ...event, data, sequence: stored.sequence }, facts);
  return true;
}

type EventRow = Omit<Row<'events'>, 'sequence'>;
type Stored = { sequence: number; isHeard: unknown };

/** Undefined if the key exists. */
async function store(
  ctx: WriteContext,
  row: EventRow,
  isFirst: boolean,
  isForContent: boolean,
): Promise<Stored | undefined> {
  const [stored] = await queries.run(ctx, `${isFirst} ${isForContent}`, row, () =>
    ctx.db
      .insertInto('events')
      .values((eb) => ({
        ...slotsFor(row),
        sequence: isFirst
          ? eb.lit(1)
          : eb
              .selectFrom('events as earlier')
              .where('earlier.subject', '=', slot('subject'))
              .select((eb) => eb(eb.fn.coalesce(eb.fn.max('earlier.sequence'), eb.val(0)), '+', 1).as('next')),
      }))
      .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
      .returning('sequence')
      .returning(isForContent ? hasContentSubscribers : (eb) => eb.lit(true).as('isHeard')),
  );
  return stored;
}

async function storeFresh(ctx: WriteContext, row: EventRow): Promise<Stored> {
  await queries.send(ctx, 'fresh', row, () =>
    ctx.db.insertInto('events').values((eb) => ({ ...slotsFor(row), sequence: eb.lit(1) })),
  );
  return { sequence: 1, isHeard: true };
}

function hasContentSubscribers(eb: ExpressionBuilder<Tables, 'events'>) {
  const active = eb.selectFrom('subscribers').select('subscribers.id').where('forContent', '=', eb.lit(1));
  return eb.exists(active.where('status', '!=', sql.lit('disabled'))).as('isHeard');
}
