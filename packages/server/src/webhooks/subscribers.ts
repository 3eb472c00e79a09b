// Webhook subscribers: where events are sent, which ones, and of which form or content types if not of all.

import { type Context, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { updateRow } from '../database/update-row.ts';
import { changedMembers, publishChange } from '../events/events.ts';
import { fail, failBody } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import type { UrlFault } from '../lib/public-fetch.ts';
import { webUrlFaults } from '../lib/web-url.ts';
import { enqueuePending } from './deliveries.ts';
import { requireChange } from './event-access.ts';
import { makeWebhookSecret } from './signature.ts';
import { requireSecrets, sealSecrets, unsealSecrets } from './subscriber-secrets.ts';
import type { NewWebhook, Webhook, WebhookPatch, WebhookWithSecret } from './webhooks.schemas.ts';

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
  { formId = null, types = null, ...input }: NewWebhook,
  operation: string,
): Promise<WebhookWithSecret> {
  const now = timeOf(ctx);
  const id = idFrom('whk', operation);
  const created = await ctx.db
    .insertInto('subscribers')
    .values({
      id,
      formId,
      types: types && JSON.stringify(types),
      url: input.url,
      events: JSON.stringify(input.events),
      sealedSecrets: sealSecrets(ctx, id, { secret: input.secret ?? makeWebhookSecret(), previousSecret: null }),
      status: 'active',
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) await publishChange(ctx, 'webhook.created', created, {});
  const row = created ?? (await lockSubscriber(ctx, id));
  return { ...describeWebhook(row), secret: requireSecrets(ctx, row).secret };
}

type Check = (row: Row<'subscribers'>) => void;

/**
 * Updates a subscriber. Activating it sends its pending deliveries. `check` gets the row first and may throw. Throws
 * subscriber_not_found, and 403 for a URL that would get pending deliveries of events for which the caller may not register webhooks.
 */
export async function patchSubscriber(
  ctx: WriteContext,
  id: string,
  patch: WebhookPatch,
  check: Check,
): Promise<Webhook> {
  const row = await lockSubscriber(ctx, id);
  check(row);
  if (patch.url !== undefined && patch.url !== row.url)
    requireChange(ctx, { formId: row.formId, events: await findPendingEvents(ctx, id) });
  const isResumed = patch.status === 'active' && row.status !== 'active';
  const changed = await updateSubscriber(ctx, row, {
    url: patch.url ?? row.url,
    events: patch.events ? JSON.stringify(patch.events) : row.events,
    types: patch.types === undefined ? row.types : patch.types && JSON.stringify(patch.types),
    status: patch.status ?? row.status,
    failingSince: isResumed ? null : row.failingSince,
  });
  if (isResumed) await enqueuePending(ctx, id);
  return describeWebhook(changed);
}

/** The names of the events that wait to be sent to a subscriber, which may be others than those it gets now. */
async function findPendingEvents(ctx: ReadContext, subscriberId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('deliveries')
    .select('type')
    .distinct()
    .where('subscriberId', '=', subscriberId)
    .where('status', '=', 'pending')
    .where('type', '!=', 'test')
    .execute();
  return rows.map(({ type }) => type);
}

/** Applies changes to a locked row. They are published, with nothing of secrets. */
export async function updateSubscriber(
  ctx: WriteContext,
  row: Row<'subscribers'>,
  changes: Partial<Row<'subscribers'>>,
): Promise<Row<'subscribers'>> {
  const updatedAt = timeOf(ctx);
  const next = await updateRow(ctx, 'subscribers', row, changes, { version: row.version + 1, updatedAt });
  const changed = changedMembers(row, next, ['sealedSecrets']);
  if (changed.length > 0) await publishChange(ctx, 'webhook.updated', next, { changed });
  return next;
}

/** Deletes a subscriber. Its pending deliveries fail when they are due. Throws subscriber_not_found. */
export async function deleteSubscriber(ctx: WriteContext, id: string, check: Check = () => {}): Promise<void> {
  const row = await lockSubscriber(ctx, id);
  check(row);
  await ctx.db.deleteFrom('subscribers').where('id', '=', id).execute();
  await publishChange(ctx, 'webhook.deleted', row, {});
}

/** Replaces the secret of a subscriber. The old one keeps signing for 24 hours. Throws subscriber_not_found. */
export async function rotateSecret(
  ctx: WriteContext,
  id: string,
  secret: string = makeWebhookSecret(),
): Promise<WebhookWithSecret> {
  const row = await lockSubscriber(ctx, id);
  // A secret that was encrypted with a lost key cannot sign any longer.
  const secrets = { secret, previousSecret: unsealSecrets(ctx, row)?.secret ?? null };
  const changed = await updateSubscriber(ctx, row, {
    sealedSecrets: sealSecrets(ctx, id, secrets),
    previousSecretUntil: timeOf(ctx, overlapMs),
  });
  return { ...describeWebhook(changed), secret };
}

/** Pauses the active subscribers whose secrets were encrypted with another key, and returns their number. */
export async function pauseUnreadable(ctx: WriteContext): Promise<number> {
  const active = ctx.db.selectFrom('subscribers').selectAll().where('status', '=', 'active').orderBy('id');
  const unreadable = (await ctx.dialect.lockRows(active).execute()).filter((row) => unsealSecrets(ctx, row) === null);
  for (const row of unreadable) await updateSubscriber(ctx, row, { status: 'paused' });
  return unreadable.length;
}

/** The secret of a subscriber, and its previous one. */
export async function findSecrets(ctx: ReadContext, id: string): Promise<string[]> {
  const row = await ctx.db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst();
  const secrets = row && unsealSecrets(ctx, row);
  return [secrets?.secret, secrets?.previousSecret].filter((secret) => typeof secret === 'string');
}

/** Throws subscriber_not_found. */
export async function lockSubscriber(ctx: WriteContext, id: string): Promise<Row<'subscribers'>> {
  const query = ctx.dialect.lockRows(ctx.db.selectFrom('subscribers').selectAll().where('id', '=', id));
  return query.executeTakeFirstOrThrow(() => fail('subscriber_not_found'));
}

/** A webhook as in the API. */
export function describeWebhook(row: Row<'subscribers'>): Webhook {
  const { id, formId, url, status, failingSince, previousSecretUntil, version, createdAt, updatedAt } = row;
  return {
    ...{ id, formId, url },
    events: JSON.parse(row.events),
    types: row.types === null ? null : JSON.parse(row.types),
    ...{ status, failingSince, previousSecretUntil, version, createdAt, updatedAt },
  };
}
