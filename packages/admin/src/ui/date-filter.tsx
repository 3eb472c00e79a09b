// From which day to which, as filters of a list.

import { Group, TextInput } from '@mantine/core';

type DateFilterProps = { from: string; to: string; set(change: { from?: string; to?: string }): void };

/** Days as `2026-11-20`; nothing typed is ''. */
export function DateFilter({ from, to, set }: DateFilterProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        type="date"
        aria-label="From day"
        value={from}
        max={to || undefined}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        aria-label="To day"
        value={to}
        min={from || undefined}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
    </Group>
  );
}

/** The days of this browser's time zone as the moments the API wants; what is not set is left out. */
export function toMoments({ from, to }: { from?: string; to?: string }): { from?: string; to?: string } {
  return {
    ...(from ? { from: new Date(`${from}T00:00:00`).toISOString() } : {}),
    ...(to ? { to: new Date(`${to}T23:59:59.999`).toISOString() } : {}),
  };
}
