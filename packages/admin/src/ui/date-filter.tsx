// Filters a list by a range of dates.

import { Group } from '@mantine/core';
import { DateInput } from './date-input.tsx';
import { endOfDay, startOfDay } from './local-time.ts';

type DateFilterProps = { from: string; to: string; set(change: { from?: string; to?: string }): void };

/** Dates as `2026-11-20`, or '' if not set. */
export function DateFilter({ from, to, set }: DateFilterProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <DateInput aria-label="From date" w={150} value={from} max={to || undefined} set={(from) => set({ from })} />
      <span aria-hidden>–</span>
      <DateInput aria-label="To date" w={150} value={to} min={from || undefined} set={(to) => set({ to })} />
    </Group>
  );
}

/** The range as conditions for the API, in the time zone of the screens, without dates that are not set. */
export function createdBetween({ from, to }: { from?: string; to?: string }) {
  return {
    ...(from ? { 'createdAt[gte]': startOfDay(from) } : {}),
    ...(to ? { 'createdAt[lte]': endOfDay(to) } : {}),
  };
}
