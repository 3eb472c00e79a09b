// The dates of a WordPress export, as RFC 3339 UTC with milliseconds.

import { Temporal } from '../lib/temporal.ts';

export interface ExportDates {
  /** `2015-01-27 14:56:57` in UTC; zeros mean "not published yet". */
  gmt: string;
  /** The same in the site's time zone, which the file does not name (wordpress-time-zone.ts). */
  local: string;
  /** The same in the format of RFC 822. */
  rfc822: string;
  /** The item's status in WordPress. */
  status: string;
}

const STORED = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)$/;
const RFC822 = /^(?:[A-Za-z]{3},\s+)?\d{1,2}\s+[A-Za-z]{3}\s+\d{4}\s+\d\d:\d\d(?::\d\d)?\s+(?:[+-]\d{4}|GMT|UTC?|Z)$/;
/** Minutes. */
const maxOffset = 14 * 60;
const UNDATED = new Set(['draft', 'auto-draft', 'pending']);

/**
 * When the item was or will be published: its UTC date, else the feed's date, else its local date. Null for drafts without
 * a UTC date.
 */
export function resolvePublishedAt({ gmt, local, rfc822, status }: ExportDates, timeZone = 'UTC'): string | null {
  return parseStoredDate(gmt) ?? parseRfc822(rfc822) ?? (UNDATED.has(status) ? null : parseLocalDate(local, timeZone));
}

/** `YYYY-MM-DD HH:MM:SS` in this time zone. */
export function parseLocalDate(text: string, timeZone: string): string | null {
  const written = parseStoredDate(text);
  if (written === null) return null;
  const local = Temporal.PlainDateTime.from(written.slice(0, -1)).toZonedDateTime(timeZone);
  return new Date(local.epochMilliseconds).toISOString();
}

/** By how many minutes the local date is ahead of the UTC date; null if that is not the offset of a time zone. */
export function offsetOf({ gmt, local }: Pick<ExportDates, 'gmt' | 'local'>): number | null {
  const [utc, here] = [parseStoredDate(gmt), parseStoredDate(local)];
  if (utc === null || here === null) return null;
  const minutes = (Date.parse(here) - Date.parse(utc)) / 60_000;
  return minutes % 15 === 0 && Math.abs(minutes) <= maxOffset ? minutes : null;
}

/** `YYYY-MM-DD HH:MM:SS`, read as UTC; null for zeros, invalid dates and other texts. */
export function parseStoredDate(text: string): string | null {
  const match = STORED.exec(text.trim());
  if (!match || match[1] === '0000') return null;
  const [, year, month, day, hour, minute, second] = match;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const date = new Date(written);
  return !Number.isNaN(date.getTime()) && date.toISOString() === written ? written : null;
}

function parseRfc822(text: string): string | null {
  const date = new Date(RFC822.test(text.trim()) ? text.trim() : Number.NaN);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 ? null : date.toISOString();
}
