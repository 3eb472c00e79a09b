// Payments: hosted checkout, refunds, the payments themselves, and their webhooks.

import type {
  ListPaymentsQuery,
  NewCheckout,
  NewRefund,
  Payment,
  PaymentEventName,
  PaymentPatch,
  PaymentWithRefunds,
  Refund,
  ReservationDecision,
} from './api-types.ts';
import { type CreateOptions, keyed, type Readable, readableAt } from './collection.ts';
import type { CallOptions, Connection } from './connection.ts';
import { path } from './query.ts';
import { type AreaWebhooks, areaWebhooksAt } from './subscribers.ts';

type PaymentShape = { listed: Payment; one: PaymentWithRefunds; query: ListPaymentsQuery };

/** Payments, as pages use them and read them. */
export type PaymentArea = Readable<PaymentShape> & {
  /** Creates a hosted checkout session. Send the payer to `url`. */
  checkout(body: NewCheckout, options?: CreateOptions): Promise<{ url: string }>;
  /** Returns money to the payer: all that was paid, or a part. */
  refund(body: NewRefund, options?: CreateOptions): Promise<Refund>;
};

/** What those who look after payments do as well. */
export type AdminPaymentArea = PaymentArea & {
  /** With `{ review: null }`: a person has looked at it. */
  update(id: string, patch: PaymentPatch, options?: CallOptions): Promise<PaymentWithRefunds>;
  /** Returns what was bought to the stock, or takes it again for a payment that was paid late. */
  decideReservation(id: string, decision: ReservationDecision, options?: CallOptions): Promise<PaymentWithRefunds>;
  /** The webhooks that get the events of payments. `client.webhooks` changes them. */
  webhooks: AreaWebhooks<PaymentEventName>;
};

/** Payments, as pages use them and read them. */
export function paymentArea(connection: Connection): PaymentArea {
  return {
    ...readableAt<PaymentShape>(connection, '/payments'),
    checkout: (body, options) => connection.request('POST', '/payments/checkout', { body, ...keyed(options) }),
    refund: (body, options) => connection.request('POST', '/payments/refund', { body, ...keyed(options) }),
  };
}

/** The same, with what those who look after payments do. */
export function adminPaymentArea(connection: Connection): AdminPaymentArea {
  return {
    ...paymentArea(connection),
    update: (id, body, options) => connection.request('PATCH', path`/payments/${id}`, { body, ...options }),
    decideReservation: (id, body, options) =>
      connection.request('PUT', path`/payments/${id}/reservation`, { body, ...options }),
    webhooks: areaWebhooksAt(connection, '/payments/webhooks'),
  };
}
