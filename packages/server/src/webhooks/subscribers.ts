// Subscribers: who wants our events. Those of a form hear of its submissions, those of the workspace of payments.

import { type Context, type ReadContext, timeOf, type WriteContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import { listPage, type Page } from '../database/list-page.ts';
import { fail, failBody } from '../errors.ts';
import { idFrom } from '../lib/ids.ts';
import type { UrlFault } from '../lib/public-fetch.ts';
import { enqueuePending } from './deliveries.ts';
import { makeWebhookSecret } from './signature.ts';
import type {
  NewSubscriber,
  RotatedSecret,
  Subscriber,
  SubscriberPatch,
  SubscriberQuery,
  SubscriberWithSecret,
} from './webhooks.schemas.ts';

/** Whose events: a form's, or with null the workspace's payments. */
export type Owner = { formId: string | null };

const overlapMs = 24 * 3_600_000;

/** The id of a form by its id or slug. Throws form_not_found. */
export async function findFormId(ctx: ReadContext, idOrSlug: string): Promise<string> {
  const form = await ctx.db
    .selectFrom('forms')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]))
    .executeTakeFirst();
  if (!form) throw fail('form_not_found');
  return form.id;
}

const urlFaults: Record<UrlFault, string> = {
  invalid_url: 'is not a valid URL',
  scheme_not_allowed: 'must begin with http:// or https://',
  has_credentials: 'must not hold a user name or password',
  port_not_allowed: 'has a port of another service',
  address_not_public: 'does not lead to a public address',
};

/** Throws invalid_body for an address nothing is sent to. Asks the name service: outside of transactions only. */
export async function checkReceiverUrl(ctx: Context, url: string): Promise<void> {
  const fault = await ctx.fetch.checkUrl(url);
  if (fault) throw failBody([{ pointer: '/url', code: fault, detail: urlFaults[fault] }]);
}

/** Registers a subscriber whose URL has been checked; run again with the same `operation` it answers the first one. */
export async function createSubscriber(
  ctx: WriteContext,
  { formId }: Owner,
  input: NewSubscriber,
  operation: string,
): Promise<SubscriberWithSecret> {
  const now = timeOf(ctx);
  const id = idFrom('whk', operation);
  await ctx.db
    .insertInto('subscribers')
    .values({
      id,
      formId,
      url: input.url,
      events: JSON.stringify(input.events),
      secret: input.secret ?? makeWebhookSecret(),
      previousSecret: null,
      previousSecretUntil: null,
      status: 'active',
      failingSince: null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return withSecret(await lockSubscriber(ctx, { formId }, id));
}

/** Changes a subscriber; setting it active sends what waited while it was paused. Throws subscriber_not_found. */
export async function patchSubscriber(
  ctx: WriteContext,
  owner: Owner,
  id: string,
  patch: SubscriberPatch,
): Promise<Subscriber> {
  const row = await lockSubscriber(ctx, owner, id);
  const isResumed = patch.status === 'active' && row.status !== 'active';
  const changed = await ctx.db
    .updateTable('subscribers')
    .set({
      url: patch.url ?? row.url,
      events: patch.events ? JSON.stringify(patch.events) : row.events,
      status: patch.status ?? row.status,
      failingSince: isResumed ? null : row.failingSince,
      updatedAt: timeOf(ctx),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isResumed) await enqueuePending(ctx, id);
  return describe(changed);
}

/** Removes a subscriber; what still waits for it fails when its turn comes. Throws subscriber_not_found. */
export async function deleteSubscriber(ctx: WriteContext, owner: Owner, id: string): Promise<void> {
  await lockSubscriber(ctx, owner, id);
  await ctx.db.deleteFrom('subscribers').where('id', '=', id).execute();
}

/** Gives a subscriber another secret; the old one signs too for 24 hours. Throws subscriber_not_found. */
export async function rotateSecret(
  ctx: WriteContext,
  owner: Owner,
  id: string,
  secret: string = makeWebhookSecret(),
): Promise<RotatedSecret> {
  const row = await lockSubscriber(ctx, owner, id);
  const previousSecretUntil = timeOf(ctx, overlapMs);
  const changed = await ctx.db
    .updateTable('subscribers')
    .set({ secret, previousSecret: row.secret, previousSecretUntil, updatedAt: timeOf(ctx) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...withSecret(changed), previousSecretUntil };
}

/** Throws subscriber_not_found. */
export async function getSubscriber(ctx: ReadContext, owner: Owner, id: string): Promise<Subscriber> {
  const row = await subscribersOf(ctx, owner).where('id', '=', id).executeTakeFirst();
  if (!row) throw fail('subscriber_not_found');
  return describe(row);
}

/** The secrets a subscriber has now: the one that signs, and the one before it. */
export async function findSecrets(ctx: ReadContext, id: string): Promise<string[]> {
  const row = await ctx.db
    .selectFrom('subscribers')
    .select(['secret', 'previousSecret'])
    .where('id', '=', id)
    .executeTakeFirst();
  return [row?.secret, row?.previousSecret].filter((secret) => typeof secret === 'string');
}

export async function listSubscribers(
  ctx: ReadContext,
  owner: Owner,
  query: SubscriberQuery,
): Promise<Page<Subscriber>> {
  const { items, total } = await listPage(subscribersOf(ctx, owner).orderBy('createdAt').orderBy('id'), query);
  return { items: items.map(describe), total };
}

/** Throws subscriber_not_found. */
export async function lockSubscriber(ctx: WriteContext, owner: Owner, id: string): Promise<Row<'subscribers'>> {
  const row = await ctx.dialect.lockRows(subscribersOf(ctx, owner).where('id', '=', id)).executeTakeFirst();
  if (!row) throw fail('subscriber_not_found');
  return row;
}

function subscribersOf(ctx: ReadContext, { formId }: Owner) {
  return ctx.db
    .selectFrom('subscribers')
    .selectAll()
    .where('formId', formId === null ? 'is' : '=', formId);
}

function describe(row: Row<'subscribers'>): Subscriber {
  const { id, formId, url, status, failingSince, previousSecretUntil, createdAt, updatedAt } = row;
  const events = JSON.parse(row.events);
  return { id, formId, url, events, status, failingSince, previousSecretUntil, createdAt, updatedAt };
}

function withSecret({ id, url, events, secret, createdAt }: Row<'subscribers'>): SubscriberWithSecret {
  return { id, url, events: JSON.parse(events), secret, createdAt };
}
