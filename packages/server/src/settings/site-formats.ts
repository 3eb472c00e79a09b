// How pages for visitors write amounts, numbers, days and times: in their language, with the conventions and the time zone
// of the site's settings, as the admin does it.

import { formatBytes } from '../languages/file-words.ts';
import { memoize } from '../lib/lru-cache.ts';
import { moneyFormat } from '../lib/money.ts';
import type { NumberMarks } from '../lib/typed-text.ts';
import type { Site } from './site.ts';

export type SiteFormats = {
  /** From an amount in minor units. */
  money(amount: number, currency: string): string;
  number(value: number): string;
  /** From a percentage such as 19 or 5.5. */
  percent(value: string): string;
  /** From a day such as 2026-11-20. */
  day(day: string): string;
  /** With the name of the time zone. */
  time(time: string): string;
  /** A size of files. */
  bytes(size: number): string;
  /** How numbers and amounts are written. */
  marks: NumberMarks;
};

export function siteFormats({ locale, timeZone }: Pick<Site, 'locale' | 'timeZone'>, language = 'en'): SiteFormats {
  const tag = localeFor(language, locale);
  const number = numberFormat(tag);
  return {
    money(amount, currency) {
      const { format, value } = moneyFormat(amount, currency, tag);
      const marks = language === 'en' ? marksOf(tag) : null;
      const parts = format.formatToParts(value);
      return parts.map(({ type, value }) => marks?.get(type) ?? value).join('');
    },
    number: (value) => number.format(value),
    percent: (value) => percentFormat(tag).format(Number(value) / 100),
    day: (day) => dayFormat(tag).format(new Date(`${day}T00:00:00Z`)),
    time: (time) => timeFormat(`${tag} ${timeZone ?? 'UTC'}`).format(new Date(time)),
    bytes: (size) => formatBytes(size, tag),
    marks: numberMarks(tag),
  };
}

/** Each of these takes a millisecond to create, and a site uses a few. */
const keptFormats = 50;
const numberFormat = memoize(keptFormats, (tag: string) => new Intl.NumberFormat(tag, { maximumFractionDigits: 20 }));
const percentFormat = memoize(
  keptFormats,
  (tag: string) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 }),
);
const dayFormat = memoize(
  keptFormats,
  (tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }),
);
const timeFormat = memoize(keptFormats, (place: string) => {
  const [tag, timeZone] = place.split(' ');
  return new Intl.DateTimeFormat(tag, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  });
});
/** Where numbers are "1.250,5", English writes "€1,250.00", which reads as another amount. */
const marksOf = memoize(keptFormats, (tag: string) => {
  const marks = new Map<string, string>(
    numberFormat(tag)
      .formatToParts(1_234_567.5)
      .map(({ type, value }) => [type, value]),
  );
  for (const digits of ['integer', 'fraction']) marks.delete(digits);
  return marks;
});

/** Some countries group the digits of amounts in another way than those of numbers. */
const numberMarks = memoize(keptFormats, (tag: string): NumberMarks => {
  const styles = [{}, { style: 'currency', currency: 'EUR' }] as const;
  const parts = styles.flatMap((style) =>
    new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...style }).formatToParts(1_234_567.5),
  );
  const join = (type: string) =>
    [...new Set(parts.filter((part) => part.type === type).map(({ value }) => value))].join('');
  return { decimals: join('decimal'), groups: join('group'), locale: tag };
});

/** The language with the region of a locale: "en-AT" for "de-AT", "en-DE" for "de". */
export function localeFor(language: string, locale: string | null): string {
  const region = locale === null ? undefined : regionOf(locale);
  return region ? `${language}-${region}` : language;
}

const regionOf = memoize(keptFormats, (locale: string) => new Intl.Locale(locale).maximize().region);
