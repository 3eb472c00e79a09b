// Publishing what happened here.
//
//   event     something that happened, once: a row in the transaction of the state change it reports
//   key       identifies the event: `succeeded:<payment intent>`; publishing it a second time does nothing
//   subject   what it is about; `sequence` counts the events of a subject from 1
//   facts     what its reactions need beside the data: handed over, never stored
//   reaction  what follows from it, in the same transaction (reactions.ts)

import { timeOf, type WriteContext } from '../context.ts';
import { keptQueries, slot, slotsFor } from '../database/kept-queries.ts';
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
};

const queries = keptQueries();

/**
 * Stores the event and runs its reactions, unless its key exists. Lock the subject's row first, or insert it in the
 * same transaction, so that two events of one subject cannot get the same number. Returns whether the event is new.
 */
export async function publish<Type extends EventType>(
  ctx: WriteContext,
  type: Type,
  { key, subject, contactId, data, facts, isFirst = false }: NewEvent<Type>,
): Promise<boolean> {
  const event = { id: newId('evt'), type, subject, contactId, createdAt: timeOf(ctx) };
  const row = { ...event, uniqueKey: key, data: JSON.stringify(data) };
  const [inserted] = await queries.run(ctx, isFirst ? 'first' : 'next', row, () =>
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
      .returning('sequence'),
  );
  if (!inserted) return false;
  await ctx.react(ctx, { ...event, data, sequence: inserted.sequence }, facts);
  return true;
}
