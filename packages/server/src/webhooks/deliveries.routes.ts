// The history of deliveries over HTTP. Those of forms need forms:read, those of payments payments:read; sending again
// needs the scope to write. What the caller may not see is not there for him.

import Type from 'typebox';
import { inTransaction } from '../context.ts';
import { IdParams, listOf, problemsOf } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { getDelivery, listDeliveries } from './delivery-history.ts';
import { resendDelivery, resendFailed } from './resend.ts';
import { DeliveryQuery, DeliverySchema, DeliveryWithAttempts, ResendWindow } from './webhooks.schemas.ts';

const tags = ['Webhooks'];

export function deliveriesRoutes(app: App): void {
  app.get(
    '/deliveries',
    {
      config: { access: 'rule' },
      schema: {
        tags,
        summary: 'List deliveries, by subscriber, event, subject or status',
        operationId: 'listDeliveries',
        querystring: DeliveryQuery,
        response: { 200: listOf(DeliverySchema), ...problemsOf(400, 401, 403) },
      },
    },
    (request) => listDeliveries(request.ctx, request.query),
  );

  app.get(
    '/deliveries/:id',
    {
      config: { access: 'rule' },
      schema: {
        tags,
        summary: 'Read a delivery with its body and attempts',
        operationId: 'getDelivery',
        params: IdParams,
        response: { 200: DeliveryWithAttempts, ...problemsOf(401, 403, 404) },
      },
    },
    (request) => getDelivery(request.ctx, request.params.id),
  );

  app.post(
    '/deliveries/:id/resend',
    {
      config: { access: 'rule' },
      schema: {
        tags,
        summary: 'Send a delivery again, at once',
        operationId: 'resendDelivery',
        params: IdParams,
        response: { 202: DeliverySchema, ...problemsOf(401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const delivery = await inTransaction(request.ctx, (ctx) => resendDelivery(ctx, request.params.id));
      return reply.status(202).send(delivery);
    },
  );

  app.post(
    '/deliveries/resend',
    {
      config: { access: 'rule' },
      schema: {
        tags,
        summary: 'Send again all deliveries that failed, of a subscriber or in a window of time',
        operationId: 'resendFailedDeliveries',
        body: ResendWindow,
        response: {
          202: Type.Object({ count: Type.Integer({ description: 'How many are sent again' }) }),
          ...problemsOf(401, 403, 422),
        },
      },
    },
    async (request, reply) => reply.status(202).send({ count: await resendFailed(request.ctx, request.body ?? {}) }),
  );
}
