// A native event as its handlers see it, and how they ask for what it tells of.
//
//   snapshot   the object as the event carries it: true when it was sent, perhaps old by now
//   current    the object as the processor has it now
//   change     what follows here: made with the network, before the transaction; run inside it, perhaps again

import type { Context, WriteContext } from '../context.ts';
import type { ObjectKind } from '../processor.ts';
import { completeSnapshot } from './complete-snapshot.ts';
import { dateOf, idOf, objectOf, type ProcessorObject, textOf } from './processor-objects.ts';

export type NativeEvent = {
  id: string;
  type: string;
  /** Unix seconds. */
  created: number;
  /** What its type says of the object is filled in. */
  object: ProcessorObject;
  /** What has changed, as it was before; empty where the event does not tell. */
  before: ProcessorObject;
  objectId: string;
  /** Tries so far, this one included. */
  attempt: number;
};

export type Change = (ctx: WriteContext) => Promise<void>;
export type Prepare = (ctx: Context, event: NativeEvent) => Promise<Change>;

/** Something else changed the record while the processor was asked: ask again. */
export class StaleNewsError extends Error {
  override name = 'StaleNewsError';
}

/** Tries that insist on asking; later ones trust the signed snapshot. */
const insistentTries = 2;

type Found = { object: ProcessorObject; isCurrent: boolean };

/**
 * The object as the processor has it now, else the event's snapshot of it: where the processor's API does not know it,
 * or could not be asked for several tries. Null where there is neither.
 */
export async function currentOr(ctx: Context, event: NativeEvent, kind: ObjectKind, id: string): Promise<Found | null> {
  const object = await askOr(ctx, event, () => ctx.processor.retrieve(kind, id), null);
  if (object) return { object, isCurrent: true };
  return event.objectId === id ? { object: event.object, isCurrent: false } : null;
}

/** The processor's answer. Where it cannot be asked: an error for the first tries, then `otherwise`. */
export async function askOr<T>(ctx: Context, event: NativeEvent, ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (event.attempt <= insistentTries) throw error;
    ctx.log.warn(
      { err: error, processorEvent: event.id },
      'the processor cannot be asked: its event is taken by its word',
    );
    return otherwise;
  }
}

/** Reads a body received at `receivedAt`; null where it is not an event about an object that has an id. */
export function readNativeEvent(body: unknown, attempt: number, receivedAt: string): NativeEvent | null {
  const event = objectOf(body);
  const object = objectOf(objectOf(event?.data)?.object);
  const id = idOf(event);
  const type = textOf(event?.type);
  const objectId = idOf(object);
  if (!event || !object || id === null || type === null || objectId === null) return null;
  const received = Math.floor(Date.parse(receivedAt) / 1000);
  const created = dateOf(event.created) === null ? received : Math.floor(event.created as number);
  const before = objectOf(objectOf(event.data)?.previous_attributes) ?? {};
  return { id, type, created, object: completeSnapshot(type, object, created), before, objectId, attempt };
}
