// Webhooks: one resource, whatever their events are about. The paths of a form and of payments register there, too, and
// list what is theirs.

import type { FastifyReply } from 'fastify';
import Type, { type TObject } from 'typebox';
import { type Context, inTransaction } from '../context/context.ts';
import { matchCheck, NotModified, sendTagged, tagged, versionTag } from '../http/conditional.ts';
import { routesOf } from '../http/describe-route.ts';
import { deleted } from '../http/responses.ts';
import { Deleted, Id, IdOrSlug, IdOrSlugParams, IdParams } from '../http/schemas.ts';
import { type App, apiPrefix } from '../http/typed-app.ts';
import { checkWebhook, findTypeNames, listWebhooks, readWebhook, requireWebhook } from './any-subscriber.ts';
import { formWebhooks, paymentWebhooks, readableWebhooks, webhookScopes } from './event-access.ts';
import { sendTest } from './resend.ts';
import {
  checkReceiverUrl,
  createSubscriber,
  deleteSubscriber,
  findFormId,
  findSecrets,
  patchSubscriber,
  rotateSecret,
} from './subscribers.ts';
import {
  DeliverySchema,
  NewFormWebhook,
  NewPaymentWebhook,
  NewWebhook,
  SecretRotation,
  WebhookPatch,
  WebhookSchema,
  WebhookWithSecret,
  webhookList,
} from './webhooks.schemas.ts';

const describe = routesOf('Webhooks');

// Which of them a webhook requires depends on its events, and changing it requires the scopes to write. A webhook that the
// caller may not read is not found.
const { read, write } = webhookScopes;
const config = { limited: 'rule' } as const;

export function webhooksRoutes(app: App): void {
  app.get(
    '/webhooks',
    describe(read, 'listWebhooks', 'List the webhooks', {
      querystring: webhookList.query,
      200: webhookList.page,
      config,
    }),
    (request) => listWebhooks(readableWebhooks(request.ctx), request.query),
  );

  app.post(
    '/webhooks',
    describe(write, 'createWebhook', 'Register a webhook; only this response contains its secret', {
      body: NewWebhook,
      201: WebhookWithSecret,
      problems: [404],
      headers: ['ETag'],
      config: { findSecrets, ...config },
    }),
    async ({ ctx, body, operation }, reply) => {
      const formId = body.formId ? await findFormId(ctx, body.formId) : null;
      checkWebhook(ctx, { ...body, formId, types: body.types ?? null });
      await checkReceiverUrl(ctx, body.url);
      const webhook = await inTransaction(ctx, async (ctx) =>
        createSubscriber(ctx, { ...body, formId, types: await findTypeNames(ctx, body.types) }, operation),
      );
      return createdAt(reply, tagged(reply, webhook, versionTag));
    },
  );

  app.get(
    '/webhooks/:id',
    describe(read, 'getWebhook', 'Read a webhook', {
      params: IdParams,
      200: WebhookSchema,
      304: NotModified,
      config,
    }),
    async (request, reply) => {
      const webhook = await readWebhook(readableWebhooks(request.ctx), request.params.id);
      return sendTagged(request, reply, JSON.stringify(webhook), versionTag(webhook)) as never;
    },
  );

  app.patch(
    '/webhooks/:id',
    describe(read, 'updateWebhook', 'Update, pause or resume a webhook', {
      params: IdParams,
      body: WebhookPatch,
      200: WebhookSchema,
      problems: [409, 412],
      config,
    }),
    async (request, reply) => {
      const { ctx, body } = request;
      const { id } = request.params;
      const { formId, events } = await requireWebhook(ctx, id);
      checkWebhook(ctx, { formId, events: body.events ?? events, types: body.types ?? null });
      if (body.url !== undefined) await checkReceiverUrl(ctx, body.url);
      return inTransaction(ctx, async (ctx) => {
        const types = body.types === undefined ? undefined : await findTypeNames(ctx, body.types);
        const check = matchCheck(request, versionTag);
        return tagged(reply, await patchSubscriber(ctx, id, { ...body, types }, check), versionTag);
      });
    },
  );

  app.delete(
    '/webhooks/:id',
    describe(read, 'deleteWebhook', 'Delete a webhook', {
      params: IdParams,
      200: Deleted,
      problems: [409, 412],
      config,
    }),
    async (request) => {
      const { ctx } = request;
      const { id } = await requireWebhook(ctx, request.params.id);
      await inTransaction(ctx, (ctx) => deleteSubscriber(ctx, id, matchCheck(request, versionTag)));
      return deleted(id);
    },
  );

  app.post(
    '/webhooks/:id/rotate-secret',
    describe(read, 'replaceWebhookSecret', 'Replace the secret of a webhook; the old one keeps signing for 24 hours', {
      params: IdParams,
      body: SecretRotation,
      200: WebhookWithSecret,
      config: { findSecrets, ...config },
    }),
    async ({ ctx, params: { id }, body }) => {
      await requireWebhook(ctx, id);
      return inTransaction(ctx, (ctx) => rotateSecret(ctx, id, body?.secret));
    },
  );

  app.post(
    '/webhooks/:id/test',
    describe(read, 'sendWebhookTest', 'Send a test event to a webhook', {
      params: IdParams,
      202: DeliverySchema,
      config,
    }),
    async ({ ctx, params: { id } }, reply) => {
      await requireWebhook(ctx, id);
      return reply.status(202).send(await inTransaction(ctx, (ctx) => sendTest(ctx, id)));
    },
  );
}

// Of a form and of payments: registered, listed and deleted there as well.

const here = [
  {
    path: '/forms/:id/webhooks',
    key: 'webhookId',
    name: 'FormWebhook',
    whose: 'of a form',
    tag: 'Forms',
    area: 'forms',
    listParams: IdOrSlugParams,
    params: Type.Object({ id: IdOrSlug, webhookId: Id }),
    body: NewFormWebhook,
    config: { limited: 'form' },
    formOf: (ctx: Context, { id = '' }: Params) => findFormId(ctx, id),
  },
  {
    path: '/payments/webhooks',
    key: 'id',
    name: 'PaymentWebhook',
    whose: 'for payments',
    tag: 'Payments',
    area: 'payments',
    listParams: Type.Object({}),
    params: IdParams,
    body: NewPaymentWebhook,
    config: {},
    formOf: async () => null,
  },
] as const;
type Params = Record<string, string>;

export function webhooksHereRoutes(app: App): void {
  for (const { path, key, name, whose, tag, area, listParams, params, body, config, formOf } of here) {
    const describe = routesOf(tag);
    const paramsOf = (request: { params: unknown }) => request.params as Params;
    const rowsOf = async (request: { ctx: Context; params: unknown }) => {
      const formId = await formOf(request.ctx, paramsOf(request));
      return formId === null ? paymentWebhooks(request.ctx) : formWebhooks(request.ctx, formId);
    };
    app.post(
      path,
      describe(
        `${area}:write`,
        `create${name}`,
        `Register a webhook ${whose}; only this response contains its secret`,
        {
          params: listParams as TObject,
          body,
          201: WebhookWithSecret,
          config: { findSecrets, ...config },
        },
      ),
      async (request, reply) => {
        const { ctx } = request;
        const formId = await formOf(ctx, paramsOf(request));
        await checkReceiverUrl(ctx, request.body.url);
        return createdAt(
          reply,
          await inTransaction(ctx, (ctx) => createSubscriber(ctx, { ...request.body, formId }, request.operation)),
        );
      },
    );

    app.get(
      path,
      describe(`${area}:read`, `list${name}s`, `List the webhooks ${whose}`, {
        params: listParams as TObject,
        querystring: webhookList.query,
        200: webhookList.page,
        config,
      }),
      async (request) => listWebhooks(await rowsOf(request), request.query),
    );

    app.get(
      `${path}/:${key}`,
      describe(`${area}:read`, `get${name}`, `Read a webhook ${whose}`, {
        params: params as TObject,
        200: WebhookSchema,
        config,
      }),
      async (request) => readWebhook(await rowsOf(request), paramsOf(request)[key] ?? ''),
    );

    app.delete(
      `${path}/:${key}`,
      describe(`${area}:write`, `delete${name}`, `Delete a webhook ${whose}`, {
        params: params as TObject,
        200: Deleted,
        config,
      }),
      async (request) => {
        const { ctx } = request;
        const { id } = await readWebhook(await rowsOf(request), paramsOf(request)[key] ?? '');
        await inTransaction(ctx, (ctx) => deleteSubscriber(ctx, id));
        return deleted(id);
      },
    );
  }
}

/** Wherever it was registered, it is one of all webhooks. */
function createdAt(reply: FastifyReply, webhook: WebhookWithSecret): WebhookWithSecret {
  reply.status(201).header('location', `${apiPrefix}/webhooks/${webhook.id}`);
  return webhook;
}
