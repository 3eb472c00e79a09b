// Asks the processor when native events about a checkout are late or lost: once the payer is back, and one, five and fifteen
// minutes after the checkout began. After that, reconcile.ts does.

import { clearTimeout, setTimeout } from 'node:timers';
import { type Context, inTransaction, type WriteContext } from '../context/context.ts';
import type { Processor } from '../context/processor.ts';
import { enqueue, type Job, rescheduleJob } from '../jobs/queue.ts';
import { refreshPayment, retrieveSession } from './checkout-session.ts';

const minuteMs = 60_000;
const checksAfterMs = [minuteMs, 5 * minuteMs, 15 * minuteMs] as const;
/** How long a page waits for the processor. What it says later is applied all the same. */
const maxWaitMs = 3000;
/** How soon the same payment is asked for again: reloading a page must not reach the processor each time. */
const pauseMs = 10_000;
const maxKept = 1000;

type Question = { at: number; answered: Promise<void> };

const questions = new WeakMap<Processor, Map<string, Question>>();

/**
 * Brings an unpaid payment, by its ID or its session, to its current state at the processor before a page shows it. Waits
 * for three seconds at most, and never throws. Returns whether the payment was unpaid.
 */
export async function refreshForPayer(
  ctx: Context,
  by: { id: string } | { checkoutSessionId: string },
): Promise<boolean> {
  const payment = await findUnpaid(ctx, by);
  if (payment) await waitShortly(ask(ctx, payment));
  return payment !== undefined;
}

/**
 * Ends the open checkout of a payer who has turned back, if it holds stock: others can buy that, and so can the payer, from a
 * page that was opened anew. Waits for three seconds at most, and never throws.
 */
export async function endForPayer(ctx: Context, paymentId: string): Promise<void> {
  const payment = await findUnpaid(ctx, { id: paymentId });
  if (payment?.reservationStatus !== 'held') return;
  const ended = ctx.processor.expireSession(payment.checkoutSessionId as string).catch((error) =>
    // It may have been paid meanwhile.
    ctx.log.warn({ err: error, payment: paymentId }, 'a checkout could not be ended'),
  );
  await waitShortly(ended.then(() => refresh(ctx, payment)));
}

export const endCheckoutTask = 'payments.endCheckout';

/** The task that ends an open checkout: it can no longer be paid. */
export async function endCheckout(ctx: Context, job: Job): Promise<void> {
  const { paymentId } = job.payload as { paymentId: string };
  const payment = await findUnpaid(ctx, { id: paymentId });
  if (!payment) return;
  const session = await retrieveSession(ctx, payment.checkoutSessionId);
  if (session?.status === 'open') await ctx.processor.expireSession(session.id);
  await refreshPayment(ctx, payment);
}

async function waitShortly(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, maxWaitMs);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

/** Stores the checks of a session that was just opened. */
export async function planChecks(ctx: WriteContext, paymentId: string, sessionId: string): Promise<void> {
  const options = { delayMs: checksAfterMs[0], uniqueKey: `payments.checkSession:${sessionId}` };
  await enqueue(ctx, 'payments.checkSession', { paymentId }, options);
}

/** The task of one check, which plans the next. */
export async function checkSession(ctx: Context, job: Job): Promise<'finished' | 'done'> {
  const { paymentId } = job.payload as { paymentId: string };
  const payment = await findUnpaid(ctx, { id: paymentId });
  if (payment) await ask(ctx, payment);
  const [last, next] = [job.attempts - 1, job.attempts].map((at) => checksAfterMs[at]);
  if (last === undefined || next === undefined || !(await findUnpaid(ctx, { id: paymentId }))) return 'done';
  await inTransaction(ctx, (ctx) => rescheduleJob(ctx, job, next - last));
  return 'finished';
}

type Unpaid = NonNullable<Awaited<ReturnType<typeof findUnpaid>>>;

async function findUnpaid(ctx: Context, by: { id: string } | { checkoutSessionId: string }) {
  if (!ctx.processor.isConfigured()) return undefined;
  const [[column, value]] = Object.entries(by) as [['id' | 'checkoutSessionId', string]];
  return ctx.db
    .selectFrom('payments')
    .select(['id', 'paymentIntentId', 'checkoutSessionId', 'reservationStatus'])
    .where(column, '=', value)
    .where('status', 'in', ['open', 'failed'])
    .where('checkoutSessionId', 'is not', null)
    .executeTakeFirst();
}

/** Asks for a payment once in ten seconds; requests that come sooner wait for the same answer. */
function ask(ctx: Context, payment: Unpaid): Promise<void> {
  const asked = questions.get(ctx.processor) ?? new Map<string, Question>();
  questions.set(ctx.processor, asked);
  const at = ctx.now().getTime();
  const last = asked.get(payment.id);
  if (last && at - last.at < pauseMs) return last.answered;
  const answered = refresh(ctx, payment);
  // Maps are in the order of insertion.
  asked.delete(payment.id);
  asked.set(payment.id, { at, answered });
  if (asked.size > maxKept) asked.delete(asked.keys().next().value as string);
  return answered;
}

async function refresh(ctx: Context, payment: Unpaid): Promise<void> {
  await refreshPayment(ctx, payment).catch((error) =>
    ctx.log.warn({ err: error, payment: payment.id }, 'the processor did not say how a payment ended'),
  );
}
