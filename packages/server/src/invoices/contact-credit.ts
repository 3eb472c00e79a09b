// The credit of a contact: what was paid beyond issued invoices and is neither refunded nor credited, less what was used.

import Type, { type Static } from 'typebox';
import type { ReadContext, WriteContext } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import { overpaidAmount } from './invoices.ts';

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
  const contact = ctx.db.selectFrom('contacts').select('id').where('id', '=', contactId);
  const isKnown = contactId !== null && (await ctx.dialect.lockRows(contact).executeTakeFirst()) !== undefined;
  return isKnown ? readCredit(ctx, contactId) : new Map();
}

/** Less than nothing if what was used as credit was given back as well, such as at the processor. */
async function readCredit(ctx: ReadContext, contactId: string): Promise<Map<string, number>> {
  const paid = await ctx.db
    .selectFrom('invoices')
    .select(['id', 'amount', 'currency', 'amountPaid', 'amountCredited', 'amountRefunded'])
    .where('contactId', '=', contactId)
    .where('issuedAt', 'is not', null)
    .where('amountPaid', '>', 0)
    .execute();
  const used = await ctx.db
    .selectFrom('payments')
    .select(['currency', 'amount'])
    .where('contactId', '=', contactId)
    .where('method', '=', 'credit')
    .execute();
  const returning = await pendingRefunds(
    ctx,
    paid.filter((invoice) => overpaidAmount(invoice) > 0).map(({ id }) => id),
  );
  const credit = new Map<string, number>();
  const add = (currency: string, amount: number): void => {
    credit.set(currency, (credit.get(currency) ?? 0) + amount);
  };
  for (const invoice of paid) {
    const amountRefunded = invoice.amountRefunded + (returning.get(invoice.id) ?? 0);
    add(invoice.currency as string, overpaidAmount({ ...invoice, amountRefunded }));
  }
  for (const { currency, amount } of used) add(currency, -amount);
  return credit;
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
