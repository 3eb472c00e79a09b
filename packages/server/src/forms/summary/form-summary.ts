// Summarizes the submissions of a form in a period, in a fixed number of statements.

import { may } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import { partOfDay } from '../../database/expressions.ts';
import { isAnswered } from '../../fields/field-kinds.ts';
import { labelOf } from '../../fields/form-controls.ts';
import { failQuery } from '../../lib/errors.ts';
import { Temporal } from '../../lib/temporal.ts';
import { dayAt, dayOf, startOfDay, startTimes, type ZoneDay, zoneDays } from '../../lib/zone-days.ts';
import type { Form } from '../form/form.ts';
import { stepsOf } from '../page/steps.ts';
import type { DropOff, FormSummary, FormSummaryQuery } from './form-summary.schemas.ts';
import { type Period, summarizeAnswers } from './summarize-answers.ts';

const defaultDays = 30;
const maxDays = 3660;

/** Throws invalid_query. */
export async function summarizeForm(
  ctx: ReadContext,
  form: Form,
  query: FormSummaryQuery,
  timeZone: string,
): Promise<FormSummary> {
  const days = daysOf(ctx, query, timeZone);
  const interval = query.interval ?? standardInterval(days.length);
  const [first, last] = [days[0] as ZoneDay, days.at(-1) as ZoneDay];
  const after = Temporal.PlainDate.from(last.day).add({ days: 1 });
  const period = { formId: form.id, since: first.start, until: startOfDay(after, timeZone) };
  const [submitted, spam, payments, answers, dropOff] = await Promise.all([
    countSubmissions(ctx, period, days),
    countSpam(ctx, period, days),
    may(ctx.actor, 'payments:read') ? sumPayments(ctx, period) : [],
    summarizeAnswers(ctx, form, period),
    readDropOff(ctx, form, { firstDay: first.day, lastDay: last.day }),
  ]);
  const ofStatus = (status?: string): number => sumOf(submitted.filter((row) => !status || row.status === status));
  return {
    ...{ firstDay: first.day, lastDay: last.day, interval },
    submissions: {
      total: ofStatus(),
      awaitingPayment: ofStatus('awaiting_payment'),
      paid: ofStatus('paid'),
      spam: sumOf(spam),
    },
    times: timesOf(days, interval, submitted, spam),
    payments,
    ...answers,
    dropOff,
  };
}

function standardInterval(days: number): FormSummary['interval'] {
  if (days <= 45) return 'day';
  return days <= 366 ? 'week' : 'month';
}

function daysOf({ now }: ReadContext, { firstDay, lastDay }: FormSummaryQuery, timeZone: string): ZoneDay[] {
  const last = lastDay === undefined ? dayOf(now(), timeZone) : Temporal.PlainDate.from(lastDay);
  const first = firstDay === undefined ? last.subtract({ days: defaultDays - 1 }) : Temporal.PlainDate.from(firstDay);
  const count = first.until(last).days + 1;
  if (count < 1) throw failQuery([{ pointer: 'firstDay', code: 'invalid', detail: 'must not be after `lastDay`' }]);
  if (count > maxDays)
    throw failQuery([
      { pointer: 'firstDay', code: 'invalid', detail: `must be at most ${maxDays} days before \`lastDay\`` },
    ]);
  return zoneDays(first, count, timeZone);
}

type Counted = { part: string; count: number };

async function countSubmissions(ctx: ReadContext, { formId, since, until }: Period, days: readonly ZoneDay[]) {
  const part = partOfDay('createdAt', startTimes(days));
  const rows = await ctx.db
    .selectFrom('submissions')
    .select((eb) => ['status', part.as('part'), eb.fn.countAll<number>().as('count')])
    .where('formId', '=', formId)
    .where('createdAt', '>=', since)
    .where('createdAt', '<', until)
    .groupBy(['status', part])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

async function countSpam(ctx: ReadContext, { formId, since, until }: Period, days: readonly ZoneDay[]) {
  const part = partOfDay('createdAt', startTimes(days));
  const rows = await ctx.db
    .selectFrom('spamSubmissions')
    .select((eb) => [part.as('part'), eb.fn.countAll<number>().as('count')])
    .where('formId', '=', formId)
    .where('createdAt', '>=', since)
    .where('createdAt', '<', until)
    .groupBy(part)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

function sumOf(rows: readonly Counted[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

async function sumPayments(ctx: ReadContext, { formId, since, until }: Period) {
  const rows = await ctx.db
    .selectFrom('submissions')
    .innerJoin('payments', 'payments.id', 'submissions.paymentId')
    .where('submissions.formId', '=', formId)
    .where('submissions.createdAt', '>=', since)
    .where('submissions.createdAt', '<', until)
    .where('payments.status', '=', 'succeeded')
    .select((eb) => [
      'payments.currency',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('payments.amountReceived').as('received'),
      eb.fn.sum<number>('payments.amountRefunded').as('refunded'),
    ])
    .groupBy('payments.currency')
    .execute();
  return rows
    .map(({ currency, count, received, refunded }) => ({
      ...{ currency, count: Number(count), received: Number(received), refunded: Number(refunded) },
    }))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}

function timesOf(
  days: readonly ZoneDay[],
  interval: FormSummary['interval'],
  submitted: readonly Counted[],
  spam: readonly Counted[],
): FormSummary['times'] {
  const times = new Map<string, FormSummary['times'][number]>();
  const timeOfDay = new Map<string, FormSummary['times'][number]>();
  for (const { day } of days) {
    const group = groupOf(day, interval);
    const time = times.get(group) ?? { firstDay: day, count: 0, spam: 0 };
    times.set(group, time);
    timeOfDay.set(day, time);
  }
  const add = (rows: readonly Counted[], member: 'count' | 'spam'): void => {
    for (const { part, count } of rows) {
      const time = timeOfDay.get(dayAt(days, part) ?? '');
      if (time) time[member] += count;
    }
  };
  add(submitted, 'count');
  add(spam, 'spam');
  return [...times.values()];
}

function groupOf(day: string, interval: FormSummary['interval']): string {
  if (interval === 'day') return day;
  if (interval === 'month') return day.slice(0, 7);
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

// How far visitors got in a form with several steps, in the summary of the form.

/** Null for a form without steps. */
async function readDropOff(
  ctx: ReadContext,
  form: Form,
  { firstDay, lastDay }: Pick<FormSummary, 'firstDay' | 'lastDay'>,
): Promise<DropOff | null> {
  const steps = stepsOf(form.fields);
  if (steps.length < 2) return null;
  const rows = await ctx.db
    .selectFrom('formSteps')
    .select((eb) => [
      'step',
      eb.fn.sum<number>('reached').as('reached'),
      eb.fn.sum<number>('lastReached').as('lastReached'),
    ])
    .where('formId', '=', form.id)
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .groupBy('step')
    .execute();
  const counts = new Map(rows.map(({ step, ...row }) => [step, row]));
  // What is subtracted may have been counted by a process that ended before it was written.
  const count = (step: number, name: 'reached' | 'lastReached') => Math.max(0, Number(counts.get(step)?.[name] ?? 0));
  const submitted = count(0, 'reached');
  const shown = steps.map((fields, index) => ({
    step: index + 1,
    label: labelOf(fields.find((field) => isAnswered(field)) ?? fields[0] ?? { name: '', type: 'text' }),
    reached: count(index + 1, 'reached'),
    left: count(index + 1, 'lastReached'),
  }));
  return { began: submitted + shown.reduce((sum, { left }) => sum + left, 0), submitted, steps: shown };
}
