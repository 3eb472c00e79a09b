// Writes days and times for inputs as the country of the formats does in digits, and reads what people type and paste.

import { shownLocale } from './format.ts';

/** "2026-11-20" → "20/11/2026"; '' if it is not a day. */
export function writeDay(day: string): string {
  return write(`${day}T00:00`, formatsOf(shownLocale()).day);
}

/** "2026-11-20T09:30" → "20/11/2026, 09:30"; '' if it is not a time. */
export function writeDayAndTime(time: string): string {
  return write(time, formatsOf(shownLocale()).time);
}

/**
 * The day that a text means, as "2026-11-20"; null if it is none. In the order of the country, or with the year first, or
 * with the name of the month.
 */
export function readDay(text: string): string | null {
  const parts = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  if (parts.length !== 3) return null;
  const named = parts.findIndex((part) => monthOf(part) > 0);
  const numbers = parts.map((part, index) => (index === named ? monthOf(part) : Number(part)));
  const order = named >= 0 ? orderAround(named, parts) : orderOf(parts);
  const [day = 0, month = 0, year = 0] = ['day', 'month', 'year'].map((name) => numbers[order.indexOf(name)]);
  const isShort = parts[order.indexOf('year')]?.length === 2;
  return dayFrom(isShort ? 2000 + year : year, month, day);
}

/** The day and the time of day that a text means, as "2026-11-20T09:30"; null if one of them is missing. */
export function readDayAndTime(text: string): string | null {
  const found = /^(.*?)[T,\s]+(\d{1,2})(?:[:.](\d{2}))?(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(
    text.trim(),
  );
  const [, dayText = '', hourText, minutes, half] = found ?? [];
  const day = readDay(dayText);
  if (day === null || (minutes === undefined && half === undefined)) return null;
  const hour = half ? (Number(hourText) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hourText);
  const isTime = hour < 24 && Number(minutes ?? 0) < 60 && (!half || Number(hourText) <= 12);
  return isTime ? `${day}T${pad(hour)}:${minutes ?? '00'}` : null;
}

/** What to type: "dd/mm/yyyy", with the time "dd/mm/yyyy, hh:mm". */
export function datePattern(hasTime: boolean): string {
  const parts = formatsOf(shownLocale())[hasTime ? 'time' : 'day'].formatToParts(0);
  return parts.map(({ type, value }) => marks[type] ?? value).join('');
}

const marks: Record<string, string> = {
  day: 'dd',
  month: 'mm',
  year: 'yyyy',
  hour: 'hh',
  minute: 'mm',
};

type Formats = { locale: string; day: Intl.DateTimeFormat; time: Intl.DateTimeFormat };
let kept: Formats | null = null;

function formatsOf(locale: string): Formats {
  if (kept?.locale === locale) return kept;
  // Some countries have a calendar or digits of their own, which the API does not.
  const day = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    calendar: 'gregory',
    numberingSystem: 'latn',
  } as const;
  const options = { ...day, timeZone: 'UTC' };
  kept = {
    locale,
    day: new Intl.DateTimeFormat(locale, options),
    time: new Intl.DateTimeFormat(locale, { ...options, hour: '2-digit', minute: '2-digit' }),
  };
  return kept;
}

function write(time: string, format: Intl.DateTimeFormat): string {
  const date = new Date(`${time}Z`);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}

/** The order of three numbers. A year of four digits is where it is; the others follow the country. */
function orderOf(parts: readonly string[]): string[] {
  if (parts[0]?.length === 4) return ['year', 'month', 'day'];
  const names = formatsOf(shownLocale()).day.formatToParts(0);
  const own: string[] = names.map(({ type }) => type).filter((type) => /^(day|month|year)$/.test(type));
  return own[0] === 'year' && parts[2]?.length === 4 ? ['day', 'month', 'year'] : own;
}

/** Beside the name of a month, the longer number is the year: "20 Nov 2026", "Nov 20, 2026". */
function orderAround(named: number, parts: readonly string[]): string[] {
  const [first = 0, second = 0] = [0, 1, 2].filter((index) => index !== named);
  const isYearFirst = parts[first]?.length === 4;
  const order: string[] = [];
  order[named] = 'month';
  order[first] = isYearFirst ? 'year' : 'day';
  order[second] = isYearFirst ? 'day' : 'year';
  return order;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** 11 for "nov", "november"; 0 if it is not a month. */
function monthOf(word: string): number {
  return months.findIndex((month) => word.startsWith(month)) + 1;
}

function dayFrom(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
  const date = new Date(`${text}T00:00:00Z`);
  // 30 February would become a day in March.
  return year >= 1000 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
