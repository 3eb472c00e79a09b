// A charge can say how much of it was given back without saying by which refunds. What is not booked yet gets a refund
// that stands in, until the processor's own are heard of: those are the truth, and take its place without being told again.

import { timeOf, type WriteContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import type { PaymentRow } from './payments.ts';
import type { Refund } from './processor-objects.ts';

type RefundRow = Row<'refunds'>;

/** What a charge tells of its refunds, in sums since it was paid. */
export type RefundedSum = {
  chargeId: string;
  intentId: string | null;
  refunded: number;
  /** The sum before the refund that is told of; null where that is not said. */
  before: number | null;
  currency: string;
  hints: Refund['hints'];
  createdAt: string;
};

const pattern = /:refunded:(\d+)-(\d+)$/;

/** The refund that stands in for what is not booked of a locked payment; null where all is. */
export async function makeStandIn(ctx: WriteContext, payment: PaymentRow, sum: RefundedSum): Promise<Refund | null> {
  const rows = await ctx.db.selectFrom('refunds').selectAll().where('paymentId', '=', payment.id).execute();
  // A refund that has failed since was in the sum when this was sent.
  const booked = rows.filter(({ status, processorRefundId }) => isBooked(status) || processorRefundId !== null);
  const below = booked.filter(({ processorRefundId }) => startOf(processorRefundId) < sum.refunded);
  const missing = sum.refunded - below.reduce((total, { amount }) => total + amount, 0);
  const amount = sum.before === null ? missing : Math.min(missing, sum.refunded - sum.before);
  const id = `${sum.chargeId}:refunded:${sum.refunded - amount}-${sum.refunded}`;
  if (amount <= 0 || rows.some((row) => row.processorRefundId === id)) return null;
  const { chargeId, intentId, currency, hints, createdAt } = sum;
  const facts = { reason: null, status: 'succeeded' as const, failureMessage: null };
  return { id, intentId, chargeId, amount, currency, hints, createdAt, ...facts };
}

function isBooked(status: RefundRow['status']): boolean {
  return status === 'succeeded' || status === 'pending';
}

/** Where the money of a stand-in begins in the sum of the charge; real refunds have no place in it. */
function startOf(processorRefundId: string | null): number {
  const found = pattern.exec(processorRefundId ?? '');
  return found ? Number(found[1]) : -1;
}

/**
 * The row for a real refund whose money a stand-in has told of already: the stand-in's own, or one that takes its part
 * of it. Undefined where no stand-in covers it.
 */
export async function takeStandIn(
  ctx: WriteContext,
  payment: PaymentRow,
  refund: Refund,
  newRow: RefundRow,
): Promise<RefundRow | undefined> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .selectAll()
    .where('paymentId', '=', payment.id)
    .where('status', '=', 'succeeded')
    .orderBy('id')
    .execute();
  const standIns = rows.filter((row) => pattern.test(row.processorRefundId ?? ''));
  const same = standIns.find((row) => row.amount === refund.amount);
  if (same) return same;
  const larger = standIns.find((row) => row.amount > refund.amount);
  if (!larger) return undefined;
  await ctx.db
    .updateTable('refunds')
    .set({ amount: larger.amount - refund.amount, updatedAt: timeOf(ctx) })
    .where('id', '=', larger.id)
    .execute();
  const told = { ...newRow, status: 'succeeded' as const };
  return ctx.db.insertInto('refunds').values(told).returningAll().executeTakeFirstOrThrow();
}

export function isStandIn(processorRefundId: string): boolean {
  return pattern.test(processorRefundId);
}
