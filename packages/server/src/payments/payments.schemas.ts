// Shapes of payments and refunds.

import Type, { type Static } from 'typebox';
import { listOfRecords } from '../http/list-of-records.ts';
import { bodyOf, Id, nullable, Time } from '../http/schemas.ts';
import { PaymentDiscount, PaymentLine, taxMembers } from './payment-lines.ts';

const text = (description: string) => nullable(Type.String({ description }));

export const PaymentStatus = Type.Enum(['open', 'processing', 'succeeded', 'failed', 'canceled', 'expired'], {
  title: 'PaymentStatus',
  description: '`processing`: the bank has yet to confirm; `expired`: the checkout ended without a payment',
});
export const RefundStatus = Type.Enum(['pending', 'succeeded', 'failed', 'canceled'], {
  title: 'RefundStatus',
  description: '`pending` until the processor reports the result',
});
export const RefundReason = Type.Enum(['duplicate', 'fraudulent', 'requested_by_customer'], {
  title: 'RefundReason',
  description: 'What the processor is given as the reason',
});

export const PaymentMethod = Type.Enum(['transfer', 'cash', 'card', 'credit', 'other'], {
  title: 'PaymentMethod',
  description: 'How money arrived without the payment processor; `credit` is what the contact had paid too much before',
});

export const Amount = Type.Integer({
  minimum: 1,
  maximum: 99_999_999_999,
  description: 'In the smallest unit of the currency: cents for usd, whole yen for jpy',
});

const Money = Type.Integer({ minimum: 0, description: 'In the smallest unit of the currency' });

export const ReservationStatus = Type.Enum(['held', 'sold', 'released', 'unavailable'], {
  title: 'ReservationStatus',
  description:
    'What became of the stock and places of a payment: `held` while the checkout is open, `released` if it ended unpaid or a person returned them to the stock; `unavailable` if it was paid after that, and they were sold to others',
});

/** What was bought. Payments with a single price have none of these. */
export const boughtMembers = {
  lines: Type.Optional(
    Type.Array(PaymentLine, { description: 'What was bought; absent if the form has a fixed price' }),
  ),
  discount: Type.Optional(nullable(PaymentDiscount)),
  ...taxMembers,
  reservation: Type.Optional(ReservationStatus),
};

export const PaymentSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the payment' }),
    paymentIntentId: nullable(Type.String({ description: "The processor's id" })),
    checkoutSessionId: text("The processor's ID of the checkout"),
    amount: Money,
    currency: Type.String({ description: 'ISO 4217, lowercase' }),
    amountReceived: Money,
    amountRefunded: Money,
    status: PaymentStatus,
    disputed: Type.Boolean({ description: 'Whether the payer has disputed it with the bank' }),
    underpaid: Type.Boolean({
      description: 'Whether less was received than requested. The form is then not paid, and the invoice stays open',
    }),
    review: nullable(
      Type.String({
        description:
          'Why a person should look at it, until one says (`PATCH`) that someone has: what was reported of it makes no sense, a refund failed, or its invoice is void or was paid already',
      }),
    ),
    description: text('What it is for, as the payer sees it'),
    contactId: text('ID of the contact who pays'),
    invoiceId: text('ID of the invoice that it pays'),
    submissionId: text('ID of the submission that it pays'),
    method: nullable(PaymentMethod),
    reference: text('What a person noted of a payment that arrived without the processor'),
    failureMessage: text('Why the last attempt failed, in the words of the processor'),
    createdAt: Time,
    updatedAt: Time,
    paidAt: nullable({ ...Time, description: 'When it succeeded' }),
    ...boughtMembers,
  },
  { title: 'Payment', description: 'A charge, from the attempt to its refunds' },
);
export type Payment = Static<typeof PaymentSchema>;

export const PaymentRefund = Type.Object(
  {
    id: Type.String({ description: 'ID of the refund' }),
    processorRefundId: text("The processor's ID; null until it has responded"),
    paymentId: Type.String({ description: 'ID of the payment' }),
    amount: Money,
    currency: Type.String({ description: 'ISO 4217, lowercase' }),
    status: RefundStatus,
    reason: text('A `RefundReason`, or what the processor reports'),
    failureMessage: text('Why it failed, in the words of the processor'),
    createdAt: Time,
  },
  { title: 'PaymentRefund', description: 'A refund of a payment' },
);
export type PaymentRefund = Static<typeof PaymentRefund>;

export const PaymentWithRefunds = Type.Object(
  {
    ...PaymentSchema.properties,
    refunds: Type.Array(PaymentRefund, { description: 'The newest first' }),
  },
  { title: 'PaymentWithRefunds', description: 'A payment and its refunds' },
);

export const paymentList = listOfRecords({
  item: PaymentSchema,
  filters: [
    ...['status', 'contactId', 'invoiceId', 'submissionId', 'paymentIntentId', 'amount', 'amountReceived'],
    ...['amountRefunded', 'currency', 'disputed', 'review', 'paidAt', 'createdAt', 'updatedAt'],
  ],
  sort: ['-createdAt', 'updatedAt', 'paidAt', 'amount'],
});
export type PaymentQuery = Static<typeof paymentList.query>;

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
    restock: Type.Optional(
      Type.Boolean({
        description:
          'Whether all that was bought goes back to the stock once the refund has succeeded; false by default',
      }),
    ),
    creditNote: Type.Optional(
      Type.Boolean({
        description:
          'Whether the invoice of the payment, which must be issued, is credited with the same amount once the refund has succeeded; false by default',
      }),
    ),
  },
  {
    title: 'NewRefund',
    description: 'What to refund',
    examples: [{ paymentIntentId: 'pi_1', amount: 500, reason: 'requested_by_customer' }],
  },
);
export type RefundRequest = Static<typeof NewRefund>;

export const RefundSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the refund' }),
    paymentIntentId: text("The processor's ID of the payment intent"),
    amount: Type.Integer({ description: 'In the smallest unit of the currency', minimum: 1 }),
    currency: Type.String({ description: 'ISO 4217, lowercase' }),
    reason: text('The reason of the request'),
    status: RefundStatus,
    createdAt: Time,
  },
  { title: 'Refund', description: 'A requested refund' },
);

export const RefundData = Type.Object(
  {
    ...PaymentRefund.properties,
    paymentIntentId: text("The processor's ID of the payment intent"),
    payment: nullable(PaymentSchema),
  },
  { title: 'RefundData', description: 'A refund and its payment' },
);
export type RefundData = Static<typeof RefundData>;

export const SubscriptionData = Type.Object(
  {
    id: Type.String({ description: "The processor's ID of the subscription" }),
    status: Type.String({ description: 'In the words of the processor, such as `active`, `past_due` or `canceled`' }),
    customerId: text("The processor's ID of the customer"),
    currency: text('ISO 4217, lowercase'),
    description: text('What it is for'),
    items: Type.Array(
      Type.Object({
        id: text("The processor's ID of this part"),
        priceId: text("The processor's ID of the price"),
        productId: text("The processor's ID of the product"),
        quantity: Type.Integer({ description: 'How many of it' }),
        unitAmount: nullable(
          Type.Number({ description: 'Price of one, in the smallest unit of the currency; may have decimals' }),
        ),
        currency: text('ISO 4217, lowercase'),
        interval: text('`day`, `week`, `month` or `year`'),
        intervalCount: nullable(Type.Integer({ description: 'Number of intervals between two invoices' })),
      }),
      { description: 'What the customer has subscribed to' },
    ),
    currentPeriodStart: nullable({ ...Time, description: 'Begin of the time that is paid or being collected' }),
    currentPeriodEnd: nullable({ ...Time, description: 'End of that time' }),
    cancelAtPeriodEnd: Type.Boolean({ description: 'Whether it ends with the current period' }),
    cancelAt: nullable({ ...Time, description: 'When it will end' }),
    canceledAt: nullable({ ...Time, description: 'When it was canceled' }),
    endedAt: nullable({ ...Time, description: 'When it ended' }),
    trialStart: nullable({ ...Time, description: 'Begin of the free trial' }),
    trialEnd: nullable({ ...Time, description: 'End of the free trial' }),
    pauseBehavior: nullable(Type.String({ description: 'What happens to invoices while collection is paused' })),
    pausedUntil: nullable({ ...Time, description: 'When collection goes on' }),
    startedAt: nullable({ ...Time, description: 'When it began' }),
  },
  {
    title: 'SubscriptionData',
    description: "A subscription of the processor in our own terms, with the processor's ids",
  },
);
export type SubscriptionData = Static<typeof SubscriptionData>;
