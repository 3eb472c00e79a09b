// A native event as its handlers see it, and how they ask the processor for more.
//
//   snapshot   the object in the event: true when it was sent, perhaps outdated
//   current    the object as the processor has it now
//   change     what the event changes here: prepared with the network, then run in a transaction, perhaps again

import type { Context, WriteContext } from '../../context/context.ts';
import type { ObjectKind, ProcessorObject } from '../../context/processor.ts';
import { dateOf, idOf, objectOf, textOf } from './processor-object.ts';

export type NativeEvent = {
  id: string;
  type: string;
  /** Unix seconds. */
  created: number;
  /** The snapshot. */
  object: ProcessorObject;
  objectId: string;
  /** The previous values of what has changed; empty if the event does not have them. */
  before: ProcessorObject;
  /** Attempts to handle it so far, this one included. */
  attempt: number;
};

export type Change = (ctx: WriteContext) => Promise<void>;

export type Handler = {
  /** Fills in what the type of the event implies: its snapshot may lack almost everything. */
  complete?(snapshot: ProcessorObject): ProcessorObject;
  prepare(ctx: Context, event: NativeEvent): Promise<Change>;
};

/** By the type of the event. */
export type Handlers = Record<string, Handler>;

/** The record changed while the processor was asked: ask again. */
export class StaleSnapshotError extends Error {
  override name = 'StaleSnapshotError';
}

/** Attempts that fail if the processor does not answer; later ones use the signed snapshot. */
const strictAttempts = 2;

type Found = { object: ProcessorObject; isCurrent: boolean };

/**
 * The current object, or the event's snapshot of it if the processor's API does not know it or did not answer for several
 * attempts. Null if there is neither. Without an event, the question is our own.
 */
export async function findObject(
  ctx: Context,
  event: NativeEvent | null,
  kind: ObjectKind,
  id: string,
): Promise<Found | null> {
  const object = await askProcessor(ctx, event, () => ctx.processor.retrieve(kind, id), null);
  if (object) return { object, isCurrent: true };
  return event?.objectId === id ? { object: event.object, isCurrent: false } : null;
}

/** The processor's answer. If it fails: its error on the first attempts of an event, then `fallback`. */
export async function askProcessor<T>(
  ctx: Context,
  event: NativeEvent | null,
  ask: () => Promise<T>,
  fallback: T,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (event === null || event.attempt <= strictAttempts) throw error;
    ctx.log.warn(
      { err: error, processorEvent: event.id },
      'the processor does not answer: using the event as it was sent',
    );
    return fallback;
  }
}

/** Reads a body received at `receivedAt`; null unless it is an event about an object that has an id. */
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
  const dated = dateOf(object.created) === null ? { ...object, created } : object;
  return { id, type, created, object: dated, objectId, before, attempt };
}
