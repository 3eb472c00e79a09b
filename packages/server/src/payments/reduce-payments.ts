// Takes a person out of payments. What the law wants kept stays: amounts, dates, numbers, what was bought.

import { timeOf, type WriteContext } from '../context/context.ts';
import { holdCredit, noteUsedCredit } from '../invoices/contact-credit.ts';
import { forgetVatIds } from '../invoices/vat-id-checks.ts';
import type { Mentions } from '../lib/mentions.ts';
import { type PaymentLines, paymentLines } from './payment-lines.ts';

/** `words` are replaced in texts. Returns how many there were. */
export async function reducePayments(ctx: WriteContext, ids: readonly string[], words: Mentions): Promise<number> {
  const rows = await ctx.db
    .selectFrom('payments')
    .select(['id', 'contactId', 'method', 'description', 'reference', 'review', 'failureMessage', 'lines'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const contactId of new Set(rows.filter(({ method }) => method === 'credit').map((row) => row.contactId)))
    if (contactId !== null) await noteUsedCredit(ctx, contactId, ids);
  const bought = rows.map((row) => paymentLines(row));
  await forgetVatIds(
    ctx,
    bought.map((one) => one?.vatIdCheck ?? null),
  );
  for (const [at, { id, contactId: _contact, method: _method, lines: _lines, ...texts }] of rows.entries()) {
    const erased = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, text === null ? null : words.erasedFrom(text)]),
    );
    await ctx.db
      .updateTable('payments')
      .set((eb) => ({
        ...{ ...erased, lines: withoutCheck(bought[at] ?? null) },
        ...{ contactId: null, customerId: null, email: null, checkoutUrl: null, successUrl: null, cancelUrl: null },
        ...{ version: eb('version', '+', 1), updatedAt: timeOf(ctx) },
      }))
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}

/**
 * The same for those with credit of the person that came since: before the invoices lose their contact, which are to say what of them was
 * used. Until the transaction ends, no more is.
 */
export async function reduceUses(ctx: WriteContext, contactId: string | null, words: Mentions): Promise<void> {
  if (contactId === null) return;
  await holdCredit(ctx, contactId);
  const uses = ctx.db.selectFrom('payments').select('id').where('contactId', '=', contactId);
  const found = await uses.where('method', '=', 'credit').execute();
  await reducePayments(
    ctx,
    found.map(({ id }) => id),
    words,
  );
}

/** What the EU said of the VAT ID was for the invoice, which has a copy. */
function withoutCheck(bought: PaymentLines | null): string | null {
  return bought && JSON.stringify({ ...bought, vatIdCheck: undefined });
}

/** Ended subscriptions keep what they cost and when they ran. */
export async function reduceSubscriptions(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const rows = await ctx.db
    .selectFrom('subscriptions')
    .select(['id', 'snapshot'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const { id, snapshot } of rows) {
    const reduced = JSON.stringify({ ...JSON.parse(snapshot), customerId: null, description: null });
    await ctx.db
      .updateTable('subscriptions')
      .set({ contactId: null, customerId: null, snapshot: reduced })
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}

/** Events of the processor keep what they are and which of its objects they are about. */
export async function reduceProcessorEvents(ctx: WriteContext, ids: readonly string[]): Promise<number> {
  const rows = await ctx.db
    .selectFrom('processorEvents')
    .select(['id', 'body'])
    .where('id', 'in', ['', ...ids])
    .execute();
  for (const { id, body } of rows) {
    const { object, type, api_version, created, livemode, data } = JSON.parse(body);
    const about = { id: data?.object?.id, object: data?.object?.object };
    const reduced = { id, object, type, api_version, created, livemode, data: { object: about }, erased: true };
    await ctx.db
      .updateTable('processorEvents')
      .set({ body: JSON.stringify(reduced) })
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
