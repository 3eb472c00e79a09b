// Subscribers of every kind, for callers who may read or change that kind.

import { requireScope } from '../context/access.ts';
import type { ReadContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { type CountedPage, listPage } from '../database/list-page.ts';
import { formEvents, itemEvents, paymentEvents } from '../events/event-types.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { isOfKinds, type Kind, kindOf, kindsFor, scopeFor } from './delivery-history.ts';
import { describeSubscriber, type Owner } from './subscribers.ts';
import type { SubscriberQuery, Webhook, WebhookPatch } from './webhooks.schemas.ts';

/** Those that the caller may read. */
export function listWebhooks(ctx: ReadContext, query: SubscriberQuery): Promise<CountedPage<Webhook>> {
  return listPage(readable(ctx).orderBy('createdAt').orderBy('id'), query, describeWebhook);
}

/** Throws subscriber_not_found. */
export async function readWebhook(ctx: ReadContext, id: string): Promise<Row<'subscribers'>> {
  const row = readable(ctx).where('id', '=', id);
  return row.executeTakeFirstOrThrow(() => fail('subscriber_not_found'));
}

/** Of what a subscriber is, for a caller who may change it. Throws subscriber_not_found and 403. */
export async function findOwner(ctx: ReadContext, id: string): Promise<Required<Owner> & { kind: Kind }> {
  const row = await readWebhook(ctx, id);
  const kind = kindOf(row);
  requireScope(ctx, scopeFor(kind, 'write'));
  return { formId: row.formId, forContent: row.forContent === 1, kind };
}

function readable(ctx: ReadContext) {
  const kinds = kindsFor(ctx, 'read');
  return ctx.db
    .selectFrom('subscribers')
    .selectAll()
    .where((eb) => isOfKinds(eb, kinds));
}

export function describeWebhook(row: Row<'subscribers'>): Webhook {
  return { ...describeSubscriber(row), kind: kindOf(row), types: row.types === null ? null : JSON.parse(row.types) };
}

const eventsOf: Record<Kind, readonly string[]> = { content: itemEvents, form: formEvents, payment: paymentEvents };

/** Throws 422 for what a subscriber of this kind does not have. */
export function checkPatch({ kind }: { kind: Kind }, { events = [], types }: WebhookPatch): void {
  const faults: Fault[] = events.flatMap((name, index) =>
    eventsOf[kind].includes(name)
      ? []
      : [{ pointer: `/events/${index}`, code: 'not_allowed', detail: `must be one of: ${eventsOf[kind].join(', ')}` }],
  );
  if (types && kind !== 'content')
    faults.push({ pointer: '/types', code: 'not_allowed', detail: 'is only for webhooks for content' });
  if (faults.length > 0) throw failBody(faults);
}

/** The names of content types by their singular or plural names; null for all. Throws 422. */
export async function findTypeNames(
  ctx: ReadContext,
  types: readonly string[] | null | undefined,
): Promise<string[] | null> {
  if (!types || types.length === 0) return null;
  const names = await readTypeNames(ctx, types);
  const faults = names.flatMap((name, index): Fault[] =>
    name === undefined ? [{ pointer: `/types/${index}`, code: 'unknown', detail: 'is not a content type' }] : [],
  );
  if (faults.length > 0) throw failBody(faults);
  return [...new Set(names as string[])];
}

/** The name of each; undefined if there is no such type. */
export async function readTypeNames(ctx: ReadContext, types: readonly string[]): Promise<(string | undefined)[]> {
  const known = await ctx.db
    .selectFrom('postTypes')
    .select(['name', 'plural'])
    .where((eb) => eb.or([eb('name', 'in', types), eb('plural', 'in', types)]))
    .execute();
  return types.map((type) => known.find(({ name, plural }) => name === type || plural === type)?.name);
}
