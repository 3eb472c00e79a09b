// Shapes of payments and refunds.

import Type from 'typebox';
import { nullable, Time } from '../http/schemas.ts';

const text = nullable(Type.String());

export const PaymentStatus = Type.Enum(['open', 'processing', 'succeeded', 'failed', 'canceled', 'expired'], {
  title: 'PaymentStatus',
});
export const RefundStatus = Type.Enum(['pending', 'succeeded', 'failed', 'canceled'], { title: 'RefundStatus' });
export const RefundReason = Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer'], { title: 'RefundReason' });

export const Amount = Type.Integer({
  minimum: 1,
  maximum: 99_999_999_999,
  description: 'In the smallest unit of the currency: cents for usd, whole yen for jpy',
});

const Money = Type.Integer({ minimum: 0, description: 'In the smallest unit of the currency' });

export const PaymentSchema = Type.Object(
  {
    id: Type.String(),
    paymentIntentId: nullable(Type.String({ description: "The processor's id" })),
    checkoutSessionId: text,
    amount: Money,
    currency: Type.String(),
    amountReceived: Money,
    amountRefunded: Money,
    status: PaymentStatus,
    disputed: Type.Boolean(),
    description: text,
    contactId: text,
    invoiceId: text,
    submissionId: text,
    failureMessage: text,
    createdAt: Time,
    updatedAt: Time,
    paidAt: nullable(Time),
  },
  { title: 'Payment', description: 'A charge, from the attempt to its refunds' },
);

export const PaymentRefund = Type.Object(
  {
    id: Type.String(),
    processorRefundId: text,
    paymentId: Type.String(),
    amount: Money,
    currency: Type.String(),
    status: RefundStatus,
    reason: text,
    failureMessage: text,
    createdAt: Time,
  },
  { title: 'PaymentRefund', description: 'A refund of a payment' },
);

export const PaymentWithRefunds = Type.Object(
  {
    ...PaymentSchema.properties,
    refunds: Type.Array(PaymentRefund),
  },
  { title: 'PaymentWithRefunds', description: 'A payment and its refunds' },
);
