// Webhooks of every kind in one place: those of forms and payments too, for callers with their scopes. New ones are for
// content; those of forms and payments are registered where they belong (subscribers.routes.ts).

import { inTransaction } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { created, deleted } from '../http/responses.ts';
import { countedListOf, Deleted, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { checkPatch, describeWebhook, findOwner, findTypeNames, listWebhooks, readWebhook } from './any-subscriber.ts';
import { sendTest } from './resend.ts';
import {
  checkReceiverUrl,
  createSubscriber,
  deleteSubscriber,
  findSecrets,
  patchSubscriber,
  rotateSecret,
} from './subscribers.ts';
import {
  DeliverySchema,
  NewWebhook,
  RotatedSecret,
  SecretRotation,
  SubscriberQuery,
  SubscriberWithSecret,
  WebhookPatch,
  WebhookSchema,
} from './webhooks.schemas.ts';

const describe = routesOf('Webhooks');

// Which of them a webhook requires depends on its kind, and changing it requires the scope to write. A webhook that the
// caller may not read is not found.
const read = ['content:write', 'forms:read', 'payments:read'] as const;

export function webhooksRoutes(app: App): void {
  app.get(
    '/webhooks',
    describe(read, 'listWebhooks', 'List the webhooks of content, forms and payments', {
      querystring: SubscriberQuery,
      200: countedListOf(WebhookSchema),
    }),
    (request) => listWebhooks(request.ctx, request.query),
  );

  app.post(
    '/webhooks',
    describe(
      'content:write',
      'createWebhook',
      'Register a webhook for content; only this response contains its secret',
      {
        body: NewWebhook,
        201: SubscriberWithSecret,
        config: { findSecrets },
      },
    ),
    async (request, reply) => {
      const { types, ...input } = request.body;
      await checkReceiverUrl(request.ctx, input.url);
      const subscriber = await inTransaction(request.ctx, async (ctx) => {
        const names = await findTypeNames(ctx, types);
        return createSubscriber(ctx, { formId: null, forContent: true }, { ...input, types: names }, request.operation);
      });
      return created(request, reply, subscriber, subscriber.id);
    },
  );

  app.get(
    '/webhooks/:id',
    describe(read, 'getWebhook', 'Read a webhook', { params: IdParams, 200: WebhookSchema }),
    async ({ ctx, params: { id } }) => describeWebhook(await readWebhook(ctx, id)),
  );

  app.patch(
    '/webhooks/:id',
    describe(read, 'updateWebhook', 'Update, pause or resume a webhook', {
      params: IdParams,
      body: WebhookPatch,
      200: WebhookSchema,
    }),
    async (request) => {
      const { ctx, body } = request;
      const { id } = request.params;
      const owner = await findOwner(ctx, id);
      checkPatch(owner, body);
      if (body.url !== undefined) await checkReceiverUrl(ctx, body.url);
      return inTransaction(ctx, async (ctx) => {
        const types = body.types === undefined ? undefined : await findTypeNames(ctx, body.types);
        return describeWebhook(await patchSubscriber(ctx, owner, id, { ...body, types }));
      });
    },
  );

  app.delete(
    '/webhooks/:id',
    describe(read, 'deleteWebhook', 'Delete a webhook', { params: IdParams, 200: Deleted }),
    async ({ ctx, params: { id } }) => {
      const owner = await findOwner(ctx, id);
      await inTransaction(ctx, (ctx) => deleteSubscriber(ctx, owner, id));
      return deleted(id);
    },
  );

  app.post(
    '/webhooks/:id/rotate-secret',
    describe(read, 'replaceWebhookSecret', 'Replace the secret of a webhook; the old one keeps signing for 24 hours', {
      params: IdParams,
      body: SecretRotation,
      200: RotatedSecret,
      config: { findSecrets },
    }),
    async ({ ctx, params: { id }, body }) => {
      const owner = await findOwner(ctx, id);
      return inTransaction(ctx, (ctx) => rotateSecret(ctx, owner, id, body?.secret));
    },
  );

  app.post(
    '/webhooks/:id/test',
    describe(read, 'sendWebhookTest', 'Send a test event to a webhook', { params: IdParams, 202: DeliverySchema }),
    async ({ ctx, params: { id } }, reply) => {
      const owner = await findOwner(ctx, id);
      return reply.status(202).send(await inTransaction(ctx, (ctx) => sendTest(ctx, owner, id)));
    },
  );
}
