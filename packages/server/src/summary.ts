// Counts submissions and sums payments by day (UTC).

import { type RawBuilder, sql } from 'kysely';
import { may } from './accounts/access.ts';
import { type ReadContext, timeOf } from './context.ts';

const dayMs = 86_400_000;
const maxEvents = 20;

type Money = { currency: string; day: string; amount: number };

/** Summarizes the last `days` days, including today. */
export async function summarize(ctx: ReadContext, days: number) {
  const list = Array.from({ length: days }, (_, n) => timeOf(ctx, (n + 1 - days) * dayMs).slice(0, 10));
  const from = list[0] as string;
  const seesPayments = may(ctx.actor, 'payments:read');
  const [submissions, paid, refunded, failingReceivers, events] = await Promise.all([
    countSubmissions(ctx, from),
    seesPayments ? sumPayments(ctx, from) : [],
    seesPayments ? sumRefunds(ctx, from) : [],
    listFailingReceivers(ctx, seesPayments),
    listNewestEvents(ctx, seesPayments),
  ]);
  const countOf = new Map(submissions.map(({ day, count }) => [day, Number(count)]));
  const perDay = list.map((day) => ({ day, count: countOf.get(day) ?? 0 }));
  return {
    from,
    to: list.at(-1) as string,
    submissions: { total: perDay.reduce((sum, { count }) => sum + count, 0), days: perDay },
    payments: byCurrency(list, paid, refunded),
    failingReceivers,
    events,
  };
}

function byCurrency(days: string[], paid: Money[], refunded: Money[]) {
  const currencies = [...new Set([...paid, ...refunded].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const inDay = (rows: Money[], day: string): number => total(rows.filter((row) => row.day === day));
    const inCurrency = (rows: Money[]): Money[] => rows.filter((row) => row.currency === currency);
    const [ins, outs] = [inCurrency(paid), inCurrency(refunded)];
    return {
      currency,
      succeeded: total(ins),
      refunded: total(outs),
      net: total(ins) - total(outs),
      days: days.map((day) => ({ day, net: inDay(ins, day) - inDay(outs, day) })),
    };
  });
}

function total(rows: Money[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

/** The day of a stored time: its first ten characters. */
function dayOf(column: string): RawBuilder<string> {
  return sql<string>`substr(${sql.ref(column)}, 1, 10)`;
}

function countSubmissions(ctx: ReadContext, from: string) {
  return ctx.db
    .selectFrom('submissions')
    .select((eb) => [dayOf('createdAt').as('day'), eb.fn.countAll<number>().as('count')])
    .where('createdAt', '>=', from)
    .groupBy(dayOf('createdAt'))
    .execute();
}

async function sumPayments(ctx: ReadContext, from: string): Promise<Money[]> {
  const rows = await ctx.db
    .selectFrom('payments')
    .select((eb) => ['currency', dayOf('paidAt').as('day'), eb.fn.sum<number>('amountReceived').as('amount')])
    .where('status', '=', 'succeeded')
    .where('paidAt', '>=', from)
    // Nothing new, but the index has this time.
    .where('updatedAt', '>=', from)
    .groupBy(['currency', dayOf('paidAt')])
    .execute();
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

async function sumRefunds(ctx: ReadContext, from: string): Promise<Money[]> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .select((eb) => ['currency', dayOf('createdAt').as('day'), eb.fn.sum<number>('amount').as('amount')])
    .where('status', '=', 'succeeded')
    .where('createdAt', '>=', from)
    .groupBy(['currency', dayOf('createdAt')])
    .execute();
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

function listFailingReceivers(ctx: ReadContext, withPayments: boolean) {
  return ctx.db
    .selectFrom('subscribers')
    .select(['id', 'formId', 'url', 'status', 'failingSince'])
    .where((eb) => eb.or([eb('status', '!=', 'active'), eb('failingSince', 'is not', null)]))
    .$if(!withPayments, (query) => query.where('formId', 'is not', null))
    .orderBy('failingSince')
    .orderBy('id')
    .limit(100)
    .execute();
}

async function listNewestEvents(ctx: ReadContext, withPayments: boolean) {
  const rows = await ctx.db
    .selectFrom('events')
    .select(['id', 'type', 'subject', 'contactId', 'createdAt', 'data'])
    .$if(!withPayments, (query) => query.where('type', 'like', 'submission.%'))
    // IDs begin with their time, and have an index.
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute();
  return rows.map((row) => ({ ...row, data: idsOf(JSON.parse(row.data)) }));
}

function idsOf(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => name.endsWith('Id') && value !== null));
}
