// Every number, amount, size, date and duration in the admin is formatted here: in English, like the screens, with the
// conventions and the time zone of the site's settings, or else of the reader.

import { currencyDigits, shownDigits } from '@frontdesk/payment-sandbox/currencies';

type Formats = ReturnType<typeof formatsOf>;

let formats: Formats = formatsOf(null, null);
let weekBegins: FirstDayOfWeek | null = null;

type FirstDayOfWeek = 'monday' | 'saturday' | 'sunday';
/** Null stands for what the reader's browser says. */
type SiteFormats = { locale: string | null; timeZone: string | null; firstDayOfWeek?: FirstDayOfWeek | null };

/** Call this when the site's settings have been loaded. */
export function setFormats(site: SiteFormats): void {
  weekBegins = site.firstDayOfWeek ?? null;
  if (site.locale === formats.site.locale && site.timeZone === formats.site.timeZone) return;
  formats = formatsOf(site.locale, site.timeZone);
}

function formatsOf(siteLocale: string | null, siteZone: string | null) {
  const locale = englishFor(siteLocale === null ? navigator.languages : [siteLocale]);
  const zone = siteZone === null ? {} : { timeZone: siteZone };
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone });
  return {
    site: { locale: siteLocale, timeZone: siteZone },
    locale,
    timeZone: time.resolvedOptions().timeZone,
    marks: marksOf(locale),
    number: new Intl.NumberFormat(locale),
    withCents: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 }),
    oneDecimal: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
    choices: new Intl.ListFormat(locale, { type: 'disjunction' }),
    list: new Intl.ListFormat(locale, { type: 'conjunction' }),
    time,
    clock: new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone }),
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone }),
    longDay: new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...zone }),
    siteDay: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: siteZone ?? 'UTC' }),
    calendarDay: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
    dayOfMonth: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    monthName: new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }),
    relative: new Intl.RelativeTimeFormat(locale),
  };
}

/** A time and a number, as they look with these settings. */
export function formatSample(site: { locale: string | null; timeZone: string | null }): string {
  const { time, number } = formatsOf(site.locale, site.timeZone);
  return `${time.format(Date.now())} and ${number.format(1234.5)}`;
}

/** The time zone of every time on the screens, such as "Europe/Vienna". */
export function shownTimeZone(): string {
  return formats.timeZone;
}

/** The time zone by which the service counts days: it knows no reader. */
export function siteTimeZone(): string {
  return formats.site.timeZone ?? 'UTC';
}

/** English with the region whose conventions the screens follow, such as "en-AT". */
export function shownLocale(): string {
  return formats.locale;
}

/** With which day weeks begin in calendars: 0 for Sunday. */
export function firstDayOfWeek(): 0 | 1 | 6 {
  if (weekBegins !== null) return ({ sunday: 0, monday: 1, saturday: 6 } as const)[weekBegins];
  // A browser that does not say begins as ISO 8601 does.
  const { firstDay = 1 } = new Intl.Locale(formats.locale).getWeekInfo?.() ?? {};
  return firstDay === 7 ? 0 : firstDay === 6 ? 6 : 1;
}

/** The marks of numbers on the screens. */
export function shownMarks(): Marks {
  return formats.marks;
}

/** English with the region of the first usable language: ['de-AT', 'en'] → 'en-AT'. */
export function englishFor(languages: readonly string[]): string {
  const region = languages.map(regionOf).find((region) => region !== undefined);
  return region ? `en-${region}` : 'en';
}

/** "AT" for "de-AT", "DE" for "de"; undefined for a tag that says nothing of a region. */
export function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region;
  } catch {
    // Some systems report tags that Intl rejects, such as en-US@posix.
    return undefined;
  }
}

/** The characters before the decimals and between groups of digits. */
export type Marks = { decimal: string; group: string };

export function marksOf(locale: string): Marks {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const markOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: markOf('decimal'), group: markOf('group') };
}

export function formatNumber(value: number): string {
  return formats.number.format(value);
}

/** "25", "24.50": a price without its currency. */
export function formatPrice(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : formats.withCents.format(value);
}

/** "1 delivery", "1,204 deliveries" */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** "Price, size and color" */
export function formatList(names: readonly string[]): string {
  return formats.list.format(names);
}

/** "YouTube, Vimeo or Spotify" */
export function formatChoices(names: readonly string[]): string {
  return formats.choices.format(names);
}

/** `formatMoney(1050, 'usd')` → "$10.50"; the amount is in minor units. */
export function formatMoney(amount: number, currency: string): string {
  return moneyText(`${amount}e-${currencyDigits(currency)}`, currencyFormat(currency), formats.marks);
}

/** Amounts of a currency on a chart, in its largest unit: whether there is nothing between 0 and 1, and how they are written. */
export function moneyScale(currency: string) {
  const unit = 10 ** currencyDigits(currency);
  return {
    isWhole: unit === 1,
    toNumber: (amount: number): number => amount / unit,
    format: (value: number): string => formatMoney(Math.round(value * unit), currency),
  };
}

/** With the marks of plain numbers: where these are "1.250,00", English writes "€1,250.00", which reads as another amount. */
export function moneyText(value: string, format: Intl.NumberFormat, marks: Marks): string {
  const parts = format.formatToParts(value as Intl.StringNumericLiteral);
  return parts.map(({ type, value }) => (type === 'decimal' || type === 'group' ? marks[type] : value)).join('');
}

function currencyFormat(currency: string): Intl.NumberFormat {
  try {
    const style = { style: 'currency', currency: currency.toUpperCase() } as const;
    return new Intl.NumberFormat(formats.locale, { ...style, ...shownDigits(currency) });
  } catch {
    return formats.number;
  }
}

/** "3 Mar 2026, 14:05", in the time zone of the site or the reader. */
export function formatTime(value: string): string {
  return formats.time.format(new Date(value));
}

/** "14:32" today, "3 Mar 2026, 14:32" before. */
export function formatClock(value: string, now = new Date()): string {
  const at = new Date(value);
  const { day, clock, time } = formats;
  return day.format(at) === day.format(now) ? clock.format(at) : time.format(at);
}

/** "3 Mar 2026" */
export function formatDay(value: string): string {
  return formats.day.format(new Date(value));
}

/** The day of a time that stands for a day at the site, such as that on which an invoice is due: as on its document. */
export function formatSiteDay(value: string): string {
  return formats.siteDay.format(new Date(value));
}

/** "3 Mar 2026", from a date such as 2026-03-03, which is the same in every time zone. */
export function formatDayOf(day: string): string {
  return formats.calendarDay.format(new Date(day));
}

/** "3 Mar", from a date such as 2026-03-03. */
export function formatDayOfMonth(value: string): string {
  return formats.dayOfMonth.format(new Date(value));
}

/** "March 2026", from a date in it such as 2026-03-01. */
export function formatMonth(value: string): string {
  return formats.month.format(new Date(value));
}

/** "Mar", from a date in it such as 2026-03-01. */
export function formatMonthName(value: string): string {
  return formats.monthName.format(new Date(value));
}

/** "+12 %", "-3 %", "0 %"; null if there is nothing to compare with. */
export function formatChange(value: number, before: number): string | null {
  if (before <= 0) return null;
  const percent = Math.round(((value - before) / before) * 100);
  return `${percent > 0 ? '+' : ''}${formatNumber(percent)} %`;
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const maxRelativeSeconds = 30 * 86_400;

/** "5 minutes ago", "in 2 hours"; a date beyond 30 days: "on 19 February 2027". */
export function formatRelative(value: string, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1000;
  if (Math.abs(seconds) > maxRelativeSeconds) return `on ${formats.longDay.format(new Date(value))}`;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return formats.relative.format(Math.trunc(seconds / size), unit);
  }
  return Math.abs(seconds) < 10 ? 'just now' : formats.relative.format(Math.trunc(seconds), 'second');
}

const sizeUnits = ['bytes', 'KB', 'MB', 'GB'];

/** "1.4 MB"; 1 MB is 1,048,576 bytes, as for the size limits of forms. */
export function formatBytes(size: number): string {
  const step = Math.min(sizeUnits.length - 1, Math.floor(Math.log2(Math.max(1, size)) / 10));
  return step === 0
    ? formatCount(size, 'byte')
    : `${formats.oneDecimal.format(size / 1024 ** step)} ${sizeUnits[step]}`;
}

/** "850 ms", "1.2 s" */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${formatNumber(ms)} ms` : `${formats.oneDecimal.format(ms / 1000)} s`;
}

/** A name of the API as text: "payment_failed" → "Payment failed". */
export function humanize(name: string): string {
  const words = name.replaceAll(/[._-]/g, ' ').replaceAll(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
