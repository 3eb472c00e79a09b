// Reading payments over HTTP.

import Type from 'typebox';
import { fail } from '../errors.ts';
import { routesOf } from '../http/describe-route.ts';
import { Id, IdParams, listOf, orderedQuery, queryOf, Time } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { PaymentSchema, PaymentStatus, PaymentWithRefunds } from './payments.schemas.ts';
import { listPayments, readPayment } from './payments.ts';

const describe = routesOf('Payments');

const Query = queryOf({
  ...orderedQuery,
  status: Type.Optional(PaymentStatus),
  contactId: Type.Optional(Id),
  invoiceId: Type.Optional(Id),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
});

export function paymentsRoutes(app: App): void {
  app.get(
    '/payments',
    describe('payments:read', 'listPayments', 'List payments', { querystring: Query, 200: listOf(PaymentSchema) }),
    async (request) => listPayments(request.ctx, request.query),
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
