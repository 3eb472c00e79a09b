// Which backups to keep, such as `7d,4w,6m`: the newest of each of the last seven days, four weeks and six months that have one.
// A number alone is for the last so many. All times are UTC, weeks begin on Monday.

import { ExpectedError } from '../lib/expected-error.ts';

export type KeepRule = readonly { count: number; unit: Unit }[];
type Unit = 'each' | 'd' | 'w' | 'm' | 'y';

const dayMs = 86_400_000;
const maxCount = 1000;

/** Throws ExpectedError. */
export function readKeepRule(text: string): KeepRule {
  return text.split(',').map((part) => {
    const [, digits, unit = ''] = /^\s*(\d{1,4})([dwmy]?)\s*$/.exec(part) ?? [];
    const count = Number(digits);
    if (digits === undefined || count < 1 || count > maxCount)
      throw new ExpectedError(
        `“${part.trim()}” is no rule of what to keep. Use numbers of days, weeks, months and years, such as 7d,4w,6m, or of backups, such as 10.`,
      );
    return { count, unit: (unit || 'each') as Unit };
  });
}

/** Those of these times that the rule does not keep. The newest is always kept. */
export function timesToRemove<Made extends { createdAt: Date }>(rule: KeepRule, made: readonly Made[]): Made[] {
  const newestFirst = made.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const { count, unit } of rule) {
    const seen = new Set<number>();
    for (const one of newestFirst) {
      const period = periodOf(one.createdAt, unit);
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      kept.add(one);
    }
  }
  return newestFirst.filter((one) => !kept.has(one));
}

function periodOf(time: Date, unit: Unit): number {
  const days = Math.floor(time.getTime() / dayMs);
  if (unit === 'each') return time.getTime();
  if (unit === 'd') return days;
  // Day 0 was a Thursday.
  if (unit === 'w') return Math.floor((days + 3) / 7);
  return unit === 'm' ? time.getUTCFullYear() * 12 + time.getUTCMonth() : time.getUTCFullYear();
}
