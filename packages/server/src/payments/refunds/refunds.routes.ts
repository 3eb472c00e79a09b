// Refunds over HTTP.

import Type from 'typebox';
import { bodyOf, Id, nullable, problemsOf, Time } from '../../http/schemas.ts';
import type { App } from '../../http/typed-app.ts';
import { idFrom } from '../../lib/ids.ts';
import { Amount, RefundReason, RefundStatus } from '../payments.schemas.ts';
import { refundPayment } from './refunds.ts';

const RefundBody = bodyOf(
  {
    paymentIntentId: Id,
    amount: Type.Optional(Amount),
    reason: Type.Optional(RefundReason),
  },
  { title: 'NewRefund' },
);

const RefundAnswer = Type.Object(
  {
    id: Type.String(),
    paymentIntentId: nullable(Type.String()),
    amount: Type.Integer({ minimum: 1 }),
    currency: Type.String(),
    reason: nullable(Type.String()),
    status: RefundStatus,
    createdAt: Time,
  },
  { title: 'Refund', description: 'A requested refund' },
);

export function refundsRoutes(app: App): void {
  app.post(
    '/payments/refund',
    {
      config: { access: 'payments:write' },
      schema: {
        tags: ['Payments'],
        summary: 'Refund a payment, fully or partially',
        operationId: 'createRefund',
        body: RefundBody,
        response: { 200: RefundAnswer, ...problemsOf(400, 401, 403, 404, 409, 422, 429, 502, 503) },
      },
    },
    async (request) => refundPayment(request.ctx, idFrom('ref', request.operation), request.body),
  );
}
