// The shape of the summary of a form.

import Type, { type Static } from 'typebox';
import { nullable, queryOf } from '../../http/schemas.ts';

const Day = { type: 'string', format: 'date' } as const;
const Count = Type.Integer({ minimum: 0, description: 'Number of submissions' });
const Interval = Type.Enum(['day', 'week', 'month'], {
  title: 'SummaryInterval',
  description: 'A day, a week from Monday on, or a month',
});

export const FormSummaryQuery = queryOf({
  firstDay: Type.Optional(
    Type.Unsafe<string>({
      ...Day,
      description: "The first day, in the site's time zone; 30 days until `lastDay` by default",
    }),
  ),
  lastDay: Type.Optional(Type.Unsafe<string>({ ...Day, description: 'The last day; today by default' })),
  interval: Type.Optional(
    Type.Enum(['day', 'week', 'month'], {
      description:
        'How times are grouped; by default days for up to 45 of them, weeks for up to a year, or else months',
    }),
  ),
});
export type FormSummaryQuery = Static<typeof FormSummaryQuery>;

const SummarizedField = Type.Object(
  {
    name: Type.String({ description: 'Name of the field, or of a part of its answer: `field.part`' }),
    label: Type.String({ description: 'What people see' }),
    answered: Type.Integer({ description: 'Number of submissions that answer it' }),
    counts: nullable(
      Type.Array(
        Type.Object({
          value: Type.String({ description: 'An answer' }),
          label: Type.String({ description: 'What people see in place of the value' }),
          count: Type.Integer({ description: 'Number of submissions with this answer' }),
        }),
        {
          description:
            'How often each answer was given, in the order of the options; null for numbers that are not all whole ones from 0 to 10',
        },
      ),
    ),
    numbers: nullable(
      Type.Object(
        {
          min: Type.Number({ description: 'The lowest' }),
          median: Type.Number({ description: 'The one in the middle' }),
          mean: Type.Number({ description: 'The average' }),
          max: Type.Number({ description: 'The highest' }),
        },
        { description: 'For numbers; null for other answers, and if there is none' },
      ),
    ),
  },
  { title: 'SummarizedField', description: 'The answers to a field with options, with yes or no, or with numbers' },
);
export type SummarizedField = Static<typeof SummarizedField>;

const DropOff = Type.Object(
  {
    began: Type.Integer({ description: 'Number of visitors who began to answer', examples: [120] }),
    submitted: Type.Integer({ description: 'Number of those who submitted the form', examples: [80] }),
    steps: Type.Array(
      Type.Object({
        step: Type.Integer({ description: 'Its number, from 1', examples: [1] }),
        label: Type.String({ description: 'The label of its first field', examples: ['Your name'] }),
        reached: Type.Integer({
          description: 'Number of visitors to whom it was shown, and who had begun',
          examples: [120],
        }),
        left: Type.Integer({ description: 'Number of those who got no further, or have not yet', examples: [25] }),
      }),
      { description: 'In the order of the form' },
    ),
  },
  {
    title: 'FormDropOff',
    description: 'How far visitors got who opened the page of the form in this period, without spam',
  },
);
export type DropOff = Static<typeof DropOff>;

export const FormSummary = Type.Object(
  {
    firstDay: Type.Unsafe<string>({ ...Day, description: "The first day, in the site's time zone" }),
    lastDay: Type.Unsafe<string>({ ...Day, description: 'The last day' }),
    interval: Interval,
    submissions: Type.Object(
      {
        total: Count,
        awaitingPayment: Type.Integer({ description: 'Those whose payment has not succeeded' }),
        paid: Type.Integer({ description: 'Those that were paid' }),
        spam: Type.Integer({
          description: 'Those that were taken for spam and still exist, which are in no other number',
        }),
      },
      { description: 'How many there were' },
    ),
    times: Type.Array(
      Type.Object({
        firstDay: Type.Unsafe<string>({ ...Day, description: 'Its first day in the period' }),
        count: Count,
        spam: Type.Integer({ description: 'Number of spam submissions' }),
      }),
      { description: 'Every day, week or month, including those without submissions' },
    ),
    payments: Type.Array(
      Type.Object({
        currency: Type.String({ description: 'ISO 4217, lowercase' }),
        count: Type.Integer({ description: 'Number of payments that succeeded' }),
        received: Type.Integer({ description: 'In the smallest unit of the currency' }),
        refunded: Type.Integer({ description: 'In the smallest unit of the currency' }),
      }),
      { description: 'The payments for these submissions, by currency' },
    ),
    fields: Type.Array(SummarizedField, { description: 'In the order of the form' }),
    dropOff: nullable(DropOff),
    answersOf: Type.Integer({
      description: 'How many submissions `fields` is about: the latest 100,000 of the period',
    }),
  },
  { title: 'FormSummary', description: 'What was submitted with a form in a period' },
);
export type FormSummary = Static<typeof FormSummary>;
