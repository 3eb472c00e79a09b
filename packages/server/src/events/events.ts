// Publishing what happened here.
//
//   event     something that happened, once: a row in the transaction of the state it tells of
//   key       what makes it one: `succeeded:<payment intent>`; a second publish with it does nothing
//   subject   what it is about; `sequence` counts its events from 1
//   reaction  what follows from it, in the same transaction (reactions.ts)

import { type StoredEvent, timeOf, type WriteContext } from '../context.ts';
import { newId } from '../lib/ids.ts';
import type { EventData, EventType } from './event-types.ts';

/**
 * Stores the event and runs its reactions, unless its key exists. Hold a lock on the subject's row, or have just
 * made it, so that two events of one subject cannot ask for the same number.
 * Returns whether the event is new.
 */
export async function publish<Type extends EventType>(
  ctx: WriteContext,
  type: Type,
  { key, subject, contactId, data }: { key: string; subject: string; contactId: string | null; data: EventData[Type] },
): Promise<boolean> {
  const event = { id: newId('evt'), type, subject, contactId, createdAt: timeOf(ctx) };
  const inserted = await ctx.db
    .insertInto('events')
    .values((eb) => ({
      ...event,
      uniqueKey: key,
      data: JSON.stringify(data),
      sequence: eb
        .selectFrom('events as earlier')
        .where('earlier.subject', '=', subject)
        .select((eb) => eb(eb.fn.coalesce(eb.fn.max('earlier.sequence'), eb.val(0)), '+', 1).as('next')),
    }))
    .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
    .returning('sequence')
    .executeTakeFirst();
  if (!inserted) return false;
  await ctx.react(ctx, { ...event, data, sequence: inserted.sequence });
  return true;
}

/** Says whose event it is, once that is known: a reaction may find the contact only then. */
export async function attributeEvent(ctx: WriteContext, event: StoredEvent, contactId: string): Promise<void> {
  event.contactId = contactId;
  await ctx.db.updateTable('events').set({ contactId }).where('id', '=', event.id).execute();
}
