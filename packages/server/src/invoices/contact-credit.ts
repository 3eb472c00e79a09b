// The credit of a contact: what was paid beyond issued invoices and is neither refunded nor credited, less what was used.

import Type, { type Static } from 'typebox';
import type { ReadContext, WriteContext } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import { type InvoiceRow, overpaidAmount } from './invoices.ts';

export const ContactCredit = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          currency: Type.String({ description: 'ISO 4217, in lower case' }),
          amount: Type.Integer({ minimum: 1, description: 'In the smallest unit of the currency' }),
        },
        { title: 'Credit', description: 'What is left in one currency' },
      ),
      { description: 'By currency; those with nothing left are not listed' },
    ),
  },
  { title: 'ContactCredit', description: 'What a contact has paid too much, for other invoices' },
);
export type ContactCredit = Static<typeof ContactCredit>;

/** Throws contact_not_found. */
export async function getContactCredit(ctx: ReadContext, contactId: string): Promise<ContactCredit> {
  const contact = await ctx.db.selectFrom('contacts').select('id').where('id', '=', contactId).executeTakeFirst();
  if (!contact) throw fail('contact_not_found');
  const credit = await readCredit(ctx, contactId);
  const left = [...credit].filter(([, amount]) => amount > 0).sort();
  return { items: left.map(([currency, amount]) => ({ currency, amount })) };
}

/** What is left by currency, with its contact locked: whatever else uses or gives back its credit waits. Nothing without a contact. */
export async function lockCredit(ctx: WriteContext, contactId: string | null): Promise<Map<string, number>> {
  return contactId !== null && (await lockContact(ctx, contactId)) ? readCredit(ctx, contactId) : new Map();
}

/**
 * What is overpaid of an issued invoice, and how much may go back: what is left of the credit of its contact, or of the invoice alone if
 * it has none any more.
 */
export async function lockCreditOf(
  ctx: WriteContext,
  { id, contactId, currency }: Pick<InvoiceRow, 'id' | 'contactId' | 'currency'>,
): Promise<{ overpaid: number; left: number }> {
  const credit = contactId !== null && (await lockContact(ctx, contactId)) ? await readCredit(ctx, contactId) : null;
  const row = ctx.db.selectFrom('invoices').selectAll().where('id', '=', id);
  const invoice = await (credit ? row : ctx.dialect.lockRows(row)).executeTakeFirstOrThrow();
  const overpaid = (await overpaidByInvoice(ctx, [invoice])).get(id) ?? 0;
  return { overpaid, left: credit ? (credit.get(currency as string) ?? 0) : overpaid - invoice.creditUsed };
}

/**
 * Notes on the invoices that a contact has paid too much how much of that has paid others, before these payments no longer say whose
 * credit they used: all of the contact, or those with `paymentIds`.
 */
export async function noteUsedCredit(
  ctx: WriteContext,
  contactId: string,
  paymentIds?: readonly string[],
): Promise<void> {
  if (!(await lockContact(ctx, contactId))) return;
  const used = new Map<string, number>();
  for (const { id, currency, amount } of await readUses(ctx, contactId))
    if (paymentIds?.includes(id) ?? true) used.set(currency, (used.get(currency) ?? 0) + amount);
  if (used.size === 0) return;
  const invoices = await ctx.dialect.lockRows(paidInvoices(ctx, contactId)).execute();
  const overpaid = await overpaidByInvoice(ctx, invoices);
  for (const { id, currency, creditUsed } of invoices) {
    const left = used.get(currency as string) ?? 0;
    const part = Math.min(left, (overpaid.get(id) ?? 0) - creditUsed);
    if (part <= 0) continue;
    used.set(currency as string, left - part);
    const noted = ctx.db.updateTable('invoices').where('id', '=', id);
    await noted.set((eb) => ({ creditUsed: eb('creditUsed', '+', part) })).execute();
  }
}

async function lockContact(ctx: WriteContext, id: string): Promise<boolean> {
  const contact = ctx.db.selectFrom('contacts').select('id').where('id', '=', id);
  return (await ctx.dialect.lockRows(contact).executeTakeFirst()) !== undefined;
}

/** Less than nothing if what was used as credit was given back as well, such as at the processor. */
async function readCredit(ctx: ReadContext, contactId: string): Promise<Map<string, number>> {
  const paid = await paidInvoices(ctx, contactId).execute();
  const overpaid = await overpaidByInvoice(ctx, paid);
  const credit = new Map<string, number>();
  const add = (currency: string, amount: number): void => {
    credit.set(currency, (credit.get(currency) ?? 0) + amount);
  };
  for (const { id, currency, creditUsed } of paid) add(currency as string, (overpaid.get(id) ?? 0) - creditUsed);
  for (const { currency, amount } of await readUses(ctx, contactId)) add(currency, -amount);
  return credit;
}

function paidInvoices(ctx: ReadContext, contactId: string) {
  return ctx.db
    .selectFrom('invoices')
    .select(['id', 'amount', 'currency', 'amountPaid', 'amountCredited', 'amountRefunded', 'creditUsed'])
    .where('contactId', '=', contactId)
    .where('issuedAt', 'is not', null)
    .where('amountPaid', '>', 0);
}

/** The payments with its credit. */
function readUses(ctx: ReadContext, contactId: string) {
  return ctx.db
    .selectFrom('payments')
    .select(['id', 'currency', 'amount'])
    .where('contactId', '=', contactId)
    .where('method', '=', 'credit')
    .execute();
}

type PaidInvoice = Pick<InvoiceRow, 'id' | 'amount' | 'amountPaid' | 'amountCredited' | 'amountRefunded'>;

/** What was paid too much on each, if it was, less what is on its way back. */
async function overpaidByInvoice(ctx: ReadContext, invoices: readonly PaidInvoice[]): Promise<Map<string, number>> {
  const overpaid = invoices.filter((invoice) => overpaidAmount(invoice) > 0);
  const returning = await pendingRefunds(
    ctx,
    overpaid.map(({ id }) => id),
  );
  return new Map(
    overpaid.map((invoice) => {
      const amountRefunded = invoice.amountRefunded + (returning.get(invoice.id) ?? 0);
      return [invoice.id, overpaidAmount({ ...invoice, amountRefunded })];
    }),
  );
}

/** What is on its way back, by invoice. */
async function pendingRefunds(ctx: ReadContext, invoiceIds: readonly string[]): Promise<Map<string, number>> {
  const payments = await ctx.db
    .selectFrom('payments')
    .select(['invoiceId', 'amountPending'])
    .where('invoiceId', 'in', ['', ...invoiceIds])
    .where('amountPending', '>', 0)
    .execute();
  const pending = new Map<string, number>();
  for (const { invoiceId, amountPending } of payments)
    pending.set(invoiceId as string, (pending.get(invoiceId as string) ?? 0) + amountPending);
  return pending;
}
