// Payments over HTTP: reading them, refunds, what a person decides, and the processor's native events.

import Type from 'typebox';
import { type Context, inBackground, inTransaction, type ReadContext } from '../context/context.ts';
import { routesOf } from '../http/describe-route.ts';
import { exportRoutes } from '../http/export-routes.ts';
import { bodyOf, IdParams } from '../http/schemas.ts';
import type { App } from '../http/typed-app.ts';
import { fail } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { RecordedPayment, recordPayment } from './invoice-payments.ts';
import { receiveNativeEvent } from './native-events.ts';
import { publishFulfillment } from './payment-events.ts';
import { paymentTable } from './payment-export.ts';
import { NewRefund, PaymentSchema, PaymentWithRefunds, paymentList, RefundSchema } from './payments.schemas.ts';
import {
  endReview,
  findPayment,
  listPayments,
  lockPayment,
  moveReserved,
  pagePayments,
  readPayment,
} from './payments.ts';
import { refundPayment } from './refunds.ts';

const describe = routesOf('Payments');

export function paymentsRoutes(app: App): void {
  app.get(
    '/payments',
    describe('payments:read', 'listPayments', 'List payments', {
      querystring: paymentList.query,
      200: paymentList.page,
    }),
    async (request) => listPayments(inBackground(request.ctx), request.query),
  );

  exportRoutes(app, {
    ...{ tag: 'Payments', path: '/payments', access: 'payments:read' },
    ...{ operation: 'exportPayments', what: 'all matching payments' },
    query: paymentList.exportQuery,
    open: (ctx, { query }) => ({
      table: paymentTable,
      pages: pagePayments(inBackground(ctx), query),
      name: 'payments',
    }),
  });

  app.get(
    '/payments/:id',
    describe('payments:read', 'getPayment', 'Read a payment and its refunds, by its ID or its payment intent', {
      params: IdParams,
      200: PaymentWithRefunds,
    }),
    async (request) => {
      return read(request.ctx, request.params.id);
    },
  );

  app.patch(
    '/payments/:id',
    describe('payments:write', 'updatePayment', 'Say that a payment was looked at', {
      params: IdParams,
      body: bodyOf(
        { review: Type.Null({ description: 'Null: a person has looked at it' }) },
        { title: 'PaymentPatch', description: 'Changes of a payment', examples: [{ review: null }] },
      ),
      200: PaymentWithRefunds,
      config: { idempotency: 'none' },
    }),
    async (request) => {
      const { id } = request.params;
      await endReview(request.ctx, id);
      return read(request.ctx, id);
    },
  );

  app.put(
    '/payments/:id/reservation',
    describe('payments:write', 'replaceReservation', 'Decide what becomes of what was bought with a payment', {
      description:
        '`released` returns it to the stock, such as after a refund. `sold` takes it again for a payment that was paid late: its form counts as paid then.',
      params: IdParams,
      body: bodyOf(
        { status: Type.Enum(['sold', 'released'], { description: 'What becomes of it' }) },
        {
          title: 'ReservationDecision',
          description: 'What becomes of what was bought',
          examples: [{ status: 'released' }],
        },
      ),
      200: PaymentWithRefunds,
      problems: [409],
      config: { idempotency: 'none' },
    }),
    async (request) => {
      const { id } = request.params;
      await decideReservation(request.ctx, id, request.body.status);
      return read(request.ctx, id);
    },
  );
}

/** Mounted beside the invoices. */
export function invoicePaymentsRoutes(app: App): void {
  app.post(
    '/invoices/:id/payments',
    describe(
      'payments:write',
      'createInvoicePayment',
      'Record money that arrived for an invoice, by transfer or cash',
      {
        params: IdParams,
        body: RecordedPayment,
        201: PaymentSchema,
        problems: [409],
      },
    ),
    async (request, reply) => {
      const { params, body, operation } = request;
      const payment = await inTransaction(request.ctx, (ctx) => recordPayment(ctx, params.id, body, operation));
      reply.status(201).header('location', `${request.url.split('/invoices/')[0]}/payments/${payment.id}`);
      return payment;
    },
  );
}

async function read(ctx: ReadContext, id: string) {
  const payment = await readPayment(ctx, id);
  if (!payment) throw fail('payment_not_found');
  return payment;
}

// What a person decides about the stock of a payment: returned after a refund, or taken again for one that was paid late.

/** Throws payment_not_found, not_paid, nothing_reserved, sold_out. */
async function decideReservation(ctx: Context, idOrIntent: string, to: 'sold' | 'released'): Promise<void> {
  const found = await findPayment(ctx, idOrIntent);
  if (!found) throw fail('payment_not_found');
  await inTransaction(ctx, async (ctx) => {
    const row = await lockPayment(ctx, found.id);
    if (!row) throw fail('payment_not_found');
    if (row.reservationStatus === null) throw fail('nothing_reserved');
    // An open checkout holds it; the payer may pay at any moment.
    if (row.status !== 'succeeded') throw fail('not_paid');
    if (row.reservationStatus === to) return;
    const moved = await moveReserved(ctx, row, to);
    if (to === 'sold') await publishFulfillment(ctx, moved);
  });
}

// Refunds over HTTP.

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

// The receiver of the processor's native events, mounted at the origin. Signatures cover the raw bytes of a body.

const bodyLimitBytes = 1024 * 1024;

export function nativeEventsRoutes(app: App): void {
  app.register(async (scope) => {
    // A scope of its own: only this route gets its body unparsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      '/api/public/payments/webhook',
      {
        ...describe('signature', 'createProcessorEvent', "Receive the processor's native webhooks (signed by it)", {
          200: Type.Object(
            { received: Type.Literal(true, { description: 'It is stored and will be applied' }) },
            { title: 'ReceivedEvent', description: 'Confirms a native event' },
          ),
          problems: [413],
        }),
        bodyLimit: bodyLimitBytes,
      },
      async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const signature = request.headers['stripe-signature'];
        await receiveNativeEvent(request.ctx, body, Array.isArray(signature) ? signature[0] : signature);
        return { received: true as const };
      },
    );
  });
}
