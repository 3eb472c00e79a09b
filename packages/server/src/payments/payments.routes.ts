// Reading payments over HTTP.

import Type from 'typebox';
import { fail } from '../errors.ts';
import { Id, IdParams, listOf, orderedQuery, problemsOf, queryOf, Time } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { PaymentSchema, PaymentStatus, PaymentWithRefunds } from './payments.schemas.ts';
import { listPayments, readPayment } from './payments.ts';

const tags = ['Payments'];

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
    {
      config: { access: 'payments:read' },
      schema: {
        tags,
        summary: 'List payments',
        operationId: 'listPayments',
        querystring: Query,
        response: { 200: listOf(PaymentSchema), ...problemsOf(400, 401, 403) },
      },
    },
    async (request) => listPayments(request.ctx, request.query),
  );

  app.get(
    '/payments/:id',
    {
      config: { access: 'payments:read' },
      schema: {
        tags,
        summary: 'Read a payment and its refunds, by its ID or its payment intent',
        operationId: 'getPayment',
        params: IdParams,
        response: { 200: PaymentWithRefunds, ...problemsOf(401, 403, 404) },
      },
    },
    async (request) => {
      const payment = await readPayment(request.ctx, request.params.id);
      if (!payment) throw fail('payment_not_found');
      return payment;
    },
  );
}
