// What the processor reports about a payment intent, brought into our payment: one path for its events, sessions and
// refunds, our own questions and the reconciliation. The row is created when an intent is first seen.

import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import type { Row } from '../database/dialect.ts';
import { keptQueries, slot } from '../database/kept-queries.ts';
import { findInvoice } from '../invoices/paid-invoices.ts';
import { newId } from '../lib/ids.ts';
import type { Invoice } from './invoice.ts';
import { firstContact, resolvePayer } from './payer.ts';
import {
  type HoldReason,
  holdSuccess,
  isFailurePublished,
  publishFailure,
  publishMatch,
  publishSuccess,
  releaseHold,
} from './payment-events.ts';
import { nextStatus, type PaymentStatus } from './payment-status.ts';
import {
  isRequested,
  lockPayment,
  moveReserved,
  newPaymentRow,
  ownInvoice,
  type PaymentRow,
  updatePayment,
} from './payments.ts';
import type { Hints, Payer } from './processor/processor-object.ts';

export type Intent = {
  id: string;
  /** The state of the payment according to the intent. */
  status: PaymentStatus;
  amount: number;
  amountReceived: number;
  currency: string;
  description: string | null;
  chargeId: string | null;
  invoiceId: string | null;
  payer: Payer;
  hints: Hints;
  failureMessage: string | null;
  livemode: boolean;
  createdAt: string;
};

export type IntentUpdate = {
  intent: Intent;
  /** From the processor's API; otherwise from an event. */
  isCurrent: boolean;
  /** The checkout session it was paid in. */
  session?: { id: string; paymentId: string | null; invoiceId: string | null; payer: Payer; hints: Hints };
  /** The processor's invoice it pays. */
  invoice?: Invoice | null;
  /** A declined attempt. */
  failure?: {
    /** Distinguishes it from the other attempts of the intent; `session` if the session of a delayed method reports it. */
    cause: string;
    message: string | null;
  };
};

const queries = keptQueries();

/** Brings the update into our row, created if it is new, and publishes what changed. Returns the row, locked. */
export async function updateFromIntent(ctx: WriteContext, update: IntentUpdate): Promise<PaymentRow> {
  const { intent, failure } = update;
  const hold = await findHoldReason(ctx, update);
  const { payment, absorbed } = await lockPaymentOf(ctx, update);
  const received = absorbed?.status === 'succeeded' ? absorbed : null;
  const contact = await findContact(ctx, payment, update);
  let filled = await fillPayment(ctx, payment, update, contact);
  if (payment.status === 'succeeded') {
    // Its success may have waited to know the session.
    if (update.session && !isRequested(payment)) await releaseHold(ctx, payment.id);
    return updatePayment(ctx, payment, filled);
  }
  let row = payment;
  if (failure && !received && (await isNewFailure(ctx, row, intent.id, failure.cause))) {
    const failureMessage = failure.message ?? row.failureMessage;
    row = await updatePayment(ctx, row, { ...filled, status: 'failed', failureMessage });
    filled = {};
    await publishFailure(ctx, row, intent.id, failure);
  }
  // A delayed method that failed has no further attempt in its session.
  if (failure?.cause === 'session' && row.status === 'failed' && row.reservationStatus === 'held')
    row = await moveReserved(ctx, row, 'released');
  const status = nextStatus(row.status, received ? received.status : intent.status);
  if (status !== 'succeeded') {
    const failureMessage = row.failureMessage ?? intent.failureMessage;
    return updatePayment(ctx, row, { ...filled, status, failureMessage });
  }
  const { amountReceived } = received ?? intent;
  const paid = await updatePayment(ctx, row, {
    ...filled,
    status,
    amountReceived,
    failureMessage: null,
    paidAt: received?.paidAt ?? timeOf(ctx),
    review: row.amountRefunded > amountReceived ? 'More was refunded than received' : row.review,
    invoiceId: filled.invoiceId ?? row.invoiceId ?? ownInvoice(row),
  });
  if (paid.amount !== amountReceived)
    ctx.log.warn(
      { payment: paid.id, amount: paid.amount, amountReceived },
      'the amount paid is not the amount requested',
    );
  if (hold) await holdSuccess(ctx, paid.id, hold);
  else if (!(await publishSuccess(ctx, paid, contact)) && received) await publishMatch(ctx, paid, received);
  return paid;
}

/**
 * Whether the report of a declined attempt is an event. It is not if it changes nothing, because the payment was paid or
 * ended since. A delayed method fails once, but its session and its intent both report that, in any order, and a session
 * does not always know the charge: then the first report counts.
 */
async function isNewFailure(
  ctx: ReadContext,
  { status }: PaymentRow,
  intentId: string,
  cause: string,
): Promise<boolean> {
  if (nextStatus(status, 'failed') !== 'failed') return false;
  return cause === 'session' ? status !== 'failed' : !(await isFailurePublished(ctx, intentId, 'session'));
}

/**
 * The payment's own session required no payment, such as after a full discount: its price was 0. A session that only names
 * the payment in its metadata changes nothing.
 */
export async function updateFromFreeSession(
  ctx: WriteContext,
  session: NonNullable<IntentUpdate['session']> & { amount: number },
): Promise<void> {
  const id = (await findBySession(ctx, session.id)) ?? session.paymentId;
  const row = id === null ? undefined : await lockPayment(ctx, id);
  if (!row || !isRequested(row) || row.status === 'succeeded') return;
  if ((row.checkoutSessionId ?? session.id) !== session.id) return;
  const { contactId, email } = row;
  const contact = await resolvePayer(ctx, { ...session.payer, contactId, email: session.payer.email ?? email });
  const settled = await updatePayment(ctx, row, {
    status: nextStatus(row.status, 'succeeded'),
    amount: session.amount,
    checkoutSessionId: session.id,
    contactId: contact?.id ?? null,
    invoiceId: row.invoiceId ?? ownInvoice(row),
    failureMessage: null,
    paidAt: timeOf(ctx),
  });
  await publishSuccess(ctx, settled, contact);
}

/** A checkout session reports a status of its payment. */
export async function updateFromSession(ctx: WriteContext, sessionId: string, report: PaymentStatus): Promise<void> {
  const id = await findBySession(ctx, sessionId);
  const row = id === null ? undefined : await lockPayment(ctx, id);
  // A payment that has a new session since ignores the old one.
  if (row?.checkoutSessionId !== sessionId) return;
  await updatePayment(ctx, row, { status: nextStatus(row.status, report) });
}

/**
 * A payment can be reported before anything says whose it is: its success is then published a little later, or once the
 * session or the invoice is known. Null: publish it at once.
 */
async function findHoldReason(ctx: ReadContext, update: IntentUpdate): Promise<HoldReason | null> {
  const { intent, session, invoice } = update;
  const { contactGuess: _contact, invoiceGuess: _invoice, ...own } = intent.hints;
  const isOurs = Object.values(own).some((hint) => hint !== null);
  if (intent.status !== 'succeeded' || session || invoice || isOurs) return null;
  const payment = ctx.db.selectFrom('payments').select('id').where('paymentIntentId', '=', intent.id);
  if (await payment.executeTakeFirst()) return null;
  if (await isOfUnknownSubscriber(ctx, update)) return 'subscriber';
  return (await isAwaited(ctx, intent)) ? 'session' : null;
}

/** A subscription's first payment, by a customer that we do not know yet. */
async function isOfUnknownSubscriber(ctx: ReadContext, { intent, isCurrent }: IntentUpdate): Promise<boolean> {
  const { customerId } = intent.payer;
  if (!isCurrent || customerId === null) return false;
  if (!/^subscription (creation|update)/i.test(intent.description ?? '')) return false;
  const customer = ctx.db.selectFrom('processorCustomers').select('contactId').where('customerId', '=', customerId);
  return (await customer.executeTakeFirst()) === undefined;
}

/** Whether a checkout of ours waits for just this amount: its session may be about to say that it was paid by this intent. */
async function isAwaited(ctx: ReadContext, { amountReceived, currency }: Intent): Promise<boolean> {
  const waiting = ctx.db
    .selectFrom('payments')
    .select('id')
    .where('status', 'in', ['open', 'processing', 'failed'])
    .where('amount', '=', amountReceived)
    .where('currency', '=', currency)
    .where('checkoutSessionId', 'is not', null)
    .where('paymentIntentId', 'is', null);
  return (await waiting.limit(1).executeTakeFirst()) !== undefined;
}

type Match = { payment: PaymentRow; absorbed: PaymentRow | null };

/** The payment of the intent: found by the intent, by what it was made for, or created. */
async function lockPaymentOf(ctx: WriteContext, update: IntentUpdate): Promise<Match> {
  const { intent } = update;
  const hinted = intent.hints.payment ?? update.session?.paymentId ?? null;
  const found = await lockByIntent(ctx, intent.id, hinted);
  const known = found.find(({ paymentIntentId }) => paymentIntentId === intent.id);
  // Requested by us, or made for this very intent: there can be no other payment of ours behind it.
  if (known && (isRequested(known) || intent.hints.payment === known.id)) return { payment: known, absorbed: null };
  const own = asOwn(update, found.find(({ id }) => id === hinted) ?? (await lockBySession(ctx, update, hinted)));
  if (known) return own && isStray(known, own) ? absorb(ctx, own, known) : { payment: known, absorbed: null };
  if (own) return { payment: own, absorbed: null };
  const { id: paymentIntentId, amount, currency, description, createdAt } = intent;
  const livemode = intent.livemode ? 1 : 0;
  await ctx.db
    .insertInto('payments')
    .values(
      newPaymentRow(ctx, { id: newId('pay'), amount, currency, description, paymentIntentId, livemode, createdAt }),
    )
    .onConflict((conflict) => conflict.column('paymentIntentId').doNothing())
    .execute();
  const [created] = await lockByIntent(ctx, intent.id, null);
  if (!created) throw new Error(`The payment of ${intent.id} was not stored`);
  return { payment: created, absorbed: null };
}

/** The payment of the intent and the payment that it names, locked, in one statement. */
async function lockByIntent(ctx: WriteContext, intentId: string, hinted: string | null): Promise<PaymentRow[]> {
  return queries.run(ctx, 'lock', { intentId, hinted }, () =>
    ctx.dialect.lockRows(
      ctx.db
        .selectFrom('payments')
        .selectAll()
        .where((eb) => eb.or([eb('paymentIntentId', '=', slot('intentId')), eb('id', '=', slot('hinted'))])),
    ),
  );
}

/** The payment of the session, if nothing names a payment. */
async function lockBySession(
  ctx: WriteContext,
  { session }: IntentUpdate,
  hinted: string | null,
): Promise<PaymentRow | undefined> {
  const id = hinted === null && session ? await findBySession(ctx, session.id) : null;
  return id === null ? undefined : lockPayment(ctx, id);
}

/**
 * The payment this intent was created for: its metadata names it and the currency fits. A second payment, by another
 * intent, is a payment of its own, so that it is seen and can be refunded.
 */
function asOwn({ intent }: IntentUpdate, found: PaymentRow | undefined): PaymentRow | undefined {
  if (!found || found.currency !== intent.currency) return undefined;
  const isPaidAgain =
    found.status === 'succeeded' && found.paymentIntentId !== intent.id && intent.status === 'succeeded';
  return isPaidAgain ? undefined : found;
}

/** Whether the row of an intent is only what was reported of it before it was known to pay for `own`. */
function isStray(known: PaymentRow, own: PaymentRow): boolean {
  if (own.id === known.id || own.status === 'succeeded') return false;
  return own.paymentIntentId === null || known.status === 'succeeded';
}

/**
 * A refund or a success that was reported before anything named `own` created a row for an otherwise unknown intent. Now
 * that they are known to be one, everything of that row moves to `own`. What was credited to an invoice stays there.
 */
async function absorb(ctx: WriteContext, own: PaymentRow, stray: PaymentRow): Promise<Match> {
  await ctx.db.updateTable('refunds').set({ paymentId: own.id }).where('paymentId', '=', stray.id).execute();
  await ctx.db.deleteFrom('payments').where('id', '=', stray.id).execute();
  const { paymentIntentId, amountRefunded, amountPending, disputed } = stray;
  const payment = await updatePayment(ctx, own, {
    paymentIntentId,
    amountRefunded,
    amountPending,
    disputed,
    chargeId: stray.chargeId ?? own.chargeId,
    contactId: own.contactId ?? stray.contactId,
    invoiceId: stray.invoiceId ?? own.invoiceId,
    review: own.review ?? stray.review,
  });
  return { payment, absorbed: stray };
}

/** What the update changes except the status: ids, amounts, the contact and the invoice. */
async function fillPayment(
  ctx: WriteContext,
  row: PaymentRow,
  update: IntentUpdate,
  contact: Row<'contacts'> | null,
): Promise<Partial<PaymentRow>> {
  const { intent, session } = update;
  return {
    paymentIntentId: row.status === 'succeeded' ? row.paymentIntentId : intent.id,
    // A payment that we requested keeps its amount; one that was made elsewhere follows the processor.
    amount: isRequested(row) || row.amountReceived > 0 ? row.amount : intent.amount,
    chargeId: chargeOf(row, intent),
    customerId: intent.payer.customerId ?? session?.payer.customerId ?? row.customerId,
    email: row.email ?? session?.payer.email ?? intent.payer.email,
    description: row.description ?? intent.description,
    livemode: intent.livemode ? 1 : row.livemode,
    checkoutSessionId: row.checkoutSessionId ?? (await unusedSession(ctx, session)),
    contactId: contact?.id ?? null,
    invoiceId: row.invoiceId ?? (await findInvoiceOf(ctx, update)),
  };
}

/** The charge that succeeded, or the last attempt: a late report of an earlier attempt does not replace it. */
function chargeOf(row: PaymentRow, { chargeId, status }: Intent): string | null {
  if (row.status === 'succeeded' && status !== 'succeeded') return row.chargeId;
  return chargeId ?? row.chargeId;
}

async function findBySession(ctx: ReadContext, sessionId: string): Promise<string | null> {
  const query = ctx.db.selectFrom('payments').select('id').where('checkoutSessionId', '=', sessionId);
  return (await query.executeTakeFirst())?.id ?? null;
}

async function unusedSession(ctx: ReadContext, session: IntentUpdate['session']): Promise<string | null> {
  if (!session) return null;
  return (await findBySession(ctx, session.id)) === null ? session.id : null;
}

async function findContact(
  ctx: WriteContext,
  row: PaymentRow,
  { intent, session, invoice }: IntentUpdate,
): Promise<Row<'contacts'> | null> {
  const hints = [intent.hints, session?.hints, invoice?.hints];
  const hinted = [...hints.map((each) => each?.contact), ...hints.map((each) => each?.contactGuess)];
  const person = (name: 'email' | 'name' | 'phone'): string | null =>
    session?.payer[name] ?? intent.payer[name] ?? invoice?.payer[name] ?? null;
  // Who requested it said whose it is.
  const isGiven = isRequested(row) && row.contactId !== null;
  return resolvePayer(ctx, {
    contactId: row.contactId,
    namedId: isGiven ? null : await firstContact(ctx, hinted),
    customerId: intent.payer.customerId ?? session?.payer.customerId ?? null,
    email: person('email') ?? row.email,
    name: person('name'),
    phone: person('phone'),
  });
}

async function findInvoiceOf(ctx: ReadContext, { intent, session, invoice }: IntentUpdate): Promise<string | null> {
  const hints = [intent.hints, session?.hints];
  for (const hinted of [...hints.map((each) => each?.invoice), ...hints.map((each) => each?.invoiceGuess)]) {
    if (!hinted) continue;
    const found = await ctx.db.selectFrom('invoices').select('id').where('id', '=', hinted).executeTakeFirst();
    if (found) return found.id;
  }
  const processorId = invoice?.facts.processorInvoiceId ?? session?.invoiceId ?? intent.invoiceId;
  return processorId ? findInvoice(ctx, processorId) : null;
}
