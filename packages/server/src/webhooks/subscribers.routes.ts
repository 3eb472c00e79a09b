// Webhooks over HTTP: of a form (/forms/:id/webhooks) and for payment events (/payments/webhooks).

import Type, { type TObject, type TProperties } from 'typebox';
import type { Access } from '../context/access.ts';
import { type Context, inTransaction } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { created, deleted } from '../http/responses.ts';
import { countedListOf, Deleted, Id, IdOrSlug } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { sendTest } from './resend.ts';
import {
  checkReceiverUrl,
  createSubscriber,
  deleteSubscriber,
  describeSubscriber,
  findFormId,
  findSecrets,
  getSubscriber,
  listSubscribers,
  type Owner,
  patchSubscriber,
  rotateSecret,
} from './subscribers.ts';
import {
  DeliverySchema,
  FormSubscriberPatch,
  NewFormSubscriber,
  NewPaymentSubscriber,
  PaymentSubscriberPatch,
  RotatedSecret,
  SecretRotation,
  SubscriberQuery,
  SubscriberSchema,
  SubscriberWithSecret,
} from './webhooks.schemas.ts';

export function subscribersRoutes(app: App): void {
  addRoutes(app, {
    path: '/forms/:id/webhooks',
    parameter: 'webhookId',
    name: 'FormWebhook',
    whose: 'of a form',
    describe: routesOf('Forms'),
    read: 'forms:read',
    write: 'forms:write',
    limited: 'form',
    ListParams: Type.Object({ id: IdOrSlug }),
    OneParams: Type.Object({ id: IdOrSlug, webhookId: Id }),
    NewSubscriber: NewFormSubscriber,
    SubscriberPatch: FormSubscriberPatch,
    ownerOf: async (ctx, params) => ({ formId: await findFormId(ctx, params.id ?? '') }),
  });
  addRoutes(app, {
    path: '/payments/webhooks',
    parameter: 'id',
    name: 'PaymentWebhook',
    whose: 'for payment events',
    describe: routesOf('Payments'),
    read: 'payments:read',
    write: 'payments:write',
    ListParams: Type.Object({}),
    OneParams: Type.Object({ id: Id }),
    NewSubscriber: NewPaymentSubscriber,
    SubscriberPatch: PaymentSubscriberPatch,
    ownerOf: async () => ({ formId: null }),
  });
}

type Params = Record<string, string>;

type Kind = {
  path: string;
  /** Name of the path parameter that holds the subscriber's id. */
  parameter: string;
  name: string;
  whose: string;
  describe: ReturnType<typeof routesOf>;
  read: Access;
  write: Access;
  ListParams: TObject<TProperties>;
  OneParams: TObject<TProperties>;
  NewSubscriber: typeof NewFormSubscriber;
  SubscriberPatch: typeof FormSubscriberPatch;
  limited?: 'form';
  ownerOf(ctx: Context, params: Params): Promise<Owner>;
};

function addRoutes(app: App, kind: Kind): void {
  addCollectionRoutes(app, kind);
  addRecordRoutes(app, kind);
  addActionRoutes(app, kind);
}

function addCollectionRoutes(app: App, kind: Kind): void {
  const { path, name, whose, describe, read, write, ListParams, NewSubscriber, limited, ownerOf } = kind;
  app.post(
    path,
    describe(write, `create${name}`, `Register a webhook ${whose}; only this response contains its secret`, {
      params: ListParams,
      body: NewSubscriber,
      201: SubscriberWithSecret,
      config: { findSecrets, limited },
    }),
    async (request, reply) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      await checkReceiverUrl(request.ctx, request.body.url);
      const subscriber = await inTransaction(request.ctx, (ctx) =>
        createSubscriber(ctx, owner, request.body, request.operation),
      );
      return created(request, reply, subscriber, subscriber.id);
    },
  );

  app.get(
    path,
    describe(read, `list${name}s`, `List the webhooks ${whose}`, {
      params: ListParams,
      querystring: SubscriberQuery,
      200: countedListOf(SubscriberSchema),
      config: { limited },
    }),
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      return listSubscribers(request.ctx, owner, request.query);
    },
  );
}

function addRecordRoutes(app: App, kind: Kind): void {
  const { path, parameter, name, whose, describe, read, write, OneParams, SubscriberPatch, limited, ownerOf } = kind;
  const idOf = (params: unknown): string => (params as Params)[parameter] ?? '';
  app.get(
    `${path}/:${parameter}`,
    describe(read, `get${name}`, `Read a webhook ${whose}`, {
      params: OneParams,
      200: SubscriberSchema,
      config: { limited },
    }),
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      return getSubscriber(request.ctx, owner, idOf(request.params));
    },
  );

  app.patch(
    `${path}/:${parameter}`,
    describe(write, `update${name}`, `Update, pause or resume a webhook ${whose}`, {
      params: OneParams,
      body: SubscriberPatch,
      200: SubscriberSchema,
      config: { limited },
    }),
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      if (request.body.url !== undefined) await checkReceiverUrl(request.ctx, request.body.url);
      return inTransaction(request.ctx, async (ctx) =>
        describeSubscriber(await patchSubscriber(ctx, owner, idOf(request.params), request.body)),
      );
    },
  );

  app.delete(
    `${path}/:${parameter}`,
    describe(write, `delete${name}`, `Delete a webhook ${whose}`, {
      params: OneParams,
      200: Deleted,
      config: { limited },
    }),
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      const id = idOf(request.params);
      await inTransaction(request.ctx, (ctx) => deleteSubscriber(ctx, owner, id));
      return deleted(id);
    },
  );
}

function addActionRoutes(app: App, kind: Kind): void {
  const { path, parameter, name, whose, describe, write, OneParams, limited, ownerOf } = kind;
  const idOf = (params: unknown): string => (params as Params)[parameter] ?? '';
  app.post(
    `${path}/:${parameter}/rotate-secret`,
    describe(
      write,
      `replace${name}Secret`,
      `Replace the secret of a webhook ${whose}; the old one keeps signing for 24 hours`,
      { params: OneParams, body: SecretRotation, 200: RotatedSecret, config: { findSecrets, limited } },
    ),
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      const secret = request.body?.secret;
      return inTransaction(request.ctx, (ctx) => rotateSecret(ctx, owner, idOf(request.params), secret));
    },
  );

  app.post(
    `${path}/:${parameter}/test`,
    describe(write, `send${name}Test`, `Send a test event to a webhook ${whose}`, {
      params: OneParams,
      202: DeliverySchema,
      config: { limited },
    }),
    async (request, reply) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      const delivery = await inTransaction(request.ctx, (ctx) => sendTest(ctx, owner, idOf(request.params)));
      return reply.status(202).send(delivery);
    },
  );
}
