// Native events of invoices: the CRM keeps the invoice, we tell that it was paid or that a try to collect it failed.

import type { Context, WriteContext } from '../context.ts';
import { findInvoice, lockProcessorInvoice, saveProcessorInvoice } from '../crm/paid-invoices.ts';
import { publish } from '../events/events.ts';
import { askOr, type Change, currentOr, type NativeEvent } from './native-event.ts';
import { firstContact, resolvePayer } from './payer.ts';
import { type Invoice, readInvoice } from './processor-billing.ts';
import { idOf, objectOf } from './processor-objects.ts';
import { releaseHold } from './tell-payment.ts';

/** invoice.paid, .payment_failed, .finalized, .voided, .marked_uncollectible, .updated */
export async function prepareInvoice(ctx: Context, event: NativeEvent): Promise<Change> {
  const found = await currentOr(ctx, event, 'invoice', event.objectId);
  const invoice = readInvoice(found?.object ?? event.object);
  const reported = readInvoice(event.object);
  return async (ctx) => {
    const contactId = await findContact(ctx, invoice);
    if (event.type === 'invoice.payment_failed') await publishFailure(ctx, event, reported, contactId);
    const row = await saveProcessorInvoice(ctx, { ...invoice.facts, contactId });
    if (event.type !== 'invoice.paid') return;
    await publish(ctx, 'invoice.paid', {
      key: `invoice_paid:${event.objectId}`,
      subject: row.id,
      contactId,
      data: { invoiceId: row.id, invoice: describe(row.id, contactId, invoice) },
      facts: { invoice: row },
    });
  };
}

/** A failed try is reported as it was, before anything that has happened since; it changes nothing of a paid invoice. */
async function publishFailure(
  ctx: WriteContext,
  event: NativeEvent,
  reported: Invoice,
  contactId: string | null,
): Promise<void> {
  const known = await lockProcessorInvoice(ctx, event.objectId);
  const row = known?.status === 'paid' ? known : await saveProcessorInvoice(ctx, { ...reported.facts, contactId });
  await publish(ctx, 'invoice.payment_failed', {
    key: `invoice_failed:${event.objectId}:${reported.attempts}:${reported.chargeId ?? event.id}`,
    subject: row.id,
    contactId,
    data: { invoiceId: row.id, invoice: describe(row.id, contactId, reported) },
    facts: { invoice: row },
  });
}

/** invoice_payment.paid: it names both ends of the link between an invoice and the payment intent that paid it. */
export async function prepareInvoicePayment(ctx: Context, event: NativeEvent): Promise<Change> {
  const invoiceId = idOf(event.object.invoice);
  const intentId = idOf(objectOf(event.object.payment)?.payment_intent);
  const object =
    invoiceId === null ? null : await askOr(ctx, event, () => ctx.processor.retrieve('invoice', invoiceId), null);
  return async (ctx) => {
    if (invoiceId === null || intentId === null) return;
    // The payment before the invoice, as everywhere: two that lock in turns would wait for each other.
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
  const { subscriptionId } = facts;
  const subscription =
    subscriptionId === null
      ? undefined
      : await ctx.db
          .selectFrom('subscriptions')
          .select('contactId')
          .where('id', '=', subscriptionId)
          .executeTakeFirst();
  const contactId = await firstContact(ctx, [hints.contact, subscription?.contactId, hints.contactGuess]);
  return resolvePayer(ctx, { contactId, ...payer });
}

function describe(id: string, contactId: string | null, invoice: Invoice): Record<string, unknown> {
  const { invoiceId: _hint, contactId: _contact, ...facts } = invoice.facts;
  const { customerId, attempts, hostedUrl, billingReason } = invoice;
  return { id, ...facts, contactId, customerId, attemptCount: attempts, hostedUrl, billingReason };
}
