// Converts times for the browser's date and time inputs, in the time zone of everything else on the screens.

import { shownTimeZone, siteTimeZone } from './format.ts';

/** RFC 3339 → "2026-11-20T09:30"; '' if there is no time. */
export function toLocalInput(time: string | null | undefined, zone = shownTimeZone()): string {
  const date = new Date(time ?? '');
  return Number.isNaN(date.getTime()) ? '' : wallClock(date.getTime(), zone).slice(0, 16);
}

/** The day of it at the site, such as 2026-11-20. */
export function toSiteDay(time: string | null | undefined): string {
  return toLocalInput(time, siteTimeZone()).slice(0, 10);
}

/**
 * Back to RFC 3339 in UTC; null if the text is not a time. Of a time that clocks show twice, it is the first; one that they
 * skip counts on from before, as browsers do it in their own time zone.
 */
export function fromLocalInput(text: string, zone = shownTimeZone()): string | null {
  const instant = Date.parse(`${text}Z`);
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(instant)) return null;
  const offsetAt = (time: number): number => Date.parse(`${wallClock(time, zone)}Z`) - Math.floor(time / 1000) * 1000;
  const [first, second] = [instant - offsetAt(instant - dayMs), instant - offsetAt(instant + dayMs)];
  const isShown = (time: number): boolean => time + offsetAt(time) === instant;
  return new Date(isShown(first) || !isShown(second) ? first : second).toISOString();
}

const dayMs = 86_400_000;

/** The first and the last moment of a day such as 2026-11-20, as timestamps; '' if it is not a day. */
export function startOfDay(day: string, zone = shownTimeZone()): string {
  return fromLocalInput(`${day}T00:00:00`, zone) ?? '';
}

export function endOfDay(day: string, zone = shownTimeZone()): string {
  const next = new Date(Date.parse(day) + dayMs);
  if (Number.isNaN(next.getTime())) return '';
  return new Date(Date.parse(startOfDay(next.toISOString().slice(0, 10), zone)) - 1).toISOString();
}

/** What a clock in the time zone shows: "2026-11-20T09:30:00". */
function wallClock(time: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const { year = '', month, day, hour, minute, second } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}
