// How pages for visitors write amounts, numbers, days and times: in their language, with the conventions and the time zone
// of the site's settings, as the admin does it.

import { formatBytes } from '../lib/file-words.ts';
import { moneyFormat } from '../lib/money.ts';
import type { Site } from './site.ts';

export type SiteFormats = {
  /** From an amount in minor units. */
  money(amount: number, currency: string): string;
  number(value: number): string;
  /** From a day such as 2026-11-20. */
  day(day: string): string;
  /** With the name of the time zone. */
  time(time: string): string;
  /** A size of files. */
  bytes(size: number): string;
};

export function siteFormats({ locale, timeZone }: Pick<Site, 'locale' | 'timeZone'>, language = 'en'): SiteFormats {
  const tag = localeFor(language, locale);
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 20 });
  // Where numbers are "1.250,5", English writes "€1,250.00", which reads as another amount.
  const marks = new Map(
    language === 'en' ? number.formatToParts(1_234_567.5).map(({ type, value }) => [type, value]) : [],
  );
  for (const digits of ['integer', 'fraction'] as const) marks.delete(digits);
  return {
    money(amount, currency) {
      const { format, value } = moneyFormat(amount, currency, tag);
      const parts = format.formatToParts(value);
      return parts.map(({ type, value }) => marks.get(type) ?? value).join('');
    },
    number: (value) => number.format(value),
    day: (day) =>
      new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    time: (time) =>
      new Intl.DateTimeFormat(tag, {
        ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
        timeZone: timeZone ?? 'UTC',
        timeZoneName: 'short',
      }).format(new Date(time)),
    bytes: (size) => formatBytes(size, tag),
  };
}

/** The language with the region of a locale: "en-AT" for "de-AT", "en-DE" for "de". */
export function localeFor(language: string, locale: string | null): string {
  const region = locale === null ? undefined : new Intl.Locale(locale).maximize().region;
  return region ? `${language}-${region}` : language;
}
