// What invoices come to, by currency: what they say, and what is left to pay of them.

import { sql } from 'kysely';
import type { ReadContext } from '../context/context.ts';
import { filterRecords } from '../database/record-list.ts';
import type { InvoiceSums } from './invoice-sums.schemas.ts';
import { type InvoiceQuery, invoiceList } from './invoices.schemas.ts';

/** What is left to pay of an open invoice, as `openAmount` works it out. */
export const leftToPay = sql<number>`"amount" - "amountPaid" - case when "amountCredited" > "amountRefunded" then "amountCredited" - "amountRefunded" else 0 end`;

/** For `inBackground`. Of the matching invoices that have an amount. Throws invalid_query. */
export async function sumInvoices(ctx: ReadContext, query: InvoiceQuery): Promise<InvoiceSums> {
  const isOpen = sql`"status" = 'open'`;
  const isOverdue = sql`${isOpen} and "dueAt" < ${ctx.now().toISOString()}`;
  const sumIf = (condition: unknown, value: unknown) =>
    sql<number>`sum(case when ${condition} then ${value} else 0 end)`;
  const invoices = ctx.db
    .selectFrom('invoices')
    .select([
      'currency',
      sql<number>`sum("amount")`.as('amount'),
      sql<number>`count(*)`.as('count'),
      sumIf(isOpen, leftToPay).as('open'),
      sumIf(isOpen, sql.lit(1)).as('openCount'),
      sumIf(isOverdue, leftToPay).as('overdue'),
      sumIf(isOverdue, sql.lit(1)).as('overdueCount'),
    ])
    .where('currency', 'is not', null)
    .groupBy('currency');
  const rows = await filterRecords(invoices, invoiceList, query).execute();
  const currencies = rows.map(({ currency, amount, count, open, openCount, overdue, overdueCount }) => ({
    ...{ currency: currency as string, amount: Number(amount), invoices: Number(count) },
    open: { amount: Number(open), invoices: Number(openCount) },
    overdue: { amount: Number(overdue), invoices: Number(overdueCount) },
  }));
  return { currencies: currencies.sort((a, b) => (a.currency < b.currency ? -1 : 1)) };
}
