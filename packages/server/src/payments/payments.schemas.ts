// Shapes of payments and refunds.

import Type, { type Static } from 'typebox';
import { bodyOf, Id, nullable, orderedQuery, queryOf, Time } from '../http/schemas.ts';

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
    underpaid: Type.Boolean({
      description: 'Whether less was received than requested. The form is then not paid, and the invoice stays open',
    }),
    review: nullable(
      Type.String({
        description:
          'Why a person should look at it: what was reported of it makes no sense, or its invoice is void or was paid already',
      }),
    ),
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
export type Payment = Static<typeof PaymentSchema>;

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
export type PaymentRefund = Static<typeof PaymentRefund>;

export const PaymentWithRefunds = Type.Object(
  {
    ...PaymentSchema.properties,
    refunds: Type.Array(PaymentRefund),
  },
  { title: 'PaymentWithRefunds', description: 'A payment and its refunds' },
);

export const PaymentQuery = queryOf({
  ...orderedQuery,
  status: Type.Optional(PaymentStatus),
  refunded: Type.Optional(
    Type.Boolean({ description: 'Whether something of the payment was refunded. Its status stays `succeeded`' }),
  ),
  contactId: Type.Optional(Id),
  invoiceId: Type.Optional(Id),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
});
export type PaymentQuery = Static<typeof PaymentQuery>;

export const NewRefund = bodyOf(
  {
    paymentIntentId: Type.String({ ...Id, description: 'The ID of the payment intent, or of the payment' }),
    amount: Type.Optional(
      Type.Integer({
        ...Amount,
        description: 'In the smallest unit of the currency; the full remaining amount by default',
      }),
    ),
    reason: Type.Optional(RefundReason),
  },
  {
    title: 'NewRefund',
    examples: [{ paymentIntentId: 'pi_1', amount: 500, reason: 'requested_by_customer' }],
  },
);
export type RefundRequest = Static<typeof NewRefund>;

export const RefundSchema = Type.Object(
  {
    id: Type.String(),
    paymentIntentId: text,
    amount: Type.Integer({ minimum: 1 }),
    currency: Type.String(),
    reason: text,
    status: RefundStatus,
    createdAt: Time,
  },
  { title: 'Refund', description: 'A requested refund' },
);

export const RefundData = Type.Object(
  { ...PaymentRefund.properties, paymentIntentId: text, payment: nullable(PaymentSchema) },
  { title: 'RefundData', description: 'A refund and its payment' },
);
export type RefundData = Static<typeof RefundData>;

export const SubscriptionData = Type.Object(
  {
    id: Type.String(),
    status: Type.String(),
    customerId: text,
    currency: text,
    description: text,
    items: Type.Array(
      Type.Object({
        id: text,
        priceId: text,
        productId: text,
        quantity: Type.Integer(),
        unitAmount: nullable(Type.Number()),
        currency: text,
        interval: text,
        intervalCount: nullable(Type.Integer()),
      }),
    ),
    currentPeriodStart: nullable(Time),
    currentPeriodEnd: nullable(Time),
    cancelAtPeriodEnd: Type.Boolean(),
    cancelAt: nullable(Time),
    canceledAt: nullable(Time),
    endedAt: nullable(Time),
    trialStart: nullable(Time),
    trialEnd: nullable(Time),
    pauseBehavior: nullable(Type.String({ description: 'What happens to invoices while collection is paused' })),
    pausedUntil: nullable(Time),
    startedAt: nullable(Time),
  },
  {
    title: 'SubscriptionData',
    description: "A subscription of the processor in our own terms, with the processor's ids",
  },
);
export type SubscriptionData = Static<typeof SubscriptionData>;
