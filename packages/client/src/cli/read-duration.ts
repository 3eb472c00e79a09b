// Durations such as `--expires 1h`.

import { UsageError } from './command-error.ts';

const secondsOf: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of `90s`, `30m`, `1h` or `7d`. */
export function readDuration(name: string, text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const seconds = secondsOf[unit];
  if (seconds === undefined) throw new UsageError(`${name} must be a duration such as 30m, 1h or 7d, not "${text}"`);
  return Number(count) * seconds;
}
