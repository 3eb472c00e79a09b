// Payment intents and disputes of the processor: read into our own terms in the shapes of old and new API versions, then
// brought into our payment (update-payment.ts).

import { type Context, inTransaction } from '../context/context.ts';
import type { ProcessorObject } from '../context/processor.ts';
import { finishJob, type Job } from '../jobs/queue.ts';
import { type Invoice, readInvoice } from './invoice.ts';
import { publishSuccess } from './payment-events.ts';
import type { PaymentStatus } from './payment-status.ts';
import { findPayment, lockPayment, updatePayment } from './payments.ts';
import {
  askProcessor,
  type Change,
  findObject,
  type Handler,
  type Handlers,
  type NativeEvent,
} from './processor/native-event.ts';
import {
  createdAtOf,
  hintsOf,
  idOf,
  listOf,
  numberOf,
  objectOf,
  textOf,
  withoutNulls,
  withStatus,
} from './processor/processor-object.ts';
import { type Intent, type IntentUpdate, updateFromIntent } from './update-payment.ts';

export const intentHandlers: Handlers = {
  'payment_intent.succeeded': handlerOf('succeeded'),
  'payment_intent.processing': handlerOf('processing'),
  'payment_intent.canceled': handlerOf('canceled'),
  'payment_intent.payment_failed': {
    complete: (snapshot) => ({
      status: 'requires_payment_method',
      last_payment_error: {},
      ...withoutNulls(snapshot),
    }),
    prepare: prepareFailure,
  },
};

export const disputeHandlers: Handlers = {
  'charge.dispute.created': { prepare: prepareDispute },
  'charge.dispute.closed': { prepare: prepareDispute },
};

function handlerOf(status: string): Handler {
  return { complete: withStatus(status), prepare: prepareIntent };
}

export function readIntent(object: ProcessorObject): Intent {
  const charge = objectOf(object.latest_charge) ?? listOf(object.charges)[0];
  const customer = objectOf(object.customer);
  const billing = objectOf(charge?.billing_details);
  const amount = numberOf(object.amount);
  const status = statusOf(object);
  return {
    id: idOf(object) ?? '',
    status,
    amount,
    amountReceived: numberOf(object.amount_received) || (status === 'succeeded' ? amount : 0),
    currency: textOf(object.currency) ?? 'usd',
    description: textOf(object.description),
    chargeId: idOf(object.latest_charge) ?? idOf(charge),
    invoiceId: idOf(object.invoice),
    payer: {
      customerId: idOf(object.customer),
      email: textOf(billing?.email) ?? textOf(object.receipt_email) ?? textOf(customer?.email),
      name: textOf(billing?.name) ?? textOf(customer?.name),
      phone: textOf(billing?.phone) ?? textOf(customer?.phone),
    },
    hints: hintsOf(object),
    failureMessage: textOf(objectOf(object.last_payment_error)?.message),
    livemode: object.livemode === true,
    createdAt: createdAtOf(object),
  };
}

function statusOf(object: ProcessorObject): PaymentStatus {
  const status = textOf(object.status);
  if (status === 'succeeded' || status === 'canceled') return status;
  if (status === 'processing' || status === 'requires_capture') return 'processing';
  return objectOf(object.last_payment_error) ? 'failed' : 'open';
}

/** What distinguishes the attempts of one intent: the charge, or else the event. */
function causeOf(intent: Intent, event: NativeEvent): string {
  return intent.chargeId ?? idOf(objectOf(event.object.last_payment_error)?.charge) ?? event.id;
}

/**
 * An intent and its invoice as the processor has them, else the event's snapshot. Null if there is neither. An intent that
 * came with its session is not asked for again.
 */
export async function fetchIntent(
  ctx: Context,
  id: string,
  event: NativeEvent | null,
  session?: IntentUpdate['session'] & { intent?: ProcessorObject | null },
): Promise<IntentUpdate | null> {
  const known = session?.intent && idOf(session.intent) === id ? { object: session.intent, isCurrent: true } : null;
  const found = known ?? (await findObject(ctx, event, 'intent', id));
  if (!found) return null;
  const intent = readIntent(found.object);
  const invoice = found.isCurrent ? await askProcessor(ctx, event, () => fetchInvoice(ctx, intent), null) : null;
  return { intent, isCurrent: found.isCurrent, invoice, ...(session && { session }) };
}

/** Only intents of customers have invoices of the processor, and none that we created. */
async function fetchInvoice(ctx: Context, { id: intentId, payer, hints }: Intent): Promise<Invoice | null> {
  if (payer.customerId === null || hints.payment !== null) return null;
  const id = await ctx.processor.findInvoiceOfIntent(intentId);
  const object = id === null ? null : await ctx.processor.retrieve('invoice', id);
  return object && readInvoice(object);
}

async function prepareIntent(ctx: Context, event: NativeEvent): Promise<Change> {
  const update = await fetchIntent(ctx, event.objectId, event);
  return async (ctx) => {
    if (update) await updateFromIntent(ctx, update);
  };
}

/** The attempt is reported first, then the current state of the intent. */
async function prepareFailure(ctx: Context, event: NativeEvent): Promise<Change> {
  const update = await fetchIntent(ctx, event.objectId, event);
  const attempted = readIntent(event.object);
  const failure = { cause: causeOf(attempted, event), message: attempted.failureMessage };
  return async (ctx) => {
    if (update) await updateFromIntent(ctx, { ...update, failure });
  };
}

/** A mark beside the status; the money is held back until the dispute is won. */
async function prepareDispute(ctx: Context, event: NativeEvent): Promise<Change> {
  const dispute = await findObject(ctx, event, 'dispute', event.objectId);
  const intentId = idOf(dispute?.object.payment_intent);
  const update = intentId === null ? null : await fetchIntent(ctx, intentId, event);
  const status = String(dispute?.object.status);
  const isOver = status === 'won' || status.startsWith('warning_');
  return async (ctx) => {
    if (!update) return ctx.log.warn({ processorEvent: event.id }, 'ignoring a dispute without a payment intent');
    const row = await updateFromIntent(ctx, update);
    await updatePayment(ctx, row, { disputed: isOver ? 0 : 1 });
  };
}

/** Creates a row for an intent that was made elsewhere. Returns whether the processor knows it. */
export async function adoptIntent(ctx: Context, intentId: string): Promise<boolean> {
  const update = await fetchIntent(ctx, intentId, null);
  if (update) await inTransaction(ctx, (ctx) => updateFromIntent(ctx, update));
  return update !== null;
}

/** The task for a held success: asks the processor once more, then publishes with what is known. */
export async function publishHeldSuccess(ctx: Context, job: Job): Promise<'finished'> {
  const { paymentId } = job.payload as { paymentId: string };
  const intentId = (await findPayment(ctx, paymentId))?.paymentIntentId ?? null;
  const update = intentId === null ? null : await fetchIntent(ctx, intentId, null).catch(() => null);
  await inTransaction(ctx, async (ctx) => {
    const payment = update ? await updateFromIntent(ctx, update) : await lockPayment(ctx, paymentId);
    if (payment) await publishSuccess(ctx, payment);
    await finishJob(ctx, job);
  });
  return 'finished';
}
