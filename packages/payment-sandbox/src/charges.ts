// Charges: read only. Payment attempts create them and refunds update them.
import { fetchObject } from './context.ts';
import { listObjects, pageParams } from './lists.ts';
import { object, text } from './parameters.ts';
import { noParams, type Route, route } from './route.ts';

export const chargeRoutes: Route[] = [
  route('GET', '/v1/charges', object({ ...pageParams, payment_intent: text(), customer: text() }), (ctx, page) =>
    listObjects(ctx, 'charge', '/v1/charges', page, { payment_intent: page.payment_intent, customer: page.customer }),
  ),
  route('GET', '/v1/charges/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'charge', id)),
  route('GET', '/v1/charges/:id/refunds', object(pageParams), (ctx, page, id) =>
    listObjects(ctx, 'refund', `/v1/charges/${id}/refunds`, page, { charge: id }),
  ),
  route('GET', '/v1/payment_methods/:id', noParams, (ctx, _values, id) => fetchObject(ctx, 'payment_method', id)),
];
