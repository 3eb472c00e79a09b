// Publishing what happened here.
//
//   event     something that happened, once: a row in the transaction of the state change it reports
//   key       identifies the event: `succeeded:<payment intent>`; publishing it a second time does nothing
//   subject   what it is about; `sequence` counts the events of a subject from 1
//   facts     what its reactions need beside the data: handed over, never stored
//   reaction  what follows from it, in the same transaction (reactions.ts)

import { isDeepStrictEqual } from 'node:util';
import { type StoredEvent, timeOf, type WriteContext } from '../context/context.ts';
import { keptQueries, slot, slotsFor } from '../database/kept-queries.ts';
import { newId } from '../lib/ids.ts';
import { type ChangeEvent, type EventData, type EventFacts, type EventType, sentType } from './event-types.ts';

export type NewEvent<Type extends EventType> = {
  key: string;
  subject: string;
  contactId: string | null;
  data: EventData[Type];
  facts: EventFacts[Type];
};

const queries = keptQueries();

/**
 * Stores the event and runs its reactions, unless its key exists. Lock the subject's row first, or insert it in the
 * same transaction, so that two events of one subject cannot get the same number. Returns whether the event is new.
 */
export async function publish<Type extends EventType>(
  ctx: WriteContext,
  type: Type,
  { key, subject, contactId, data, facts }: NewEvent<Type>,
): Promise<boolean> {
  const event = { id: newId('evt'), type, subject, contactId, createdAt: timeOf(ctx) };
  const row = { ...event, uniqueKey: key, data: JSON.stringify(data), position: null };
  const [stored] = await queries.run(ctx, 'store', row, () =>
    ctx.db
      .insertInto('events')
      .values((eb) => ({
        ...slotsFor(row),
        sequence: eb
          .selectFrom('events as earlier')
          .where('earlier.subject', '=', slot('subject'))
          .select((eb) => eb(eb.fn.coalesce(eb.fn.max('earlier.sequence'), eb.val(0)), '+', 1).as('next')),
      }))
      .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
      .returning('sequence'),
  );
  if (!stored) return false;
  const { observer } = ctx;
  if (observer) ctx.afterCommit(() => observer.eventPublished(type));
  await ctx.react(ctx, { ...event, data, sequence: stored.sequence }, facts);
  return true;
}

/** What every event says of itself in webhooks and in the feed, in the same order. */
export function eventHead({ id, type: name, createdAt, subject, sequence }: Omit<StoredEvent, 'contactId' | 'data'>) {
  return { id, type: sentType(name), name, createdAt, subject, sequence };
}

type ChangedRecord = { id: string; version: number; updatedAt: string };

/** Of whom it is, and what of it changed. */
type Change<Type extends ChangeEvent> = { contactId?: string | null } & Omit<EventData[Type], 'changed'> & {
    changed?: string[];
  };

/** Publishes that a record was created, updated or deleted, for programs that follow it. `record` is what it is or was last. */
export async function publishChange<Type extends ChangeEvent>(
  ctx: WriteContext,
  type: Type,
  { id, version, updatedAt }: ChangedRecord,
  { contactId = null, changed = [], ...rest }: Change<Type>,
): Promise<void> {
  // A record that was deleted may be created again with its ID, and begins with the first version.
  const key = `${type}:${id}:${version}:${updatedAt}`;
  const data = { ...rest, changed } as unknown as EventData[Type];
  await publish(ctx, type, { key, subject: id, contactId, data, facts: null as EventFacts[Type] });
}

/** The members with other values, as the API names them; custom fields as `fields.` and their name. */
export function changedMembers<Row extends object>(
  before: Row,
  after: Row,
  hidden: readonly (keyof Row)[] = [],
): string[] {
  const names = Object.keys(after) as (keyof Row & string)[];
  return names.flatMap((name) => {
    if (before[name] === after[name] || ['version', 'updatedAt', ...hidden].includes(name)) return [];
    const [was, is] = [before[name], after[name]].map((value) =>
      name === 'fields' ? JSON.parse(value as string) : value,
    );
    if (typeof is !== 'object' || is === null || Array.isArray(is)) return [name];
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return keys.filter((key) => !isDeepStrictEqual(was[key], is[key])).map((key) => `${name}.${key}`);
  });
}

// Takes a person out of events, which stay in their place in the feed: of a contact, only that it was deleted is left.

type Snapshot = { customerId?: unknown; description?: unknown };

/** Their data name the customer in the processor's objects only; all else are IDs of records. Returns how many there were. */
export async function eraseFromEvents(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const rows = await ctx.db
    .selectFrom('events')
    .select(['id', 'data'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const { id, data } of rows) {
    const known = JSON.parse(data) as { subscription?: Snapshot; invoice?: Snapshot };
    for (const snapshot of [known.subscription, known.invoice])
      if (snapshot) Object.assign(snapshot, { customerId: null, description: null });
    await ctx.db
      .updateTable('events')
      .set({ contactId: null, data: JSON.stringify(known) })
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}

/** Deletes the events of a contact that was deleted, except that one: others who have a copy must hear of it. */
export async function eraseEventsOf(ctx: WriteContext, contactId: string): Promise<void> {
  const earlier = ctx.db.deleteFrom('events').where('subject', '=', contactId);
  await earlier.where('type', '!=', 'contact.deleted').execute();
}
