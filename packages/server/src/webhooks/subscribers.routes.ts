// Webhook subscribers over HTTP: of a form (/forms/:id/webhooks) and of the workspace (/payments/webhooks).

import Type, { type TObject, type TProperties } from 'typebox';
import type { Access } from '../accounts/access.ts';
import { type Context, inTransaction } from '../context.ts';
import { Deleted, Id, listOf, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { sendTest } from './resend.ts';
import {
  checkReceiverUrl,
  createSubscriber,
  deleteSubscriber,
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
    tags: ['Forms'],
    read: 'forms:read',
    write: 'forms:write',
    ListParams: Type.Object({ id: Id }),
    OneParams: Type.Object({ id: Id, webhookId: Id }),
    NewSubscriber: NewFormSubscriber,
    SubscriberPatch: FormSubscriberPatch,
    ownerOf: async (ctx, params) => ({ formId: await findFormId(ctx, params.id ?? '') }),
  });
  addRoutes(app, {
    path: '/payments/webhooks',
    parameter: 'id',
    name: 'PaymentWebhook',
    whose: 'of the workspace’s payment events',
    tags: ['Payments'],
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
  tags: string[];
  read: Access;
  write: Access;
  ListParams: TObject<TProperties>;
  OneParams: TObject<TProperties>;
  NewSubscriber: typeof NewFormSubscriber;
  SubscriberPatch: typeof FormSubscriberPatch;
  ownerOf(ctx: Context, params: Params): Promise<Owner>;
};

function addRoutes(app: App, kind: Kind): void {
  addCollectionRoutes(app, kind);
  addRecordRoutes(app, kind);
  addActionRoutes(app, kind);
}

function addCollectionRoutes(app: App, kind: Kind): void {
  const { path, name, whose, tags, read, write, ListParams, NewSubscriber, ownerOf } = kind;
  app.post(
    path,
    {
      config: { access: write, findSecrets },
      schema: {
        tags,
        summary: `Register a webhook subscriber ${whose}; its secret is in this answer only`,
        operationId: `create${name}`,
        params: ListParams,
        body: NewSubscriber,
        response: { 201: SubscriberWithSecret, ...problemsOf(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      await checkReceiverUrl(request.ctx, request.body.url);
      const subscriber = await inTransaction(request.ctx, (ctx) =>
        createSubscriber(ctx, owner, request.body, request.operation),
      );
      const location = `${request.url.replace(/\/?(\?.*)?$/, '')}/${subscriber.id}`;
      return reply.status(201).header('location', location).send(subscriber);
    },
  );

  app.get(
    path,
    {
      config: { access: read },
      schema: {
        tags,
        summary: `List the webhook subscribers ${whose}`,
        operationId: `list${name}s`,
        params: ListParams,
        querystring: SubscriberQuery,
        response: { 200: listOf(SubscriberSchema), ...problemsOf(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      return listSubscribers(request.ctx, owner, request.query);
    },
  );
}

function addRecordRoutes(app: App, kind: Kind): void {
  const { path, parameter, name, whose, tags, read, write, OneParams, SubscriberPatch, ownerOf } = kind;
  const idOf = (params: unknown): string => (params as Params)[parameter] ?? '';
  app.get(
    `${path}/:${parameter}`,
    {
      config: { access: read },
      schema: {
        tags,
        summary: `Read a webhook subscriber ${whose}`,
        operationId: `get${name}`,
        params: OneParams,
        response: { 200: SubscriberSchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      return getSubscriber(request.ctx, owner, idOf(request.params));
    },
  );

  app.patch(
    `${path}/:${parameter}`,
    {
      config: { access: write },
      schema: {
        tags,
        summary: `Change, pause or resume a webhook subscriber ${whose}`,
        operationId: `update${name}`,
        params: OneParams,
        body: SubscriberPatch,
        response: { 200: SubscriberSchema, ...problemsOf(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      if (request.body.url !== undefined) await checkReceiverUrl(request.ctx, request.body.url);
      return inTransaction(request.ctx, (ctx) => patchSubscriber(ctx, owner, idOf(request.params), request.body));
    },
  );

  app.delete(
    `${path}/:${parameter}`,
    {
      config: { access: write },
      schema: {
        tags,
        summary: `Remove a webhook subscriber ${whose}`,
        operationId: `delete${name}`,
        params: OneParams,
        response: { 200: Deleted, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      const id = idOf(request.params);
      await inTransaction(request.ctx, (ctx) => deleteSubscriber(ctx, owner, id));
      return { id, deleted: true as const };
    },
  );
}

function addActionRoutes(app: App, kind: Kind): void {
  const { path, parameter, name, whose, tags, write, OneParams, ownerOf } = kind;
  const idOf = (params: unknown): string => (params as Params)[parameter] ?? '';
  app.post(
    `${path}/:${parameter}/rotate-secret`,
    {
      config: { access: write, findSecrets },
      schema: {
        tags,
        summary: `Replace the secret of a webhook subscriber ${whose}; the old one signs too for 24 hours`,
        operationId: `rotate${name}Secret`,
        params: OneParams,
        body: SecretRotation,
        response: { 200: RotatedSecret, ...problemsOf(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      const secret = request.body?.secret;
      return inTransaction(request.ctx, (ctx) => rotateSecret(ctx, owner, idOf(request.params), secret));
    },
  );

  app.post(
    `${path}/:${parameter}/test`,
    {
      config: { access: write },
      schema: {
        tags,
        summary: `Send a test to a webhook subscriber ${whose}`,
        operationId: `test${name}`,
        params: OneParams,
        response: { 202: DeliverySchema, ...problemsOf(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const owner = await ownerOf(request.ctx, request.params as Params);
      const delivery = await inTransaction(request.ctx, (ctx) => sendTest(ctx, owner, idOf(request.params)));
      return reply.status(202).send(delivery);
    },
  );
}
