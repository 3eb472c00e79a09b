// Responses that many routes share.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { bytesOf, withCommas } from '../lib/text-bytes.ts';
import { mapYielding } from '../lib/yield-to-event-loop.ts';
import type { App } from './typed-app.ts';

/** Sets 201 and the URL of the new record, which ends with `name`, also if it was created by its external ID. */
export function created<T>(request: FastifyRequest, reply: FastifyReply, record: T, name: string): T {
  const collection = request.url.split(/\?|\/by-external-id\//)[0]?.replace(/\/$/, '');
  reply.status(201).header('location', `${collection}/${encodeURIComponent(name)}`);
  return record;
}

/** The response to deleting a record. */
export function deleted(id: string) {
  return { id, deleted: true as const };
}

// Lists with much text become JSON item by item, so that the event loop serves others in between. The bytes are the same
// as those of the whole list.

type List = { items: readonly unknown[] };

/** Up to this number of characters and values, a list becomes JSON at once. */
const quickSize = 1_000_000;
const head = '{"items":[';

export function serializeLargeLists(app: App): void {
  app.addHook('preSerialization', (_request, reply, payload, done) => {
    if (!isList(payload) || sizeUpTo(quickSize, payload.items) <= quickSize) return done(null, payload);
    serialize(reply, payload).then((bytes) => {
      reply.serializer((sent: Buffer) => sent as never);
      done(null, bytes);
    }, done);
  });
}

async function serialize(reply: FastifyReply, list: List): Promise<Buffer> {
  const textWith = (items: readonly unknown[]): string => reply.serialize({ ...list, items }) as string;
  const tail = textWith([]).slice(head.length);
  const items = await mapYielding(list.items, (item) => textWith([item]).slice(head.length, -tail.length));
  return bytesOf([head, ...withCommas(items), tail]);
}

function isList(payload: unknown): payload is List {
  return typeof payload === 'object' && payload !== null && Object.keys(payload)[0] === 'items';
}

/** Stops counting beyond `max`. */
function sizeUpTo(max: number, value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const inner of Object.values(value)) {
    size += sizeUpTo(max - size, inner);
    if (size > max) break;
  }
  return size;
}
