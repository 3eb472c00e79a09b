// Submissions and payments by day: totals, and a chart of the selected one.

import type { Summary } from '@frontdesk/client';
import { currencyDigits } from '@frontdesk/payment-sandbox/currencies';
import { Box, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { DayChart } from '../ui/day-chart.tsx';
import { formatMoney, formatNumber } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import classes from './trends.module.css';

type Trend = {
  key: string;
  label: string;
  total: string;
  note: string;
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
      <Box className={classes.sums} role="group" aria-label="Chart">
        {trends.map((trend) => (
          <UnstyledButton
            key={trend.key}
            className={classes.sum}
            aria-pressed={trend === shown}
            onClick={() => setKey(trend.key)}
          >
            <Text size="sm" c="dimmed">
              {trend.label}
            </Text>
            <Text size="xl" fw={650} className="tabular-numbers">
              {trend.total}
            </Text>
            <Text size="xs" c="dimmed">
              {trend.note}
            </Text>
          </UnstyledButton>
        ))}
      </Box>
      <DayChart label={shown.label} days={shown.days} isWhole={shown.isWhole} format={shown.format} />
    </Section>
  );
}

function trendsOf({ submissions, payments }: Summary): Trend[] {
  return [
    {
      key: 'submissions',
      label: 'Submissions',
      total: formatNumber(submissions.total),
      note: 'across all forms',
      days: submissions.days.map(({ day, count }) => ({ day, value: count })),
      isWhole: true,
      format: formatNumber,
    },
    ...payments.map(({ currency, net, refunded, days }) => {
      const unit = 10 ** currencyDigits(currency);
      return {
        key: currency,
        label: `Payments in ${currency.toUpperCase()}`,
        total: formatMoney(net, currency),
        note: refunded > 0 ? `after ${formatMoney(refunded, currency)} in refunds` : 'no refunds',
        days: days.map(({ day, net }) => ({ day, value: net / unit })),
        isWhole: unit === 1,
        format: (value: number) => formatMoney(Math.round(value * unit), currency),
      };
    }),
  ];
}
