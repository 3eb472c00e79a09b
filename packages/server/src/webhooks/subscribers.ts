// Webhook subscribers. Those of a form get events about its submissions, those of the workspace about payments or content.

import { type Context, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { type CountedPage, listPage } from '../database/list-page.ts';
import { fail, failBody } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import type { UrlFault } from '../lib/public-fetch.ts';
import { webUrlFaults } from '../lib/web-url.ts';
import { enqueuePending } from './deliveries.ts';
import { makeWebhookSecret } from './signature.ts';
import { requireSecrets, type Secrets, sealSecrets, unsealSecrets } from './subscriber-secrets.ts';
import type {
  NewSubscriber,
  RotatedSecret,
  Subscriber,
  SubscriberPatch,
  SubscriberQuery,
  SubscriberWithSecret,
} from './webhooks.schemas.ts';

/** A form, or with null the workspace: its payments, or its content. */
export type Owner = { formId: string | null; forContent?: boolean };

const overlapMs = 24 * 3_600_000;

/** The ID of a form by its ID or slug. Throws form_not_found. */
export async function findFormId(ctx: ReadContext, idOrSlug: string): Promise<string> {
  const form = await ctx.db
    .selectFrom('forms')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]))
    .executeTakeFirstOrThrow(() => fail('form_not_found'));
  return form.id;
}

const urlFaults: Record<UrlFault, string> = {
  ...webUrlFaults,
  address_not_public: 'must resolve to a public address (to allow a private one, set FRONTDESK_ALLOW_PRIVATE_WEBHOOKS)',
};

/** Throws invalid_body for a URL that is not allowed. Resolves its host name, so call it outside of transactions. */
export async function checkReceiverUrl(ctx: Context, url: string): Promise<void> {
  const fault = await ctx.fetch.checkUrl(url);
  if (fault) throw failBody([{ pointer: '/url', code: fault, detail: urlFaults[fault] }]);
}

/** Registers a subscriber with a checked URL. With the same `operation` it returns the subscriber it registered first. */
export async function createSubscriber(
  ctx: WriteContext,
  owner: Owner,
  { types = null, ...input }: NewSubscriber & { types?: readonly string[] | null | undefined },
  operation: string,
): Promise<SubscriberWithSecret> {
  const now = timeOf(ctx);
  const id = idFrom('whk', operation);
  await ctx.db
    .insertInto('subscribers')
    .values({
      id,
      formId: owner.formId,
      forContent: owner.forContent ? 1 : 0,
      types: types && JSON.stringify(types),
      url: input.url,
      events: JSON.stringify(input.events),
      sealedSecrets: sealSecrets(ctx, id, { secret: input.secret ?? makeWebhookSecret(), previousSecret: null }),
      status: 'active',
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await lockSubscriber(ctx, owner, id);
  return withSecret(row, requireSecrets(ctx, row));
}

/** Updates a subscriber. Activating it sends its pending deliveries. Throws subscriber_not_found. */
export async function patchSubscriber(
  ctx: WriteContext,
  owner: Owner,
  id: string,
  patch: SubscriberPatch & { types?: readonly string[] | null | undefined },
): Promise<Row<'subscribers'>> {
  const row = await lockSubscriber(ctx, owner, id);
  const isResumed = patch.status === 'active' && row.status !== 'active';
  const changed = await ctx.db
    .updateTable('subscribers')
    .set({
      url: patch.url ?? row.url,
      events: patch.events ? JSON.stringify(patch.events) : row.events,
      types: patch.types === undefined ? row.types : patch.types && JSON.stringify(patch.types),
      status: patch.status ?? row.status,
      failingSince: isResumed ? null : row.failingSince,
      updatedAt: timeOf(ctx),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isResumed) await enqueuePending(ctx, id);
  return changed;
}

/** Deletes a subscriber. Its pending deliveries fail when they are due. Throws subscriber_not_found. */
export async function deleteSubscriber(ctx: WriteContext, owner: Owner, id: string): Promise<void> {
  await lockSubscriber(ctx, owner, id);
  await ctx.db.deleteFrom('subscribers').where('id', '=', id).execute();
}

/** Replaces the secret of a subscriber. The old one keeps signing for 24 hours. Throws subscriber_not_found. */
export async function rotateSecret(
  ctx: WriteContext,
  owner: Owner,
  id: string,
  secret: string = makeWebhookSecret(),
): Promise<RotatedSecret> {
  const row = await lockSubscriber(ctx, owner, id);
  const previousSecretUntil = timeOf(ctx, overlapMs);
  // A secret that was encrypted with a lost key cannot sign any longer.
  const secrets = { secret, previousSecret: unsealSecrets(ctx, row)?.secret ?? null };
  const changed = await ctx.db
    .updateTable('subscribers')
    .set({ sealedSecrets: sealSecrets(ctx, id, secrets), previousSecretUntil, updatedAt: timeOf(ctx) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...withSecret(changed, secrets), previousSecretUntil };
}

/** Throws subscriber_not_found. */
export async function getSubscriber(ctx: ReadContext, owner: Owner, id: string): Promise<Subscriber> {
  const query = subscribersOf(ctx, owner).where('id', '=', id);
  return describeSubscriber(await query.executeTakeFirstOrThrow(() => fail('subscriber_not_found')));
}

/** The secret of a subscriber, and its previous one. */
export async function findSecrets(ctx: ReadContext, id: string): Promise<string[]> {
  const row = await ctx.db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst();
  const secrets = row && unsealSecrets(ctx, row);
  return [secrets?.secret, secrets?.previousSecret].filter((secret) => typeof secret === 'string');
}

export async function listSubscribers(
  ctx: ReadContext,
  owner: Owner,
  query: SubscriberQuery,
): Promise<CountedPage<Subscriber>> {
  return listPage(subscribersOf(ctx, owner).orderBy('createdAt').orderBy('id'), query, describeSubscriber);
}

/** Throws subscriber_not_found. */
export async function lockSubscriber(ctx: WriteContext, owner: Owner, id: string): Promise<Row<'subscribers'>> {
  const query = ctx.dialect.lockRows(subscribersOf(ctx, owner).where('id', '=', id));
  return query.executeTakeFirstOrThrow(() => fail('subscriber_not_found'));
}

function subscribersOf(ctx: ReadContext, { formId, forContent = false }: Owner) {
  return ctx.db
    .selectFrom('subscribers')
    .selectAll()
    .where('formId', formId === null ? 'is' : '=', formId)
    .where('forContent', '=', forContent ? 1 : 0);
}

export function describeSubscriber(row: Row<'subscribers'>): Subscriber {
  const { id, formId, url, status, failingSince, previousSecretUntil, createdAt, updatedAt } = row;
  const events = JSON.parse(row.events);
  return { id, formId, url, events, status, failingSince, previousSecretUntil, createdAt, updatedAt };
}

function withSecret(
  { id, url, events, createdAt }: Row<'subscribers'>,
  { secret }: Pick<Secrets, 'secret'>,
): SubscriberWithSecret {
  return { id, url, events: JSON.parse(events), secret, createdAt };
}
