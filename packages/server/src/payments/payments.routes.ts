// Reading payments over HTTP.

import { inBackground } from '../context.ts';
import { fail } from '../errors.ts';
import { routesOf } from '../http/describe-route.ts';
import { countedListOf, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { PaymentQuery, PaymentSchema, PaymentWithRefunds } from './payments.schemas.ts';
import { listPayments, readPayment } from './payments.ts';

const describe = routesOf('Payments');

export function paymentsRoutes(app: App): void {
  app.get(
    '/payments',
    describe('payments:read', 'listPayments', 'List payments', {
      querystring: PaymentQuery,
      200: countedListOf(PaymentSchema),
    }),
    async (request) => listPayments(inBackground(request.ctx), request.query),
  );

  app.get(
    '/payments/:id',
    describe('payments:read', 'getPayment', 'Read a payment and its refunds, by its ID or its payment intent', {
      params: IdParams,
      200: PaymentWithRefunds,
    }),
    async (request) => {
      const payment = await readPayment(request.ctx, request.params.id);
      if (!payment) throw fail('payment_not_found');
      return payment;
    },
  );
}
