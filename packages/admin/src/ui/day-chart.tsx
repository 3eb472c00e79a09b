// A bar chart of one value per day or month, drawn here because a library for charts weighs as much as half of the admin.

import { Box, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { scaleOf } from './chart-scale.ts';
import classes from './day-chart.module.css';
import { formatDayOfMonth, formatMonth, formatMonthName } from './format.ts';

type Day = { day: string; value: number };

type DayChartProps = {
  label: string;
  days: Day[];
  /** Whether there is nothing between 0 and 1. */
  isWhole: boolean;
  format(value: number): string;
  /** Which days have their date below: every seventh by default. */
  labelEvery?: number;
  /** Of a month, `day` is its first. */
  interval?: keyof typeof names;
};

/** What is below the chart, and what is in full. */
const names = {
  day: { heading: 'Day', short: formatDayOfMonth, full: formatDayOfMonth },
  month: { heading: 'Month', short: formatMonthName, full: formatMonth },
};

/** The chart, and the same values as a table for screen readers. */
export function DayChart(props: DayChartProps) {
  return (
    <>
      <Bars {...props} />
      <VisuallyHidden>
        <DayTable {...props} />
      </VisuallyHidden>
    </>
  );
}

function Bars({ days, isWhole, format, labelEvery = 7, interval = 'day' }: DayChartProps) {
  const [shown, setShown] = useState<number | null>(null);
  const { ticks, heightOf } = scaleOf(
    days.map(({ value }) => value),
    isWhole,
  );
  const day = shown === null ? undefined : days[shown];
  const zero = heightOf(0);
  return (
    <div className={classes.chart} aria-hidden="true">
      <div className={classes.scale}>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: percent(heightOf(tick)) }}>
            {format(tick)}
          </span>
        ))}
      </div>
      <div className={classes.plot} onPointerLeave={() => setShown(null)}>
        {ticks.map((tick) => (
          <Box
            key={tick}
            className={classes.line}
            mod={{ zero: tick === 0 }}
            style={{ bottom: percent(heightOf(tick)) }}
          />
        ))}
        {days.map(({ day, value }, index) => {
          const [low, high] = [heightOf(value), zero].sort((a, b) => a - b) as [number, number];
          return (
            <Box
              key={day}
              className={classes.day}
              mod={{ shown: index === shown }}
              onPointerEnter={() => setShown(index)}
            >
              <Box
                className={classes.bar}
                data-bar={value === 0 ? undefined : day}
                mod={{ negative: value < 0 }}
                style={{ bottom: percent(low), height: percent(high - low) }}
              />
            </Box>
          );
        })}
        {day && (
          <div
            className={classes.value}
            style={{ insetInlineStart: percent(((shown as number) + 0.5) / days.length) }}
            data-side={(shown as number) > days.length / 2 ? 'before' : 'after'}
          >
            <span>{names[interval].full(day.day)}</span>
            <b>{format(day.value)}</b>
          </div>
        )}
      </div>
      <div className={classes.dates}>
        {days.map(({ day }, index) =>
          // Counted from the last one.
          (days.length - 1 - index) % labelEvery === 0 ? (
            <span key={day} style={{ insetInlineStart: percent((index + 0.5) / days.length) }}>
              {names[interval].short(day)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

function DayTable({ label, days, format, interval = 'day' }: DayChartProps) {
  const { heading, full } = names[interval];
  return (
    <table>
      <caption>
        {label} by {interval}
      </caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{label}</th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ value }) => value !== 0)
          .map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{full(day)}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
