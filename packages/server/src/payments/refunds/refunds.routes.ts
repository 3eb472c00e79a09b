// Refunds over HTTP.

import Type from 'typebox';
import { routesOf } from '../../http/describe-route.ts';
import { bodyOf, Id, nullable, Time } from '../../http/schemas.ts';
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

const describe = routesOf('Payments');

export function refundsRoutes(app: App): void {
  app.post(
    '/payments/refund',
    describe('payments:write', 'createRefund', 'Refund a payment, fully or partially', {
      body: RefundBody,
      200: RefundAnswer,
      problems: [404, 429, 502, 503],
    }),
    async (request) => refundPayment(request.ctx, idFrom('ref', request.operation), request.body),
  );
}
