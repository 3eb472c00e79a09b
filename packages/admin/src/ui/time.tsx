// A time, shown as relative time or as a date; the tooltip shows the other.

import { Text, Tooltip } from '@mantine/core';
import { formatRelative, formatTime } from './format.ts';

type TimeProps = {
  value: string | null;
  /** Shows "5 minutes ago" instead of the date. */
  isRelative?: boolean;
  /** Shown if there is no time. */
  none?: string;
};

export function Time({ value, isRelative = false, none = '–' }: TimeProps) {
  if (value === null)
    return (
      <Text component="span" inherit c="dimmed">
        {none}
      </Text>
    );
  const [shown, hidden] = isRelative
    ? [formatRelative(value), formatTime(value)]
    : [formatTime(value), formatRelative(value)];
  return (
    <Tooltip label={hidden}>
      <time dateTime={value} style={{ whiteSpace: 'nowrap' }}>
        {shown}
      </time>
    </Tooltip>
  );
}
