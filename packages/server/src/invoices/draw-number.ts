// Numbers of invoices and credit notes: drawn in the transaction that issues, from a counter whose row is locked until it ends. So
// there is no gap, none twice, and the days are in order, whatever the clocks of several nodes say.

import { type ReadContext, timeOf, type WriteContext } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import { numberIn, readInvoicing, readNumber, seriesOn } from '../settings/invoicing.ts';
import { dayAtSite } from '../settings/site.ts';

export type Drawn = { number: string; numberSeries: string; issuedAt: string; issueDay: string };

const settingsOf = {
  invoices: { pattern: 'invoiceNumbers', last: 'lastInvoiceNumber' },
  creditNotes: { pattern: 'creditNoteNumbers', last: 'lastCreditNoteNumber' },
} as const;

/** The next number of the series, counted unless it throws, with the time and the day of issue, which are never before those of the last one. */
export async function drawNumber(ctx: WriteContext, table: keyof typeof settingsOf): Promise<Drawn> {
  const settings = await readInvoicing(ctx);
  const names = settingsOf[table];
  const now = timeOf(ctx);
  const today = await dayAtSite(ctx, ctx.now());
  const series = seriesOn(settings[names.pattern], today);
  const elsewhere = settings[names.last];
  const known = elsewhere === undefined ? null : readNumber(settings[names.pattern], elsewhere);
  const begin = { id: series, last: known?.series === series ? known.position : 0, issuedAt: now, issueDay: today };
  await ctx.db
    .insertInto('numberSeries')
    .values(begin)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const counters = ctx.db.selectFrom('numberSeries').selectAll().where('id', '=', series);
  const row = await ctx.dialect.lockRows(counters).executeTakeFirstOrThrow();
  const next = {
    last: row.last + 1,
    issuedAt: later(row.issuedAt, now),
    issueDay: later(row.issueDay, today),
  };
  const number = numberIn(series, next.last);
  const other = await findIssued(ctx, table, number);
  if (other !== null)
    throw fail('conflict', `The number ${number} is in use by ${other}. Change the pattern in the settings`);
  await ctx.db.updateTable('numberSeries').set(next).where('id', '=', series).execute();
  return { number, numberSeries: series, issuedAt: next.issuedAt, issueDay: next.issueDay };
}

/** The ID of what was issued with this number, perhaps one from elsewhere; null if there is none. */
async function findIssued(ctx: ReadContext, table: keyof typeof settingsOf, number: string): Promise<string | null> {
  const numbered = ctx.db.selectFrom(table).select('id').where('number', '=', number);
  return (await numbered.where('issuedAt', 'is not', null).executeTakeFirst())?.id ?? null;
}

const later = (a: string, b: string): string => [a, b].sort()[1] as string;
