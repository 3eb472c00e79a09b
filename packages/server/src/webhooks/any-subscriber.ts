// Webhooks for callers who may read or change them.

import type { ReadContext } from '../context/context.ts';
import { listRecords, type RecordPage } from '../database/record-list.ts';
import { webhookEvents } from '../events/event-types.ts';
import { type Fault, fail, failBody } from '../lib/errors.ts';
import { readableWebhooks, requireChange } from './event-access.ts';
import { describeWebhook } from './subscribers.ts';
import { type Webhook, type WebhookQuery, webhookList } from './webhooks.schemas.ts';

/** Those of `rows`: all that the caller may read, those of a form, or those for payments. */
export function listWebhooks(rows: Webhooks, query: WebhookQuery): Promise<RecordPage<Webhook>> {
  return listRecords(rows.selectAll(), webhookList, query, describeWebhook);
}

type Webhooks = ReturnType<typeof readableWebhooks>;

/** Throws subscriber_not_found. */
export async function readWebhook(rows: Webhooks, id: string): Promise<Webhook> {
  const row = rows.selectAll().where('subscribers.id', '=', id);
  return describeWebhook(await row.executeTakeFirstOrThrow(() => fail('subscriber_not_found')));
}

/** A webhook, for a caller who may change it. Throws subscriber_not_found and 403. */
export async function requireWebhook(ctx: ReadContext, id: string): Promise<Webhook> {
  const webhook = await readWebhook(readableWebhooks(ctx), id);
  requireChange(ctx, webhook);
  return webhook;
}

const formEvents: readonly string[] = [...webhookEvents.submissions, ...webhookEvents.forms];
const itemEvents: readonly string[] = webhookEvents.content;

/** Throws 403 for a caller who may not change such webhooks, and 422 for a form or types with events of others. */
export function checkWebhook(
  ctx: ReadContext,
  { formId, events, types }: Pick<Webhook, 'formId' | 'events' | 'types'>,
): void {
  requireChange(ctx, { formId, events });
  const faults = events.flatMap((name, index): Fault[] =>
    formId === null || formEvents.includes(name)
      ? []
      : [{ pointer: `/events/${index}`, code: 'not_allowed', detail: `must be one of: ${formEvents.join(', ')}` }],
  );
  if (types && !events.some((name) => itemEvents.includes(name)))
    faults.push({ pointer: '/types', code: 'not_allowed', detail: 'is only for webhooks with events of items' });
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
