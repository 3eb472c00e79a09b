// Filters a list by a range of dates.

import { Group, TextInput } from '@mantine/core';
import { endOfDay, startOfDay } from './local-time.ts';

type DateFilterProps = { from: string; to: string; set(change: { from?: string; to?: string }): void };

/** Dates as `2026-11-20`, or '' if not set. */
export function DateFilter({ from, to, set }: DateFilterProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        type="date"
        aria-label="From date"
        value={from}
        max={to || undefined}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        aria-label="To date"
        value={to}
        min={from || undefined}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
    </Group>
  );
}

/** The range as timestamps for the API, in the time zone of the screens, without dates that are not set. */
export function toTimeRange({ from, to }: { from?: string; to?: string }): { from?: string; to?: string } {
  return {
    ...(from ? { from: startOfDay(from) } : {}),
    ...(to ? { to: endOfDay(to) } : {}),
  };
}
