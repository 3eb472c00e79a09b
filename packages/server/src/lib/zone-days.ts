// The days of a time zone, for texts of times in UTC that a database groups. A day has 23, 24 or 25 hours where clocks change.

import { Temporal } from './temporal.ts';

export type ZoneDay = {
  /** Such as 2026-11-20. */
  day: string;
  /** When it begins, as `toISOString` writes it. */
  start: string;
};

/** The last `count` days in the time zone, the first one first; `now` is in the last one. */
export function lastDays(now: Date, count: number, timeZone: string): ZoneDay[] {
  return zoneDays(dayOf(now, timeZone).subtract({ days: count - 1 }), count, timeZone);
}

/** The day in the time zone that the time is in. */
export function dayOf(time: Date, timeZone: string): Temporal.PlainDate {
  return zonedTime(time, timeZone).toPlainDate();
}

/** What clocks in the time zone show. */
export function zonedTime(time: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone);
}

/** `count` days from this one on. */
export function zoneDays(first: Temporal.PlainDate, count: number, timeZone: string): ZoneDay[] {
  return Array.from({ length: count }, (_, index) => {
    const day = first.add({ days: index });
    return { day: day.toString(), start: startOfDay(day, timeZone) };
  });
}

/** When a day begins: where clocks skip midnight, the first moment after it. */
export function startOfDay(day: Temporal.PlainDate, timeZone: string): string {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
}

/** The day that a time belongs to, among days in order; null for times before the first. */
export function dayAt(days: readonly ZoneDay[], time: string): string | null {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] as ZoneDay).start <= time) low = middle + 1;
    else high = middle;
  }
  return days[low - 1]?.day ?? null;
}

/** The times of day in UTC at which these days begin, such as ["22:00", "23:00"], without midnight. */
export function startTimes(days: readonly ZoneDay[]): string[] {
  return [...new Set(days.map(({ start }) => start.slice(11, 16)))].filter((time) => time !== '00:00').sort();
}
