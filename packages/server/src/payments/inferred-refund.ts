// A charge can report how much of it was refunded without naming the refunds. What no known refund explains becomes an
// inferred refund, until the processor reports its own: those take its place and are not published again.

import { timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';

type RefundRow = Row<'refunds'>;

const pattern = /:refunded:(\d+)-(\d+)$/;

/**
 * The id and amount of a refund for what is unexplained of `refunded`, the sum that a charge reports; null if there is
 * nothing. `before`: the sum before the refund that is reported, null if the charge does not say.
 */
export async function inferRefund(
  ctx: WriteContext,
  paymentId: string,
  charge: { chargeId: string; refunded: number; before: number | null },
): Promise<{ id: string; amount: number } | null> {
  const { chargeId, refunded, before } = charge;
  const rows = await ctx.db.selectFrom('refunds').selectAll().where('paymentId', '=', paymentId).execute();
  // A refund that has failed since was part of the sum when it was reported.
  const counted = rows.filter(({ status, processorRefundId }) => isCounted(status) || processorRefundId !== null);
  const below = counted.filter(({ processorRefundId }) => startOf(processorRefundId) < refunded);
  const missing = refunded - below.reduce((total, { amount }) => total + amount, 0);
  const amount = before === null ? missing : Math.min(missing, refunded - before);
  const id = `${chargeId}:refunded:${refunded - amount}-${refunded}`;
  if (amount <= 0 || rows.some((row) => row.processorRefundId === id)) return null;
  return { id, amount };
}

function isCounted(status: RefundRow['status']): boolean {
  return status === 'succeeded' || status === 'pending';
}

/** Where an inferred refund begins in the sum of the charge; -1 for the processor's own. */
function startOf(processorRefundId: string | null): number {
  const found = pattern.exec(processorRefundId ?? '');
  return found ? Number(found[1]) : -1;
}

/**
 * The row for a refund of the processor that an inferred one covers: that row itself, or `newRow` with its share of the
 * amount. Undefined if no inferred refund covers it.
 */
export async function takeInferred(ctx: WriteContext, newRow: RefundRow): Promise<RefundRow | undefined> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .selectAll()
    .where('paymentId', '=', newRow.paymentId)
    .where('status', '=', 'succeeded')
    .orderBy('id')
    .execute();
  const inferred = rows.filter((row) => isInferred(row.processorRefundId));
  const same = inferred.find((row) => row.amount === newRow.amount);
  if (same) return same;
  const larger = inferred.find((row) => row.amount > newRow.amount);
  if (!larger) return undefined;
  await ctx.db
    .updateTable('refunds')
    .set({ amount: larger.amount - newRow.amount, updatedAt: timeOf(ctx) })
    .where('id', '=', larger.id)
    .execute();
  const published = { ...newRow, status: 'succeeded' as const };
  return ctx.db.insertInto('refunds').values(published).returningAll().executeTakeFirstOrThrow();
}

export function isInferred(processorRefundId: string | null): boolean {
  return pattern.test(processorRefundId ?? '');
}
