// Sums the money of the last months by month, in the site's time zone, beside the same time before; and what is owed now. It reads
// the tables of every slice and writes none.

import { type SqlBool, sql } from 'kysely';
import { may } from '../context/access.ts';
import type { ReadContext } from '../context/context.ts';
import { partOfDay } from '../database/expressions.ts';
import { leftToPay } from '../invoices/invoice-sums.ts';
import { dayAt, dayOf, startOfDay, startTimes, type ZoneDay } from '../lib/zone-days.ts';
import type { FormMoney, MoneyReport, MoneySums } from './money-report.schemas.ts';

export type MoneyQuery = { months: number; currency?: string | undefined; formId?: string | undefined };

/** A month, or `before`: all of the time before. */
type Span = string;
/** Amounts of one span, or of none of them. */
type Amount = { currency: string; span: Span | null; amount: number; count: number };

/** For `inBackground`. What people owe is null for callers who may not see contacts. */
export async function reportMoney(ctx: ReadContext, query: MoneyQuery, timeZone: string): Promise<MoneyReport> {
  const spans = new Spans(ctx.now(), query.months, timeZone);
  const seesInvoices = may(ctx.actor, 'crm:read');
  const [received, refunded, invoiced, credited, owed, forms] = await Promise.all([
    sumReceived(ctx, query, spans),
    sumRefunded(ctx, query, spans),
    seesInvoices ? sumTax(ctx, 'invoices', query, spans) : null,
    seesInvoices ? sumTax(ctx, 'creditNotes', query, spans) : null,
    seesInvoices ? sumOwed(ctx, query) : null,
    sumForms(ctx, query, spans),
  ]);
  const sumsOf = (currency: string, isIn: (span: Span | null) => boolean): MoneySums => {
    const sumOf = (rows: readonly Amount[], name: 'amount' | 'count' = 'amount'): number =>
      rows.reduce((sum, row) => (row.currency === currency && isIn(row.span) ? sum + row[name] : sum), 0);
    const [ins, outs] = [sumOf(received), sumOf(refunded)];
    const tax = invoiced && credited ? sumOf(invoiced) - sumOf(credited) : null;
    return { received: ins, refunded: outs, net: ins - outs, tax, payments: sumOf(received, 'count') };
  };
  const all = [received, refunded, invoiced ?? [], credited ?? [], owed ?? []];
  const currencies = [...new Set(all.flat().map(({ currency }) => currency))].sort();
  return {
    ...{ firstDay: spans.firstDay, lastDay: spans.lastDay, before: spans.before },
    currencies: currencies.map((currency) => ({
      currency,
      ...sumsOf(currency, (span) => span !== null && span !== 'before'),
      before: sumsOf(currency, (span) => span === 'before'),
      months: spans.months.map((month) => ({ month, ...sumsOf(currency, (span) => span === month) })),
      forms: forms.filter((form) => form.currency === currency).map(({ currency: _, ...form }) => form),
      ...owedIn(currency, owed),
    })),
  };
}

/** The months with the current one as the last, and the same time before them: as many months, until the same day of the last. */
class Spans {
  readonly months: readonly string[];
  readonly firstDay: string;
  readonly lastDay: string;
  readonly before: { firstDay: string; lastDay: string };
  /** Where a span begins, or what is between them. */
  readonly days: readonly ZoneDay[];
  readonly #spans: ReadonlyMap<string, Span | null>;

  constructor(now: Date, count: number, timeZone: string) {
    const today = dayOf(now, timeZone);
    const first = today.with({ day: 1 }).subtract({ months: count - 1 });
    const firstBefore = first.subtract({ months: count });
    const lastBefore = today.subtract({ months: count });
    const begins = Array.from({ length: count }, (_, n) => first.add({ months: n }));
    this.firstDay = first.toString();
    this.lastDay = today.toString();
    this.before = { firstDay: firstBefore.toString(), lastDay: lastBefore.toString() };
    this.months = begins.map((day) => day.toString().slice(0, 7));
    const days = [firstBefore, lastBefore.add({ days: 1 }), ...begins];
    this.days = days.map((day) => ({ day: day.toString(), start: startOfDay(day, timeZone) }));
    const spans = ['before', null, ...this.months];
    // The time before may end where the first month begins.
    this.#spans = new Map(this.days.map(({ day }, at) => [day, spans[at] ?? null]));
  }

  /** The first moment that is asked for. */
  get start(): string {
    return (this.days[0] as ZoneDay).start;
  }

  /** Of the first moment of a part of a day. */
  ofPart(part: string): Span | null {
    return this.#spans.get(dayAt(this.days, part) ?? '') ?? null;
  }

  ofDay(day: string): Span | null {
    const days = this.days.map(({ day }) => ({ day, start: day }));
    return this.#spans.get(dayAt(days, day) ?? '') ?? null;
  }
}

type SummedRow = { currency: string; amount: unknown; count: unknown };

function amountOf({ currency, amount, count }: SummedRow, span: Span | null): Amount {
  return { currency, span, amount: Number(amount), count: Number(count) };
}

function paymentsOf(ctx: ReadContext, formId: string) {
  return ctx.db.selectFrom('submissions').select('paymentId').where('formId', '=', formId);
}

/** Credit of a contact was received before. */
const wasReceived = sql<SqlBool>`("method" is null or "method" <> 'credit')`;

async function sumReceived(ctx: ReadContext, { currency, formId }: MoneyQuery, spans: Spans): Promise<Amount[]> {
  const part = partOfDay('paidAt', startTimes(spans.days));
  let rows = ctx.db
    .selectFrom('payments')
    .select((eb) => [
      'currency',
      part.as('part'),
      eb.fn.sum('amountReceived').as('amount'),
      eb.fn.countAll().as('count'),
    ])
    .where('status', '=', sql.lit('succeeded'))
    .where('paidAt', '>=', spans.start)
    .where(wasReceived)
    .groupBy(['currency', part]);
  if (currency !== undefined) rows = rows.where('currency', '=', currency);
  if (formId !== undefined) rows = rows.where('id', 'in', paymentsOf(ctx, formId));
  return (await rows.execute()).map((row) => amountOf(row, spans.ofPart(row.part)));
}

async function sumRefunded(ctx: ReadContext, { currency, formId }: MoneyQuery, spans: Spans): Promise<Amount[]> {
  const part = partOfDay('createdAt', startTimes(spans.days));
  let rows = ctx.db
    .selectFrom('refunds')
    .select((eb) => ['currency', part.as('part'), eb.fn.sum('amount').as('amount'), eb.fn.countAll().as('count')])
    .where('status', '=', 'succeeded')
    .where('createdAt', '>=', spans.start)
    .groupBy(['currency', part]);
  if (currency !== undefined) rows = rows.where('currency', '=', currency);
  if (formId !== undefined) rows = rows.where('paymentId', 'in', paymentsOf(ctx, formId));
  return (await rows.execute()).map((row) => amountOf(row, spans.ofPart(row.part)));
}

/** The invoices of payments of the form. */
function invoicesOf(ctx: ReadContext, formId: string) {
  return ctx.db.selectFrom('payments').select('invoiceId').where('id', 'in', paymentsOf(ctx, formId));
}

/** The tax of what was issued. */
async function sumTax(
  ctx: ReadContext,
  table: 'invoices' | 'creditNotes',
  { currency, formId }: MoneyQuery,
  spans: Spans,
): Promise<Amount[]> {
  // Both have the columns that are named here.
  let rows = ctx.db
    .selectFrom(table as 'creditNotes')
    .select((eb) => ['currency', 'issueDay', eb.fn.sum('taxAmount').as('amount'), eb.fn.countAll().as('count')])
    .where('issueDay', '>=', spans.before.firstDay)
    .groupBy(['issueDay', 'currency']);
  if (currency !== undefined) rows = rows.where('currency', '=', currency);
  if (formId !== undefined) rows = rows.where(table === 'invoices' ? 'id' : 'invoiceId', 'in', invoicesOf(ctx, formId));
  return (await rows.execute()).map((row) => amountOf(row, spans.ofDay(row.issueDay)));
}

type Owed = { currency: string; open: number; openCount: number; overdue: number; overdueCount: number };

async function sumOwed(ctx: ReadContext, { currency, formId }: MoneyQuery): Promise<Owed[]> {
  const isOverdue = sql`"dueAt" < ${ctx.now().toISOString()}`;
  let rows = ctx.db
    .selectFrom('invoices')
    .select([
      'currency',
      sql<number>`sum(${leftToPay})`.as('open'),
      sql<number>`count(*)`.as('openCount'),
      sql<number>`sum(case when ${isOverdue} then ${leftToPay} else 0 end)`.as('overdue'),
      sql<number>`sum(case when ${isOverdue} then 1 else 0 end)`.as('overdueCount'),
    ])
    .where('status', '=', sql.lit('open'))
    .where('currency', 'is not', null)
    .groupBy('currency');
  if (currency !== undefined) rows = rows.where('currency', '=', currency);
  if (formId !== undefined) rows = rows.where('id', 'in', invoicesOf(ctx, formId));
  return (await rows.execute()).map((row) => ({
    currency: row.currency as string,
    ...{ open: Number(row.open), openCount: Number(row.openCount) },
    ...{ overdue: Number(row.overdue), overdueCount: Number(row.overdueCount) },
  }));
}

function owedIn(currency: string, owed: readonly Owed[] | null) {
  if (owed === null) return { open: null, overdue: null };
  const none = { open: 0, openCount: 0, overdue: 0, overdueCount: 0 };
  const { open, openCount, overdue, overdueCount } = owed.find((row) => row.currency === currency) ?? none;
  return { open: { amount: open, invoices: openCount }, overdue: { amount: overdue, invoices: overdueCount } };
}

/** What came in by each form in the months, the most first; null for what came by none. */
async function sumForms(
  ctx: ReadContext,
  { currency, formId }: MoneyQuery,
  spans: Spans,
): Promise<(FormMoney & { currency: string })[]> {
  const since = startOfMonths(spans);
  let ins = ctx.db
    .selectFrom('payments')
    .leftJoin('submissions', 'submissions.id', 'payments.submissionId')
    .select((eb) => [
      ...(['payments.currency', 'submissions.formId'] as const),
      eb.fn.sum('payments.amountReceived').as('amount'),
      eb.fn.countAll().as('count'),
    ])
    .where('payments.status', '=', sql.lit('succeeded'))
    .where('payments.paidAt', '>=', since)
    .where(wasReceived)
    .groupBy(['payments.currency', 'submissions.formId']);
  let outs = ctx.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .leftJoin('submissions', 'submissions.id', 'payments.submissionId')
    .select((eb) => [
      ...(['refunds.currency', 'submissions.formId'] as const),
      eb.fn.sum('refunds.amount').as('amount'),
    ])
    .where('refunds.status', '=', 'succeeded')
    .where('refunds.createdAt', '>=', since)
    .groupBy(['refunds.currency', 'submissions.formId']);
  if (currency !== undefined) {
    ins = ins.where('payments.currency', '=', currency);
    outs = outs.where('refunds.currency', '=', currency);
  }
  if (formId !== undefined) {
    ins = ins.where('submissions.formId', '=', formId);
    outs = outs.where('submissions.formId', '=', formId);
  }
  const [received, refunded] = await Promise.all([ins.execute(), outs.execute()]);
  const keys = new Set([...received, ...refunded].map(({ currency, formId }) => JSON.stringify([currency, formId])));
  const forms = [...keys].map((key) => {
    const [currency, formId] = JSON.parse(key) as [string, string | null];
    const isIt = (row: { currency: string; formId: string | null }) =>
      row.currency === currency && row.formId === formId;
    const [paid, returned] = [received.find(isIt), Number(refunded.find(isIt)?.amount ?? 0)];
    const amount = Number(paid?.amount ?? 0);
    const sums = { received: amount, refunded: returned, net: amount - returned, payments: Number(paid?.count ?? 0) };
    return { currency, formId, ...sums };
  });
  return forms.sort((a, b) => b.net - a.net || (a.formId ?? '').localeCompare(b.formId ?? ''));
}

function startOfMonths({ days }: Spans): string {
  return (days[2] as ZoneDay).start;
}
