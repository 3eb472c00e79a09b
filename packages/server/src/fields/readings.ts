// What values of other kinds say, for a change of the kind of a field: "12,50" is the number 12.5. Only what can be read in
// one way is read; 1,500 may be a small or a large number, and 02/03/2027 two days.

import { derive } from '../lib/lru-cache.ts';
import { isCurrency, minorDigits } from '../lib/money.ts';
import { slugify } from '../lib/slug.ts';
import { foldTyped, readNumber } from '../lib/typed-text.ts';
import { mayBeRounded, tooLargeToBeExact } from '../lib/validation.ts';
import { composedAs, type FieldDeclaration, optionValues } from './field.ts';
import { asBoolean } from './from-text.ts';

/** A number that is written with a decimal comma, or in groups of three digits. */
export function numbersIn(value: unknown): unknown[] {
  if (isMoney(value)) return [amountOf(value)];
  const read = typeof value === 'string' ? readNumber(foldTyped(value), { decimals: '', groups: '' }) : null;
  return read === null ? [] : [Number(read)];
}

/** Whether a number says all that the text does: long ones lose digits, and 01067 and 0x10 are codes rather than numbers. */
export function isExact(text: string, number: number): boolean {
  const folded = foldTyped(text);
  if (/^[+-]?0[box\d]/i.test(folded)) return false;
  return folded.replace(/\D/g, '').length <= 15 || String(number) === folded;
}

/** That a long number may not be the one that was typed. */
export function roundedFault(value: unknown) {
  if (typeof value !== 'number' || !mayBeRounded(value)) return null;
  return { path: '', code: 'out_of_range', detail: tooLargeToBeExact } as const;
}

/** Objects have none: their own `toString` may be anything. */
function textIn(value: unknown): string {
  return typeof value === 'object' ? '' : String(value).trim();
}

export function booleansIn(value: unknown): unknown[] {
  const read = asBoolean(textIn(value));
  return typeof read === 'boolean' ? [read] : [];
}

/** An option whose characters were composed in another way, as some systems do. */
export function composedOption(text: string, field: FieldDeclaration): string {
  return composedOptions(field)(text);
}

const composedOptions = derive((field: FieldDeclaration) => composedAs(optionValues(field)));

/** An option by its label, or in another case. */
export function optionsIn(value: unknown, field: FieldDeclaration): unknown[] {
  const text = textIn(value).toLowerCase();
  const named = (field.options ?? []).flatMap((option) => {
    const [id, label] = typeof option === 'string' ? [option, option] : [option.value, option.label];
    return [id, label].some((name) => name.trim().toLowerCase() === text) ? [id] : [];
  });
  return named.length === 1 ? named : [];
}

/** Options that are written with commas between them. */
export function someOptionsIn(value: unknown, field: FieldDeclaration): unknown[] {
  const known = new Set(optionValues(field));
  const parts = Array.isArray(value) ? value : textIn(value).split(',');
  const found = parts.map((part) => {
    const text = textIn(part);
    return known.has(text) ? text : optionsIn(text, field)[0];
  });
  return found.includes(undefined) ? [] : [[...new Set(found)]];
}

const months = 'january february march april may june july august september october november december'.split(' ');
const name = String.raw`(?<name>[A-Za-z]{3,9})\.?`;
const dates = [
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>\d{4})[/.](?<month>\d{1,2})[/.](?<day>\d{1,2})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/,
  new RegExp(String.raw`^(?<day>\d{1,2})(?:st|nd|rd|th)? ${name} (?<year>\d{4})$`),
  new RegExp(String.raw`^${name} (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$`),
];
const slashes = /^(?<first>\d{1,2})\/(?<second>\d{1,2})\/(?<year>\d{4})$/;

/** A day as it is written, without the time after it. */
export function datesIn(value: unknown): unknown[] {
  const text = textIn(value);
  const parts = dates.map((form) => form.exec(text)?.groups).find(Boolean);
  if (parts) return dateOf(parts);
  const { first, second, year } = slashes.exec(text)?.groups ?? {};
  if (first === undefined || second === undefined || year === undefined) return [];
  const read = [dateOf({ year, month: first, day: second }), dateOf({ year, month: second, day: first })].flat();
  return new Set(read).size === 1 ? [read[0]] : [];
}

function dateOf({ year = '', month, name = '', day = '' }: Record<string, string | undefined>): unknown[] {
  const named = months.findIndex((one) => one === name.toLowerCase() || one.slice(0, 3) === name.toLowerCase());
  const number = month === undefined ? named + 1 : Number(month);
  if (number < 1 || number > 12 || Number(day) < 1 || Number(day) > 31) return [];
  return [`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`];
}

/** A day begins at midnight in UTC. */
export function instantsIn(value: unknown): unknown[] {
  const text = textIn(value);
  const zoned = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)? ?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  if (zoned) return [`${zoned[1]}T${zoned[2]}${zoned[3] ?? ':00'}${zoned[4]}`];
  return /\d:\d/.test(text) ? [] : datesIn(text).map((date) => `${date}T00:00:00Z`);
}

export function slugsIn(value: unknown): unknown[] {
  return typeof value === 'string' || typeof value === 'number' ? [slugify(String(value))] : [];
}

export function colorsIn(value: unknown): unknown[] {
  const digits = /^#([0-9a-f]{3})$/i.exec(textIn(value))?.[1];
  return digits === undefined ? [] : [`#${digits.replace(/./g, '$&$&')}`];
}

/** Degrees with a comma between them. */
export function placesIn(value: unknown): unknown[] {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?)\s?,\s?(-?\d{1,3}(?:\.\d+)?)$/.exec(textIn(value)) ?? [];
  return lat === undefined ? [] : [{ lat: Number(lat), lng: Number(lng) }];
}

/** A number is an amount in the currency of the field. */
export function amountsIn(value: unknown, { currency }: FieldDeclaration): unknown[] {
  if (currency === undefined || !isCurrency(currency)) return [];
  const text = typeof value === 'string' ? foldTyped(value) : value;
  const plain = typeof text === 'string' && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : numbersIn(text)[0];
  const number = typeof text === 'number' ? text : plain;
  if (typeof number !== 'number') return [];
  const amount = Math.round(number * 10 ** minorDigits(currency));
  // More decimals than the currency has would be lost.
  return amount / 10 ** minorDigits(currency) === number ? [{ amount, currency }] : [];
}

type Money = { amount: number; currency: string };

function isMoney(value: unknown): value is Money {
  if (typeof value !== 'object' || value === null) return false;
  const { amount, currency } = value as Partial<Money>;
  return typeof amount === 'number' && typeof currency === 'string' && isCurrency(currency);
}

function amountOf({ amount, currency }: Money): number {
  return amount / 10 ** minorDigits(currency);
}
