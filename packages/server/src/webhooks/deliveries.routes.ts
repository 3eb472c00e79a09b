// Deliveries over HTTP. Who may read a webhook may read its deliveries, and who may change it may resend them. Deliveries that the
// caller may not read are not found.

import Type from 'typebox';
import { inBackground, inTransaction } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { getDelivery, listDeliveries } from './delivery-history.ts';
import { webhookScopes } from './event-access.ts';
import { resendDelivery, resendFailed } from './resend.ts';
import { DeliverySchema, DeliveryWithAttempts, deliveryList, ResendWindow } from './webhooks.schemas.ts';

const describe = routesOf('Webhooks');

// Resending a delivery requires reading it first.
const { read, write } = webhookScopes;

export function deliveriesRoutes(app: App): void {
  app.get(
    '/deliveries',
    describe(read, 'listDeliveries', 'List deliveries, by webhook, event, subject or status', {
      querystring: deliveryList.query,
      200: deliveryList.page,
    }),
    (request) => listDeliveries(inBackground(request.ctx), request.query),
  );

  app.get(
    '/deliveries/:id',
    describe(read, 'getDelivery', 'Read a delivery with its body and attempts', {
      params: IdParams,
      200: DeliveryWithAttempts,
    }),
    (request) => getDelivery(request.ctx, request.params.id),
  );

  app.post(
    '/deliveries/:id/resend',
    describe(read, 'sendDelivery', 'Resend a delivery now', { params: IdParams, 202: DeliverySchema }),
    async (request, reply) => {
      const delivery = await inTransaction(request.ctx, (ctx) => resendDelivery(ctx, request.params.id));
      return reply.status(202).send(delivery);
    },
  );

  app.post(
    '/deliveries/resend',
    describe(write, 'sendFailedDeliveries', 'Resend failed deliveries, all or those of a webhook or a period', {
      body: ResendWindow,
      202: Type.Object(
        { count: Type.Integer({ description: 'Number of deliveries to resend' }) },
        { title: 'ResentDeliveries', description: 'How many deliveries are sent again' },
      ),
    }),
    async (request, reply) => reply.status(202).send({ count: await resendFailed(request.ctx, request.body ?? {}) }),
  );
}
