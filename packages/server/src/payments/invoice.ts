// Invoices of the processor, in the shapes of its old and new API versions: mirrored in the CRM; paid ones and failed
// attempts to collect them are published. Since 2025-03-31.basil the subscription and the charge are elsewhere.

import type { Context, WriteContext } from '../context/context.ts';
import type { ProcessorObject } from '../context/processor.ts';
import { publish } from '../events/events.ts';
import {
  findInvoice,
  lockProcessorInvoice,
  type ProcessorInvoice,
  saveProcessorInvoice,
} from '../invoices/paid-invoices.ts';
import { firstContact, resolvePayer } from './payer.ts';
import { releaseHold } from './payment-events.ts';
import { askProcessor, type Change, findObject, type Handlers, type NativeEvent } from './processor/native-event.ts';
import {
  createdAtOf,
  dateOf,
  type Hints,
  hintsOf,
  idOf,
  numberOf,
  objectOf,
  type Payer,
  textOf,
  withoutNulls,
  withStatus,
} from './processor/processor-object.ts';

export const invoiceHandlers: Handlers = {
  'invoice.paid': { complete: completePaid, prepare: preparePaid },
  'invoice.payment_failed': { complete: withStatus('open'), prepare: prepareFailed },
  'invoice.finalized': { complete: withStatus('open'), prepare: prepareInvoice },
  'invoice.voided': { complete: withStatus('void'), prepare: prepareInvoice },
  'invoice.marked_uncollectible': { complete: withStatus('uncollectible'), prepare: prepareInvoice },
  'invoice_payment.paid': { prepare: prepareInvoicePayment },
};

function completePaid(snapshot: ProcessorObject): ProcessorObject {
  const paid = numberOf(snapshot.amount_paid);
  const total = numberOf(snapshot.total) || numberOf(snapshot.amount_due);
  return {
    status: 'paid',
    ...withoutNulls(snapshot),
    amount_paid: snapshot.amount_paid === undefined ? total : paid,
    total: snapshot.total === undefined ? total || paid : snapshot.total,
    status_transitions: objectOf(snapshot.status_transitions) ?? {},
  };
}

export type Invoice = {
  facts: Omit<ProcessorInvoice, 'contactId'>;
  payer: Payer;
  hints: Hints;
  attempts: number;
  chargeId: string | null;
  hostedUrl: string | null;
  billingReason: string | null;
};

const statuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

export function readInvoice(object: ProcessorObject): Invoice {
  const details = objectOf(objectOf(object.parent)?.subscription_details) ?? objectOf(object.subscription_details);
  const own = hintsOf(object);
  const ofSubscription = hintsOf(details ?? {});
  const status = statuses.find((name) => name === object.status) ?? (object.paid === true ? 'paid' : 'open');
  const paidAt = dateOf(objectOf(object.status_transitions)?.paid_at);
  return {
    facts: {
      processorInvoiceId: idOf(object) ?? '',
      invoiceId: own.invoice,
      subscriptionId: idOf(details?.subscription) ?? idOf(object.subscription),
      number: textOf(object.number),
      status,
      amount: object.total === undefined ? numberOf(object.amount_due) : numberOf(object.total),
      amountPaid: numberOf(object.amount_paid),
      currency: textOf(object.currency) ?? 'usd',
      description: textOf(object.description),
      dueAt: dateOf(object.due_date),
      paidAt: paidAt ?? (status === 'paid' ? dateOf(object.created) : null),
      createdAt: createdAtOf(object),
    },
    payer: {
      customerId: idOf(object.customer),
      email: textOf(object.customer_email),
      name: textOf(object.customer_name),
      phone: textOf(object.customer_phone),
    },
    hints: {
      ...own,
      contact: own.contact ?? ofSubscription.contact,
      contactGuess: own.contactGuess ?? ofSubscription.contactGuess,
    },
    attempts: numberOf(object.attempt_count),
    chargeId: idOf(object.charge),
    hostedUrl: textOf(object.hosted_invoice_url),
    billingReason: textOf(object.billing_reason),
  };
}

async function prepareInvoice(ctx: Context, event: NativeEvent): Promise<Change> {
  const invoice = await fetchInvoice(ctx, event);
  return async (ctx) => {
    await saveProcessorInvoice(ctx, { ...invoice.facts, contactId: await findContact(ctx, invoice) });
  };
}

async function preparePaid(ctx: Context, event: NativeEvent): Promise<Change> {
  const invoice = await fetchInvoice(ctx, event);
  return async (ctx) => {
    const contactId = await findContact(ctx, invoice);
    const row = await saveProcessorInvoice(ctx, { ...invoice.facts, contactId });
    await publish(ctx, 'invoice.paid', {
      key: `invoice_paid:${event.objectId}`,
      subject: row.id,
      contactId,
      data: { invoiceId: row.id, invoice: invoiceEventJson(row.id, contactId, invoice) },
      facts: { invoice: row },
    });
  };
}

/** The failed attempt is reported as it was, then the current state is saved. A late report about a settled invoice is no event. */
async function prepareFailed(ctx: Context, event: NativeEvent): Promise<Change> {
  const invoice = await fetchInvoice(ctx, event);
  const failed = readInvoice(event.object);
  return async (ctx) => {
    const contactId = await findContact(ctx, invoice);
    const known = await lockProcessorInvoice(ctx, event.objectId);
    if (known?.status === 'paid' || known?.status === 'void') {
      await saveProcessorInvoice(ctx, { ...invoice.facts, contactId });
      return;
    }
    const row = await saveProcessorInvoice(ctx, { ...failed.facts, contactId });
    await publish(ctx, 'invoice.payment_failed', {
      key: `invoice_failed:${event.objectId}:${failed.attempts}:${failed.chargeId ?? event.id}`,
      subject: row.id,
      contactId,
      data: { invoiceId: row.id, invoice: invoiceEventJson(row.id, contactId, failed) },
      facts: { invoice: row },
    });
    await saveProcessorInvoice(ctx, { ...invoice.facts, contactId });
  };
}

/** It names both ends of the link between an invoice and the payment intent that paid it. */
async function prepareInvoicePayment(ctx: Context, event: NativeEvent): Promise<Change> {
  const invoiceId = idOf(event.object.invoice);
  const intentId = idOf(objectOf(event.object.payment)?.payment_intent);
  const object =
    invoiceId === null
      ? null
      : await askProcessor(ctx, event, () => ctx.processor.retrieve('invoice', invoiceId), null);
  return async (ctx) => {
    if (invoiceId === null || intentId === null) return;
    // The payment before the invoice, as everywhere, so that two transactions cannot wait for each other.
    await ctx.dialect
      .lockRows(ctx.db.selectFrom('payments').select('id').where('paymentIntentId', '=', intentId))
      .execute();
    const invoice = object && readInvoice(object);
    const id = invoice
      ? (await saveProcessorInvoice(ctx, { ...invoice.facts, contactId: await findContact(ctx, invoice) })).id
      : await findInvoice(ctx, invoiceId);
    if (id !== null) await linkPayment(ctx, intentId, id);
  };
}

async function fetchInvoice(ctx: Context, event: NativeEvent): Promise<Invoice> {
  const found = await findObject(ctx, event, 'invoice', event.objectId);
  return readInvoice(found?.object ?? event.object);
}

async function linkPayment(ctx: WriteContext, intentId: string, invoiceId: string): Promise<void> {
  const linked = await ctx.db
    .updateTable('payments')
    .set((eb) => ({ invoiceId, version: eb('version', '+', 1) }))
    .where('paymentIntentId', '=', intentId)
    .where('invoiceId', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (linked) await releaseHold(ctx, linked.id);
}

async function findContact(ctx: WriteContext, { payer, hints, facts }: Invoice): Promise<string | null> {
  const namedId = await firstContact(ctx, [hints.contact, hints.contactGuess]);
  return (await resolvePayer(ctx, { ...payer, namedId, subscriptionId: facts.subscriptionId }))?.id ?? null;
}

function invoiceEventJson(id: string, contactId: string | null, invoice: Invoice): Record<string, unknown> {
  const { invoiceId: _hint, createdAt: _created, ...facts } = invoice.facts;
  const { payer, attempts, hostedUrl, billingReason } = invoice;
  const { customerId } = payer;
  return { id, ...facts, contactId, customerId, attemptCount: attempts, hostedUrl, billingReason };
}
