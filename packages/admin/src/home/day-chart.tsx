// A bar chart of one value per day. Loaded separately, because the library is large.

import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { formatDayOfMonth } from '../ui/format.ts';

type DayChartProps = { label: string; days: { day: string; value: number }[]; format(value: number): string };

/** The chart, and the same values as a table for screen readers. */
export default function DayChart({ label, days, format }: DayChartProps) {
  const data = days.map(({ day, value }) => ({ day: formatDayOfMonth(day), [label]: value }));
  return (
    <>
      <div aria-hidden="true">
        <BarChart
          h={260}
          data={data}
          dataKey="day"
          series={[{ name: label, color: 'ink.5' }]}
          tickLine="none"
          gridAxis="x"
          valueFormatter={format}
          yAxisProps={{ width: 72, allowDecimals: false }}
          xAxisProps={{ minTickGap: 32, interval: 'equidistantPreserveStart' }}
          barProps={{ radius: [4, 4, 0, 0], isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
          withTooltip
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label} by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ value }) => value !== 0)
              .map(({ day, value }) => (
                <tr key={day}>
                  <th scope="row">{formatDayOfMonth(day)}</th>
                  <td>{format(value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}
