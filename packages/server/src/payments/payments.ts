// Payments: each one is a charge, from the attempt to its refunds.

import { type Context, inTransaction, type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, slot, slotsFor } from '../database/kept-queries.ts';
import { eachRecord, listRecords, type RecordPage } from '../database/record-list.ts';
import { updateRow } from '../database/update-row.ts';
import { fail } from '../lib/errors.ts';
import { idFrom } from '../lib/ids.ts';
import { type PaymentLines, paymentLines } from './payment-lines.ts';
import { type Payment, type PaymentQuery, type PaymentRefund, paymentList } from './payments.schemas.ts';
import { moveReservation, type Reservation } from './reservations.ts';

export type PaymentRow = Row<'payments'>;

export type NewPayment = {
  /** `pay_…`, from the caller's operation (idFrom), so that a retry finds the row of the first attempt. */
  id: string;
  amount: number;
  currency: string;
  description: string | null;
  contactId: string | null;
  invoiceId: string | null;
  submissionId: string | null;
  email: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  /** What is bought; its price is already worked out. */
  bought?: PaymentLines & { reservation: Reservation };
};

const queries = keptQueries();

/** A new payment to insert. */
export function newPaymentRow(ctx: WriteContext, payment: Partial<PaymentRow> & Pick<NewPayment, 'id'>) {
  const now = timeOf(ctx);
  return {
    status: 'open' as const,
    amount: 0,
    currency: 'usd',
    amountReceived: 0,
    amountRefunded: 0,
    amountPending: 0,
    disputed: 0 as const,
    checkoutAttempts: 0,
    livemode: 0 as const,
    version: 1,
    createdAt: now,
    updatedAt: now,
    ...payment,
  };
}

/** Stores an open payment, and returns it unless its id exists. Its first checkout session is about to be requested. */
export async function openPayment(
  ctx: WriteContext,
  { bought, ...payment }: NewPayment,
): Promise<PaymentRow | undefined> {
  const row = newPaymentRow(ctx, { checkoutAttempts: 1, ...payment, ...(bought && columnsOf(ctx, bought)) });
  const [stored] = await queries.run(ctx, `open ${Object.keys(row)}`, row, () =>
    ctx.db
      .insertInto('payments')
      .values(slotsFor(row))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll(),
  );
  return stored;
}

function columnsOf(ctx: WriteContext, { reservation, ...bought }: NonNullable<NewPayment['bought']>) {
  return {
    lines: JSON.stringify(bought satisfies PaymentLines),
    reservation: JSON.stringify(reservation),
    reservationStatus: 'held' as const,
    checkoutExpiresAt: endOfHold(ctx, reservation),
  };
}

/** When a checkout that begins now ends. A processor accepts no less than 30 minutes, counted from when it is asked. */
function endOfHold(ctx: WriteContext, { holdMinutes }: Reservation): string {
  return timeOf(ctx, (holdMinutes + 1) * 60_000);
}

/** When the next checkout of a payment ends; null if the processor decides. */
export function nextExpiry(ctx: WriteContext, { reservation }: Pick<PaymentRow, 'reservation'>): string | null {
  return reservation === null ? null : endOfHold(ctx, JSON.parse(reservation) as Reservation);
}

/** The row, locked until the transaction ends. */
export async function lockPayment(ctx: WriteContext, id: string): Promise<PaymentRow | undefined> {
  const [row] = await queries.run(ctx, 'lock', { id }, () =>
    ctx.dialect.lockRows(ctx.db.selectFrom('payments').selectAll().where('id', '=', slot('id'))),
  );
  return row;
}

/** Updates a locked row; its version counts up only if something changes. What it has reserved follows its status. */
export async function updatePayment(
  ctx: WriteContext,
  row: PaymentRow,
  changes: Partial<PaymentRow>,
): Promise<PaymentRow> {
  const reserved = row.reservationStatus === null ? {} : await followStatus(ctx, row, changes);
  const stamp = { version: row.version + 1, updatedAt: timeOf(ctx) };
  return updateRow(ctx, 'payments', row, { ...changes, ...reserved }, stamp);
}

const reservationAt: Partial<Record<PaymentRow['status'], 'held' | 'sold' | 'released'>> = {
  succeeded: 'sold',
  expired: 'released',
  canceled: 'released',
};

const notAvailable = 'It was paid after its checkout had ended, and what was bought is sold out';

/** What a new status of the payment, or a new checkout, makes of its reservation. Throws sold_out. */
async function followStatus(ctx: WriteContext, row: PaymentRow, changes: Partial<PaymentRow>) {
  const { status = row.status, reservationStatus } = changes;
  // Decided by the caller; or it was settled, and what happened since changes nothing.
  if (reservationStatus !== undefined || status === row.status) return {};
  const target = reservationAt[status] ?? (status === 'open' ? 'held' : null);
  if (target === null) return {};
  const moved = await moveReservation(ctx, row, target);
  if (target === 'held' && moved !== 'held') throw fail('sold_out');
  if (moved !== 'unavailable') return { reservationStatus: moved };
  return { reservationStatus: moved, review: changes.review ?? row.review ?? notAvailable };
}

/** Gives back what a locked payment has reserved, or takes it again. Throws sold_out. */
export async function moveReserved(ctx: WriteContext, row: PaymentRow, to: 'sold' | 'released'): Promise<PaymentRow> {
  const reservationStatus = await moveReservation(ctx, row, to);
  if (reservationStatus !== to) throw fail('sold_out');
  const review = row.review === notAvailable ? null : row.review;
  return updatePayment(ctx, row, { reservationStatus, review });
}

/** Whether it was paid, but what was bought went to others. Then its form is not paid, until a person has decided. */
export function isUnavailable({ reservationStatus }: PaymentRow): boolean {
  return reservationStatus === 'unavailable';
}

/** A person has looked at it. Throws payment_not_found. */
export async function endReview(ctx: Context, idOrIntent: string): Promise<void> {
  const found = await findPayment(ctx, idOrIntent);
  await inTransaction(ctx, async (ctx) => {
    const row = found && (await lockPayment(ctx, found.id));
    if (!row) throw fail('payment_not_found');
    await updatePayment(ctx, row, { review: null });
  });
}

/** By our id or by the processor's payment intent. */
export async function findPayment(ctx: ReadContext, id: string): Promise<PaymentRow | undefined> {
  return ctx.db
    .selectFrom('payments')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', id), eb('paymentIntentId', '=', id)]))
    .executeTakeFirst();
}

/** Whether we requested it, and so decided its amount. Others are made at the processor. */
export function isRequested({ checkoutAttempts, submissionId }: PaymentRow): boolean {
  return checkoutAttempts > 0 || submissionId !== null;
}

/** The id of the invoice that a paid submission gets (docs/decisions/0006); null for other payments. */
export function ownInvoice({ id, submissionId }: PaymentRow): string | null {
  return submissionId === null ? null : idFrom('inv', id);
}

/** Whether less was received than we requested. Then nothing counts as paid, until a person has looked at it. */
export function isUnderpaid(row: PaymentRow): boolean {
  return row.status === 'succeeded' && isRequested(row) && row.amountReceived < row.amount;
}

/** The payment with this id as in the API and in events; null for an unknown id. */
export async function describePayment(ctx: ReadContext, id: string | null): Promise<Payment | null> {
  if (id === null) return null;
  const row = await ctx.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? paymentJson(row) : null;
}

/** A refund as in the API and in events. */
export function refundJson(refund: Row<'refunds'>): PaymentRefund {
  const { id, processorRefundId, paymentId, amount, currency, status, reason, failureMessage, createdAt } = refund;
  return { id, processorRefundId, paymentId, amount, currency, status, reason, failureMessage, createdAt };
}

/** A payment as in the API and in events. */
export function paymentJson(row: PaymentRow): Payment {
  return {
    id: row.id,
    paymentIntentId: row.paymentIntentId,
    checkoutSessionId: row.checkoutSessionId,
    amount: row.amount,
    currency: row.currency,
    amountReceived: row.amountReceived,
    amountRefunded: row.amountRefunded,
    status: row.status,
    disputed: row.disputed === 1,
    underpaid: isUnderpaid(row),
    review: row.review,
    description: row.description,
    contactId: row.contactId,
    invoiceId: row.invoiceId,
    submissionId: row.submissionId,
    method: row.method,
    reference: row.reference,
    failureMessage: row.failureMessage,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    paidAt: row.paidAt,
    ...boughtJson(row),
  };
}

/** What was bought, as in the API and in events; nothing for a payment with a single price. */
export function boughtJson(row: Pick<PaymentRow, 'lines' | 'reservationStatus'>) {
  const stored = paymentLines(row);
  if (stored === null) return null;
  const { vatIdCheck: _, ...bought } = stored;
  return { ...bought, reservation: row.reservationStatus ?? 'released' };
}

export function listPayments(ctx: ReadContext, query: PaymentQuery): Promise<RecordPage<Payment>> {
  return listRecords(matchPayments(ctx, query), paymentList, query, paymentJson);
}

/** The same in pages, for exports. Throws invalid_query. */
export function pagePayments(ctx: ReadContext, query: PaymentQuery): AsyncGenerator<Payment[]> {
  return eachRecord(matchPayments(ctx, query), paymentList, query, paymentJson);
}

function matchPayments(ctx: ReadContext, query: PaymentQuery) {
  let payments = ctx.db.selectFrom('payments').selectAll();
  if ((query as Record<string, unknown>)['amountRefunded[gt]'] === 0) {
    // The same once more, but found by an index.
    const refunds = ctx.db.selectFrom('refunds').select('paymentId').where('status', '=', 'succeeded');
    payments = payments.where('id', 'in', refunds);
  }
  return payments;
}

/** A payment with its refunds, oldest first. */
export async function readPayment(ctx: ReadContext, id: string) {
  const row = await findPayment(ctx, id);
  if (!row) return null;
  const refunds = await ctx.db
    .selectFrom('refunds')
    .selectAll()
    .where('paymentId', '=', row.id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return { ...paymentJson(row), refunds: refunds.map(refundJson) };
}
