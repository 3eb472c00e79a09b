// Stripe's events: stored in the transaction of the change, delivered afterwards.
import type Stripe from 'stripe';
import { missingResource } from './api-error.ts';
import { apiVersion, type Context } from './context.ts';
import { type ApiList, pageParams, pageRows } from './lists.ts';
import { newId } from './new-id.ts';
import { flag, list, object, text, type Values } from './parameters.ts';

/** The endpoint ID of deliveries to the receiver in the options. */
export const builtInEndpoint = 'we_sandbox';

type JsonObject = { [name: string]: unknown };
type StoredEvent = { id: string; type: string; pending_webhooks: number };

/** Stores an event with a snapshot of `subject`, and one delivery per receiver. Call it in the transaction of the change. */
export function emit(ctx: Context, type: string, subject: object, previous?: object): Stripe.Event {
  const endpoints = receiversOf(ctx, type);
  const event = {
    id: newId('evt_1'),
    object: 'event',
    api_version: apiVersion,
    created: ctx.now(),
    data: { object: subject, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: ctx.request,
    type,
  };
  const { store } = ctx;
  store
    .prepare('insert into events (id, type, created, body) values (?, ?, ?, ?)')
    .run(event.id, type, event.created, JSON.stringify(event));
  for (const endpoint of endpoints) {
    store
      .prepare("insert into deliveries (event, endpoint, state, due) values (?, ?, 'pending', 0)")
      .run(event.id, endpoint);
  }
  return event as unknown as Stripe.Event;
}

/** Emits `type` with `previous_attributes` if the object changed. */
export function emitUpdate(ctx: Context, type: string, before: object, after: object): void {
  const previous = previousAttributes(before as JsonObject, after as JsonObject);
  if (Object.keys(previous).length > 0) emit(ctx, type, after, previous);
}

function previousAttributes(before: JsonObject, after: JsonObject): JsonObject {
  const previous: JsonObject = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    previous[name] = isJsonObject(old) && isJsonObject(now) ? previousAttributes(old, now) : (old ?? null);
  }
  return previous;
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function receiversOf(ctx: Context, type: string): string[] {
  const endpoints = ctx.store.all('webhook_endpoint', { status: 'enabled' });
  const subscribed = endpoints.filter(
    ({ enabled_events }) => enabled_events.includes('*') || enabled_events.includes(type),
  );
  return [...(ctx.receives(type) ? [builtInEndpoint] : []), ...subscribed.map((endpoint) => endpoint.id)];
}

/** One event with its original snapshot and the current `pending_webhooks`. */
export function retrieveEvent(ctx: Context, id: string): StoredEvent {
  const row = ctx.store.prepare('select body from events where id = ?').get(id) as { body: string } | undefined;
  if (!row) throw missingResource('event', id);
  return withPending(ctx, row.body);
}

function withPending(ctx: Context, body: string): StoredEvent {
  const event = JSON.parse(body) as StoredEvent;
  const sql = "select count(*) as n from deliveries where event = ? and state <> 'delivered'";
  const { n } = ctx.store.prepare(sql).get(event.id) as { n: number };
  return { ...event, pending_webhooks: n };
}

const eventFilters = { ...pageParams, type: text(), types: list(text(), 20), delivery_success: flag };
export const eventListParams = object(eventFilters);

/** Events, newest first; `delivery_success: false` finds events that a receiver has not acknowledged. */
export function listEvents(ctx: Context, params: Values<typeof eventFilters>): ApiList<StoredEvent> {
  const types = params.types ?? (params.type === undefined ? [] : [params.type]);
  const conditions = ['1 = 1'];
  if (types.length > 0)
    conditions.push(`(${types.map((type) => (type.endsWith('*') ? 'type glob ?' : 'type = ?')).join(' or ')})`);
  const open = "exists (select 1 from deliveries where event = events.id and state <> 'delivered')";
  if (params.delivery_success !== undefined) conditions.push(params.delivery_success ? `not ${open}` : open);
  const query = { from: 'events', where: conditions.join(' and '), values: types, createdColumn: 'created' };
  const { bodies, hasMore } = pageRows(ctx, query, params, 'event');
  return { object: 'list', url: '/v1/events', has_more: hasMore, data: bodies.map((body) => withPending(ctx, body)) };
}
