// Payments: hosted checkout, refunds, what was paid, and who is told.

import { type CreateOptions, keyed, type OrderedQuery, type Readable, readableAt } from './collection.ts';
import type { Connection } from './connection.ts';
import { type PaymentEventName, type Subscribers, subscribersAt } from './subscribers.ts';

export type PaymentStatus = 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'expired';
export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';
export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer';

export type NewCheckout = {
  /** In the smallest unit of the currency: cents for usd, whole yen for jpy. */
  amount: number;
  /** ISO 4217, lowercase. */
  currency: string;
  description?: string;
  contactId?: string;
  invoiceId?: string;
  /** Where the payer comes back to; `{CHECKOUT_SESSION_ID}` in it is filled in. */
  successUrl?: string;
  cancelUrl?: string;
};

export type NewRefund = {
  paymentIntentId: string;
  /** What is left, when absent. */
  amount?: number;
  reason?: RefundReason;
};

export type Refund = {
  id: string;
  paymentIntentId: string | null;
  amount: number;
  currency: string;
  reason: RefundReason | null;
  status: RefundStatus;
  createdAt: string;
};

export type Payment = {
  id: string;
  /** The processor's id. */
  paymentIntentId: string | null;
  checkoutSessionId: string | null;
  amount: number;
  currency: string;
  amountReceived: number;
  amountRefunded: number;
  status: PaymentStatus;
  disputed: boolean;
  description: string | null;
  contactId: string | null;
  invoiceId: string | null;
  submissionId: string | null;
  failureMessage: string | null;
  createdAt: string;
  updatedAt: string;
  paidAt: string | null;
};

/** A refund as its payment shows it. */
export type PaymentRefund = {
  id: string;
  processorRefundId: string | null;
  paymentId: string;
  amount: number;
  currency: string;
  status: RefundStatus;
  reason: string | null;
  failureMessage: string | null;
  createdAt: string;
};

export type PaymentQuery = OrderedQuery & {
  status?: PaymentStatus;
  contactId?: string;
  invoiceId?: string;
  from?: string;
  to?: string;
};

type PaymentShape = {
  listed: Payment;
  one: Payment & { refunds: PaymentRefund[] };
  query: PaymentQuery;
};

export type PaymentArea = Readable<PaymentShape> & {
  /** Makes a hosted checkout session: send the payer to `url`. */
  checkout(body: NewCheckout, options?: CreateOptions): Promise<{ url: string }>;
  refund(body: NewRefund, options?: CreateOptions): Promise<Refund>;
  webhooks: Subscribers<PaymentEventName>;
};

export function paymentArea(connection: Connection): PaymentArea {
  return {
    ...readableAt<PaymentShape>(connection, '/payments'),
    checkout: (body, options) => connection.request('POST', '/payments/checkout', { body, ...keyed(options) }),
    refund: (body, options) => connection.request('POST', '/payments/refund', { body, ...keyed(options) }),
    webhooks: subscribersAt(connection, '/payments/webhooks'),
  };
}
