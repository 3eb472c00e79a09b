// What the processor says of a refund, brought into our row: one path for its events, its answers to us and the
// reconciliation. A refund that was made at the processor's dashboard gets its row on first sight.

import { timeOf, type WriteContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import { publish } from '../events/events.ts';
import { newId } from '../lib/ids.ts';
import { type PaymentRow, updatePayment } from './payments.ts';
import type { Refund, RefundStatus } from './processor-objects.ts';
import { isStandIn, takeStandIn } from './stand-in-refund.ts';

export type RefundRow = Row<'refunds'>;

/** State → the reports that change it. What was given back may still come back: a bank can refuse it later. */
const moves: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed', 'canceled'],
  failed: ['canceled'],
  canceled: [],
};

/** The state of a refund after a report, whatever the order and number of the reports. */
export function nextRefundStatus(status: RefundStatus, report: RefundStatus): RefundStatus {
  return moves[status].includes(report) ? report : status;
}

/** Brings a refund into the locked payment's books and tells of it once it has succeeded. Answers the row. */
export async function saveRefund(ctx: WriteContext, payment: PaymentRow, refund: Refund): Promise<RefundRow> {
  const before = await findOrMake(ctx, payment, refund);
  const status = nextRefundStatus(before.status, refund.status);
  const row = await updateRefund(ctx, before, {
    processorRefundId: refund.id,
    amount: refund.amount,
    reason: before.reason ?? refund.reason,
    status,
    failureMessage: status === 'failed' ? (refund.failureMessage ?? before.failureMessage) : before.failureMessage,
  });
  const counted = await countRefunds(ctx, payment);
  if (status === 'succeeded' && before.status !== 'succeeded') {
    await publish(ctx, 'payment.refunded', {
      key: `refunded:${refund.id}`,
      subject: payment.id,
      contactId: payment.contactId,
      data: { paymentId: payment.id, refundId: row.id, submissionId: payment.submissionId },
      facts: { payment: counted, refund: row },
    });
  }
  return row;
}

/** The processor has refused it: what it reserved of the locked payment is free again. */
export async function failRefund(ctx: WriteContext, payment: PaymentRow, id: string, why: string): Promise<void> {
  await ctx.db
    .updateTable('refunds')
    .set({ status: 'failed', failureMessage: why, updatedAt: timeOf(ctx) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('processorRefundId', 'is', null)
    .execute();
  await countRefunds(ctx, payment);
}

/** The payment's totals are the sums of its refunds: counted anew, they cannot drift. */
export async function countRefunds(ctx: WriteContext, payment: PaymentRow): Promise<PaymentRow> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .select(['status', 'amount'])
    .where('paymentId', '=', payment.id)
    .execute();
  const sumOf = (status: RefundStatus): number =>
    rows.filter((row) => row.status === status).reduce((sum, row) => sum + row.amount, 0);
  return updatePayment(ctx, payment, { amountRefunded: sumOf('succeeded'), amountPending: sumOf('pending') });
}

async function findOrMake(ctx: WriteContext, payment: PaymentRow, refund: Refund): Promise<RefundRow> {
  const refunds = ctx.db.selectFrom('refunds').selectAll();
  const known = await refunds.where('processorRefundId', '=', refund.id).executeTakeFirst();
  if (known) return known;
  const own =
    refund.hints.refund === null
      ? undefined
      : await refunds
          .where('id', '=', refund.hints.refund)
          .where('paymentId', '=', payment.id)
          .where('processorRefundId', 'is', null)
          .executeTakeFirst();
  if (own) return own;
  const row = newRow(ctx, payment, refund);
  const standIn = isStandIn(refund.id) ? undefined : await takeStandIn(ctx, payment, refund, row);
  return standIn ?? ctx.db.insertInto('refunds').values(row).returningAll().executeTakeFirstOrThrow();
}

function newRow(ctx: WriteContext, payment: PaymentRow, refund: Refund): RefundRow {
  return {
    id: newId('ref'),
    paymentId: payment.id,
    processorRefundId: refund.id,
    amount: refund.amount,
    currency: refund.currency,
    reason: refund.reason,
    status: 'pending',
    failureMessage: null,
    createdAt: refund.createdAt,
    updatedAt: timeOf(ctx),
  };
}

async function updateRefund(ctx: WriteContext, row: RefundRow, changes: Partial<RefundRow>): Promise<RefundRow> {
  const names = Object.keys(changes) as (keyof RefundRow)[];
  if (names.every((name) => changes[name] === row[name])) return row;
  return ctx.db
    .updateTable('refunds')
    .set({ ...changes, updatedAt: timeOf(ctx) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
