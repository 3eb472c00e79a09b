// Refunds over HTTP.

import { routesOf } from '../http/describe-route.ts';
import type { App } from '../http/typed-app.ts';
import { idFrom } from '../lib/ids.ts';
import { NewRefund, RefundSchema } from './payments.schemas.ts';
import { refundPayment } from './refunds.ts';

const describe = routesOf('Payments');

export function refundsRoutes(app: App): void {
  app.post(
    '/payments/refund',
    describe('payments:write', 'createRefund', 'Refund a payment, fully or partially', {
      body: NewRefund,
      200: RefundSchema,
      problems: [404, 502],
    }),
    async (request) => refundPayment(request.ctx, idFrom('ref', request.operation), request.body),
  );
}
