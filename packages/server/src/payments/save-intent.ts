// What the processor says of a payment intent, brought into our payment: one path for its events, sessions, refunds,
// our own questions and the reconciliation. The row is made on first sight.

import { type ReadContext, timeOf, type WriteContext } from '../context.ts';
import { findInvoice as findInvoiceOf } from '../crm/paid-invoices.ts';
import { newId } from '../lib/ids.ts';
import type { IntentNews } from './intent-news.ts';
import { firstContact, resolvePayer } from './payer.ts';
import { nextStatus, type PaymentStatus } from './payment-status.ts';
import { lockPayment, type PaymentRow, paymentRow, updatePayment } from './payments.ts';
import { type Intent, idOf, objectOf, type ProcessorObject, type Session } from './processor-objects.ts';
import { deservesHold, holdSuccess, publishSuccess, tellFailure } from './tell-payment.ts';

/** Brings the news into our row, made if it is new, and tells of what changed. Answers the row, locked. */
export async function saveIntent(ctx: WriteContext, news: IntentNews): Promise<PaymentRow> {
  const { intent, failure } = news;
  const isHeld = await deservesHold(ctx, news);
  const before = await describeIntent(ctx, await lockOrMake(ctx, news), news);
  if (before.status === 'succeeded') {
    if (failure && !failure.isEcho) await tellFailure(ctx, before, intent.id, failure);
    return before;
  }
  let row = before;
  if (failure) {
    row = await updatePayment(ctx, row, {
      status: nextStatus(row.status, 'failed'),
      failureMessage: failure.message ?? row.failureMessage,
    });
    await tellFailure(ctx, row, intent.id, failure);
  }
  const status = nextStatus(row.status, intent.reports);
  if (status !== 'succeeded') {
    return updatePayment(ctx, row, { status, failureMessage: row.failureMessage ?? intent.failureMessage });
  }
  const paid = await updatePayment(ctx, row, {
    status,
    amountReceived: intent.amountReceived,
    failureMessage: null,
    paidAt: timeOf(ctx),
  });
  warnOfMismatch(ctx, paid, intent);
  if (isHeld) await holdSuccess(ctx, paid.id);
  else await publishSuccess(ctx, paid);
  return paid;
}

/** What tells the tries of one intent apart: the charge, or else the event. */
export function causeOf(intent: Intent, event: { id: string; object: ProcessorObject }): string {
  return intent.chargeId ?? idOf(objectOf(event.object.last_payment_error)?.charge) ?? event.id;
}

async function lockOrMake(ctx: WriteContext, news: IntentNews): Promise<PaymentRow> {
  const { intent } = news;
  const known = await ctx.dialect
    .lockRows(ctx.db.selectFrom('payments').selectAll().where('paymentIntentId', '=', intent.id))
    .executeTakeFirst();
  // Paid, or nobody's but its own: nothing of ours can be behind it.
  if (known && (known.status === 'succeeded' || intent.hints.payment === known.id)) return known;
  const own = await lockOwn(ctx, news);
  if (known) return own && own.paymentIntentId === null ? absorb(ctx, own, known) : known;
  if (own) return own.status === 'succeeded' ? own : updatePayment(ctx, own, { paymentIntentId: intent.id });
  const row = paymentRow(ctx, {
    id: newId('pay'),
    amount: intent.amount,
    currency: intent.currency,
    description: intent.description,
    paymentIntentId: intent.id,
    checkoutSessionId: null,
    livemode: intent.livemode ? 1 : 0,
    createdAt: intent.createdAt,
  });
  await ctx.db
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.column('paymentIntentId').doNothing())
    .execute();
  return ctx.dialect
    .lockRows(ctx.db.selectFrom('payments').selectAll().where('paymentIntentId', '=', intent.id))
    .executeTakeFirstOrThrow();
}

/**
 * A refund that was heard of before its payment made a row for an intent nobody could tell more of. Now that the intent
 * says that it is `own`'s, its books go over there.
 */
async function absorb(ctx: WriteContext, own: PaymentRow, stray: PaymentRow): Promise<PaymentRow> {
  if (own.id === stray.id) return own;
  await ctx.db.updateTable('refunds').set({ paymentId: own.id }).where('paymentId', '=', stray.id).execute();
  await ctx.db.deleteFrom('payments').where('id', '=', stray.id).execute();
  const { paymentIntentId, amountRefunded, amountPending, disputed } = stray;
  return updatePayment(ctx, own, { paymentIntentId, amountRefunded, amountPending, disputed });
}

/**
 * The payment this intent was begun for: its metadata says so and the money fits. What is paid a second time, by another
 * intent, is a payment of its own, to be seen and given back.
 */
async function lockOwn(ctx: WriteContext, { intent, session }: IntentNews): Promise<PaymentRow | undefined> {
  const id = intent.hints.payment ?? session?.paymentId ?? (await findBySession(ctx, session));
  const found = id === null ? undefined : await lockPayment(ctx, id);
  if (!found || found.currency !== intent.currency) return undefined;
  const isPaidAgain =
    found.status === 'succeeded' && found.paymentIntentId !== intent.id && intent.reports === 'succeeded';
  return isPaidAgain ? undefined : found;
}

/** Everything but the state: ids, amounts received, the contact and the invoice. */
async function describeIntent(ctx: WriteContext, row: PaymentRow, news: IntentNews): Promise<PaymentRow> {
  const { intent, session } = news;
  const customerId = intent.payer.customerId ?? session?.payer.customerId ?? row.customerId;
  const email = row.email ?? session?.payer.email ?? intent.payer.email;
  // What we asked for stays as it was asked; what was begun elsewhere follows the processor.
  const isOurs = row.checkoutAttempts > 0 || row.submissionId !== null;
  return updatePayment(ctx, row, {
    amount: isOurs || row.amountReceived > 0 ? row.amount : intent.amount,
    chargeId: chargeOf(row, intent),
    customerId,
    email,
    description: row.description ?? intent.description,
    livemode: intent.livemode ? 1 : row.livemode,
    checkoutSessionId: row.checkoutSessionId ?? (await unusedSession(ctx, session)),
    contactId: await findContact(ctx, row, news),
    invoiceId: row.invoiceId ?? (await findInvoice(ctx, news)),
  });
}

/** The charge that succeeded, or the last one tried: a late word of an earlier try does not replace it. */
function chargeOf(row: PaymentRow, { chargeId, reports }: Intent): string | null {
  if (row.status === 'succeeded' && reports !== 'succeeded') return row.chargeId;
  return chargeId ?? row.chargeId;
}

async function findBySession(ctx: ReadContext, session: Session | undefined): Promise<string | null> {
  if (!session) return null;
  const query = ctx.db.selectFrom('payments').select('id').where('checkoutSessionId', '=', session.id);
  return (await query.executeTakeFirst())?.id ?? null;
}

async function unusedSession(ctx: ReadContext, session: Session | undefined): Promise<string | null> {
  if (!session) return null;
  return (await findBySession(ctx, session)) === null ? session.id : null;
}

async function findContact(
  ctx: WriteContext,
  row: PaymentRow,
  { intent, session, invoice }: IntentNews,
): Promise<string | null> {
  const customerId = intent.payer.customerId ?? session?.payer.customerId ?? null;
  const hints = [intent.hints, session?.hints, invoice?.hints];
  const hinted = [...hints.map((each) => each?.contact), ...hints.map((each) => each?.contactGuess)];
  const contactId = row.contactId ?? (await firstContact(ctx, hinted));
  const person = (name: 'email' | 'name' | 'phone'): string | null =>
    session?.payer[name] ?? intent.payer[name] ?? invoice?.payer[name] ?? null;
  return resolvePayer(ctx, {
    contactId,
    customerId,
    email: person('email') ?? row.email,
    name: person('name'),
    phone: person('phone'),
  });
}

async function findInvoice(ctx: WriteContext, { intent, session, invoice }: IntentNews) {
  const hints = [intent.hints, session?.hints];
  for (const hinted of [...hints.map((each) => each?.invoice), ...hints.map((each) => each?.invoiceGuess)]) {
    if (!hinted) continue;
    const found = await ctx.db.selectFrom('invoices').select('id').where('id', '=', hinted).executeTakeFirst();
    if (found) return found.id;
  }
  const processorId = invoice?.facts.processorInvoiceId ?? session?.invoiceId ?? intent.invoiceId;
  return processorId ? findInvoiceOf(ctx, processorId) : null;
}

function warnOfMismatch(ctx: WriteContext, row: PaymentRow, intent: Intent): void {
  if (row.amount === intent.amountReceived) return;
  const { id, amount } = row;
  ctx.log.warn(
    { payment: id, amount, amountReceived: intent.amountReceived },
    'another amount was paid than asked for',
  );
}

/** A checkout session that ended without a payment, or waits for the bank. */
export async function saveSessionStatus(ctx: WriteContext, session: Session, report: PaymentStatus): Promise<void> {
  const found = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('checkoutSessionId', '=', session.id)
    .executeTakeFirst();
  const row = found && (await lockPayment(ctx, found.id));
  // A payment that has been given a new session does not care about the old one.
  if (!row || row.checkoutSessionId !== session.id) return;
  await updatePayment(ctx, row, { status: nextStatus(row.status, report) });
}
