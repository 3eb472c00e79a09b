// The history of deliveries over HTTP. Those of forms need forms:read, those of payments payments:read; sending again
// needs the scope to write. What the caller may not see is not there for him.

import Type from 'typebox';
import { inTransaction } from '../context.ts';
import { routesOf } from '../http/describe-route.ts';
import { IdParams, listOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { getDelivery, listDeliveries } from './delivery-history.ts';
import { resendDelivery, resendFailed } from './resend.ts';
import { DeliveryQuery, DeliverySchema, DeliveryWithAttempts, ResendWindow } from './webhooks.schemas.ts';

const describe = routesOf('Webhooks');

export function deliveriesRoutes(app: App): void {
  app.get(
    '/deliveries',
    describe('rule', 'listDeliveries', 'List deliveries, by subscriber, event, subject or status', {
      querystring: DeliveryQuery,
      200: listOf(DeliverySchema),
    }),
    (request) => listDeliveries(request.ctx, request.query),
  );

  app.get(
    '/deliveries/:id',
    describe('rule', 'getDelivery', 'Read a delivery with its body and attempts', {
      params: IdParams,
      200: DeliveryWithAttempts,
    }),
    (request) => getDelivery(request.ctx, request.params.id),
  );

  app.post(
    '/deliveries/:id/resend',
    describe('rule', 'resendDelivery', 'Send a delivery again, at once', { params: IdParams, 202: DeliverySchema }),
    async (request, reply) => {
      const delivery = await inTransaction(request.ctx, (ctx) => resendDelivery(ctx, request.params.id));
      return reply.status(202).send(delivery);
    },
  );

  app.post(
    '/deliveries/resend',
    describe(
      'rule',
      'resendFailedDeliveries',
      'Send again all deliveries that failed, of a subscriber or in a window of time',
      { body: ResendWindow, 202: Type.Object({ count: Type.Integer({ description: 'How many are sent again' }) }) },
    ),
    async (request, reply) => reply.status(202).send({ count: await resendFailed(request.ctx, request.body ?? {}) }),
  );
}
