// The credit of a contact: what was paid beyond issued invoices and is neither refunded nor credited, less what was used.

import Type, { type Static } from 'typebox';
import { type ReadContext, RunAgain, type WriteContext } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import { lockInvoice, overpaidAmount } from './invoices.ts';

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
  return contactId !== null && (await holdCredit(ctx, contactId)) ? readCredit(ctx, contactId) : new Map();
}

/** Locks the contact without adding up its credit. Returns whether there is one. */
export async function holdCredit(ctx: WriteContext, contactId: string): Promise<boolean> {
  const contact = ctx.db.selectFrom('contacts').select('id').where('id', '=', contactId);
  return (await ctx.dialect.lockRows(contact).executeTakeFirst()) !== undefined;
}

/**
 * What is overpaid of an invoice, which is locked, how much of that may go back, and how much of the invoice a credit note can still take
 * back. What may go back is what is left of the credit of its contact, or of the invoice alone if it has none any more. Null if it was
 * not issued.
 */
export async function lockCreditOf(
  ctx: WriteContext,
  invoiceId: string,
): Promise<{ overpaid: number; left: number; creditable: number } | null> {
  // The contact before the invoice, as where a contact is deleted. It may have got another one meanwhile.
  const owned = ctx.db.selectFrom('invoices').select('contactId').where('id', '=', invoiceId);
  const contactId = (await owned.executeTakeFirst())?.contactId ?? null;
  const hasContact = contactId !== null && (await holdCredit(ctx, contactId));
  const invoice = await lockInvoice(ctx, invoiceId);
  if (invoice && invoice.contactId !== contactId) throw new RunAgain();
  if (!invoice || invoice.issuedAt === null) return null;
  const [own] = await readOverpaid(ctx, (invoices) => invoices.where('id', '=', invoiceId));
  if (!own) return null;
  const { currency, overpaid, creditUsed, creditable } = own;
  const left = hasContact ? ((await readCredit(ctx, contactId)).get(currency) ?? 0) : overpaid - creditUsed;
  return { overpaid, left: Math.max(0, left), creditable };
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
  if (!(await holdCredit(ctx, contactId))) return;
  const used = new Map<string, number>();
  for (const { id, currency, amount } of await readUses(ctx, contactId))
    if (paymentIds?.includes(id) ?? true) used.set(currency, (used.get(currency) ?? 0) + amount);
  if (used.size === 0) return;
  await ctx.dialect.lockRows(ctx.db.selectFrom('invoices').select('id').where('contactId', '=', contactId)).execute();
  const note = async (id: string, part: number): Promise<void> => {
    const noted = ctx.db.updateTable('invoices').where('id', '=', id);
    await noted.set((eb) => ({ creditUsed: eb('creditUsed', '+', part) })).execute();
  };
  const overpaid = await readOverpaidBy(ctx, contactId);
  for (const invoice of overpaid) {
    const left = used.get(invoice.currency) ?? 0;
    const part = Math.min(left, invoice.overpaid - invoice.creditUsed);
    if (part <= 0) continue;
    used.set(invoice.currency, left - part);
    await note(invoice.id, part);
  }
  // What was given back as well, such as at the processor, is still owed: a credit note to come does not give it back once more.
  for (const [currency, left] of used) {
    const ofCurrency = overpaid.filter((invoice) => invoice.currency === currency);
    const [refunded] = ofCurrency.sort((a, b) => b.refunded - a.refunded);
    if (refunded && left > 0) await note(refunded.id, left);
  }
}

/** Less than nothing if what was used as credit was given back as well, such as at the processor. */
async function readCredit(ctx: ReadContext, contactId: string): Promise<Map<string, number>> {
  const credit = new Map<string, number>();
  const add = (currency: string, amount: number): void => {
    credit.set(currency, (credit.get(currency) ?? 0) + amount);
  };
  for (const { currency, overpaid, creditUsed } of await readOverpaidBy(ctx, contactId))
    add(currency, overpaid - creditUsed);
  for (const { currency, amount } of await readUses(ctx, contactId)) add(currency, -amount);
  return credit;
}

/** The payments with its credit, but for those of a contact that had this ID before it, which are noted on the invoices. */
function readUses(ctx: ReadContext, contactId: string) {
  return ctx.db
    .selectFrom('payments')
    .innerJoin('contacts', 'contacts.id', 'payments.contactId')
    .select(['payments.id', 'payments.currency', 'payments.amount'])
    .where('contacts.id', '=', contactId)
    .where('payments.method', '=', 'credit')
    .whereRef('payments.createdAt', '>=', 'contacts.createdAt')
    .execute();
}

function readOverpaidBy(ctx: ReadContext, contactId: string): Promise<Overpaid[]> {
  return readOverpaid(ctx, (invoices) => invoices.where('contactId', '=', contactId));
}

type Overpaid = {
  id: string;
  currency: string;
  overpaid: number;
  refunded: number;
  creditUsed: number;
  creditable: number;
};

/**
 * What was paid too much on issued invoices, less what is on its way back, as if that had arrived with the credit notes that it asks for.
 * In one statement, since a refund may succeed at any time: of two, the first would see it before that, and the second after it.
 */
async function readOverpaid(
  ctx: ReadContext,
  narrow: (invoices: ReturnType<typeof paidInvoices>) => ReturnType<typeof paidInvoices>,
): Promise<Overpaid[]> {
  const rows = await narrow(paidInvoices(ctx)).execute();
  return rows.map(({ id, currency, creditUsed, returning, noting, ...invoice }) => {
    const left = Math.max(0, (invoice.amount ?? 0) - invoice.amountCredited);
    const noted = Math.min(Number(noting ?? 0), left);
    const amountCredited = invoice.amountCredited + noted;
    const amountRefunded = invoice.amountRefunded + Number(returning ?? 0);
    const overpaid = overpaidAmount({ ...invoice, amountCredited, amountRefunded });
    const money = { overpaid, refunded: amountRefunded, creditUsed, creditable: left - noted };
    return { id, currency: currency as string, ...money };
  });
}

function paidInvoices(ctx: ReadContext) {
  return ctx.db
    .selectFrom('invoices')
    .select(['id', 'amount', 'currency', 'amountPaid', 'amountCredited', 'amountRefunded', 'creditUsed'])
    .select((eb) => {
      const pending = eb
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.paymentId')
        .select((eb) => eb.fn.sum<number>('refunds.amount').as('sum'))
        .whereRef('payments.invoiceId', '=', 'invoices.id')
        .where('refunds.status', '=', 'pending');
      return [pending.as('returning'), pending.where('refunds.creditNote', '=', 1).as('noting')];
    })
    .where('issuedAt', 'is not', null)
    .where('amountPaid', '>', 0);
}
