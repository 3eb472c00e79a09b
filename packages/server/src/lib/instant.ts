// Times as RFC 3339 writes them, in any zone, as texts that sort by the instant.

/**
 * Seconds and their fraction, of any length; null for a text that is not a time. The database computes the same
 * (dialect.ts, `jsonValue`). Pages contain this very function (fields/normal-forms.ts), so it uses nothing from outside.
 */
export function instantOf(text: string): string | null {
  const time =
    /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)[Tt\s](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;
  /** Moves every year to where seconds since 1970 are positive and Date.UTC does not read 99 as 1999. */
  const shiftYears = 4000;
  const parts = time.exec(text);
  if (!parts) return null;
  const [, year, month, day, hours, minutes, seconds, fraction = '', sign, zoneHours = 0, zoneMinutes = 0] = parts;
  const monthStart = Date.UTC(Number(year) + shiftYears, Number(month) - 1, 1) / 1000;
  const zone = Number(`${sign ?? '+'}1`) * (Number(zoneHours) * 3600 + Number(zoneMinutes) * 60);
  const ofMonth = (Number(day) - 1) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const digits = fraction.replace(/0+$/, '');
  return `${monthStart + ofMonth - zone}`.padStart(12, '0') + (digits === '' ? '' : `.${digits}`);
}

/** As inputs of the type `datetime-local` have it: in UTC, without the zone. What is not a time stays as it is. */
export function withoutZone(text: string): string {
  const date = new Date(instantOf(text) === null ? Number.NaN : text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString().replace(/(:00)?(\.000)?Z$/, '');
}
