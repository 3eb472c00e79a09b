// Submissions and payments by day: totals, and a chart of the selected one.

import type { Summary } from '@frontdesk/client';
import { useState } from 'react';
import { DayChart } from '../ui/day-chart.tsx';
import { type Figure, Figures } from '../ui/figures.tsx';
import { formatMoney, formatNumber, moneyScale } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';

type Trend = Figure & {
  days: { day: string; value: number }[];
  isWhole: boolean;
  format(value: number): string;
};

export function Trends({ summary }: { summary: Summary }) {
  const trends = trendsOf(summary);
  const [key, setKey] = useState('submissions');
  const shown = trends.find((trend) => trend.key === key) ?? (trends[0] as Trend);
  return (
    <Section title="Daily totals">
      <Figures label="Chart" figures={trends} chosen={shown} choose={setKey} />
      <DayChart label={shown.label} days={shown.days} isWhole={shown.isWhole} format={shown.format} />
    </Section>
  );
}

function trendsOf({ submissions, payments }: Summary): Trend[] {
  return [
    {
      key: 'submissions',
      label: 'Submissions',
      value: formatNumber(submissions.total),
      note: 'across all forms',
      days: submissions.days.map(({ day, count }) => ({ day, value: count })),
      isWhole: true,
      format: formatNumber,
    },
    ...payments.map(({ currency, net, refunded, days }) => {
      const { toNumber, ...scale } = moneyScale(currency);
      return {
        key: currency,
        label: `Payments in ${currency.toUpperCase()}`,
        value: formatMoney(net, currency),
        note: refunded > 0 ? `after ${formatMoney(refunded, currency)} in refunds` : 'no refunds',
        days: days.map(({ day, net }) => ({ day, value: toNumber(net) })),
        ...scale,
      };
    }),
  ];
}
