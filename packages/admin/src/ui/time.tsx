// A moment, relative or whole; the other is told on hover and to machines.

import { Text, Tooltip } from '@mantine/core';
import { formatRelative, formatTime } from './format.ts';

type TimeProps = {
  value: string | null;
  /** "5 minutes ago" in place of the date. */
  isRelative?: boolean;
  /** What stands there when there is no moment. */
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
