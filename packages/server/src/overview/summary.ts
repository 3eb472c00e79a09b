// Counts submissions and sums payments by day, in the site's time zone.

import { type SqlBool, sql } from 'kysely';
import { may } from '../context/access.ts';
import type { ReadContext } from '../context/context.ts';
import { partOfDay } from '../database/expressions.ts';
import { changeEvents } from '../events/event-types.ts';
import { dayAt, lastDays, startTimes, type ZoneDay } from '../lib/zone-days.ts';
import { readableWebhooks } from '../webhooks/event-access.ts';

const maxEvents = 20;

type Money = { currency: string; day: string | null; amount: number };

/** Summarizes the last `count` days in the time zone, including today. */
export async function summarize(ctx: ReadContext, count: number, timeZone: string) {
  const days = lastDays(ctx.now(), count, timeZone);
  const list = days.map(({ day }) => day);
  const seesPayments = may(ctx.actor, 'payments:read');
  const [submissions, paid, refunded, failingReceivers, events] = await Promise.all([
    countSubmissions(ctx, days),
    seesPayments ? sumPayments(ctx, days) : [],
    seesPayments ? sumRefunds(ctx, days) : [],
    listFailingReceivers(ctx),
    listNewestEvents(ctx, seesPayments),
  ]);
  const countOf = new Map<string | null, number>();
  for (const { part, count } of submissions) {
    const day = dayAt(days, part);
    countOf.set(day, (countOf.get(day) ?? 0) + Number(count));
  }
  const perDay = list.map((day) => ({ day, count: countOf.get(day) ?? 0 }));
  return {
    firstDay: list[0] as string,
    lastDay: list.at(-1) as string,
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

function startOf(days: readonly ZoneDay[]): string {
  return (days[0] as ZoneDay).start;
}

function countSubmissions(ctx: ReadContext, days: readonly ZoneDay[]) {
  return ctx.db
    .selectFrom('submissions')
    .select((eb) => [partOfDay('createdAt', startTimes(days)).as('part'), eb.fn.countAll<number>().as('count')])
    .where('createdAt', '>=', startOf(days))
    .groupBy(partOfDay('createdAt', startTimes(days)))
    .execute();
}

async function sumPayments(ctx: ReadContext, days: readonly ZoneDay[]): Promise<Money[]> {
  const rows = await ctx.db
    .selectFrom('payments')
    .select((eb) => [
      'currency',
      partOfDay('paidAt', startTimes(days)).as('part'),
      eb.fn.sum<number>('amountReceived').as('amount'),
    ])
    .where('status', '=', 'succeeded')
    .where('paidAt', '>=', startOf(days))
    // Credit of a contact was received before.
    .where((eb) => eb.or([eb('method', 'is', null), eb('method', '<>', 'credit')]))
    // Nothing new, but the index has this time.
    .where('updatedAt', '>=', startOf(days))
    .groupBy(['currency', partOfDay('paidAt', startTimes(days))])
    .execute();
  return rows.map((row) => moneyOf(row, days));
}

async function sumRefunds(ctx: ReadContext, days: readonly ZoneDay[]): Promise<Money[]> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .select((eb) => [
      'currency',
      partOfDay('createdAt', startTimes(days)).as('part'),
      eb.fn.sum<number>('amount').as('amount'),
    ])
    .where('status', '=', 'succeeded')
    .where('createdAt', '>=', startOf(days))
    .groupBy(['currency', partOfDay('createdAt', startTimes(days))])
    .execute();
  return rows.map((row) => moneyOf(row, days));
}

function moneyOf(row: { currency: string; part: string; amount: number }, days: readonly ZoneDay[]): Money {
  return { currency: row.currency, day: dayAt(days, row.part), amount: Number(row.amount) };
}

async function listFailingReceivers(ctx: ReadContext) {
  return readableWebhooks(ctx)
    .select(['id', 'formId', 'url', 'status', 'failingSince'])
    .where((eb) => eb.or([eb('status', '!=', 'active'), eb('failingSince', 'is not', null)]))
    .orderBy('failingSince')
    .orderBy('id')
    .limit(100)
    .execute();
}

async function listNewestEvents(ctx: ReadContext, withPayments: boolean) {
  const rows = await ctx.db
    .selectFrom('events')
    .select(['id', 'type', 'subject', 'contactId', 'createdAt', 'data'])
    // There may be many of items between two others, which have an index of their own.
    .where(sql<SqlBool>`"type" not like 'item.%'`)
    .where('type', 'not in', changeEvents)
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
