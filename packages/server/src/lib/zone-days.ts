// The days of a time zone, for texts of times in UTC that a database groups. A day has 23, 24 or 25 hours where clocks change.

export type ZoneDay = {
  /** Such as 2026-11-20. */
  day: string;
  /** When it begins, as `toISOString` writes it. */
  start: string;
};

/** The last `count` days in the time zone, the first one first; `now` is in the last one. */
export function lastDays(now: Date, count: number, timeZone: string): ZoneDay[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  return Array.from({ length: count }, (_, index) => {
    const day = today.subtract({ days: count - 1 - index });
    // Where clocks skip midnight, the first moment after it.
    const start = new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
    return { day: day.toString(), start };
  });
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
