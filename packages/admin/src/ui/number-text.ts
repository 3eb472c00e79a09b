// Reads numbers as people type and paste them, with the separators of any region, and writes numbers for inputs.

import { shownMarks } from './format.ts';

/**
 * What the text can mean, as "1234.5": nothing if it is not a number with at most that many decimals, and two readings
 * if its only mark can be either, as in "1.234".
 */
export function readingsOf(text: string, maxDecimals = Number.POSITIVE_INFINITY, marks = shownMarks()): string[] {
  const [, minus, digits = ''] = /^([-+]?)(.*)$/s.exec(simplify(text)) ?? [];
  const sign = minus === '-' ? '-' : '';
  const single = /^(\d*)([.,]?)(\d*)$/.exec(digits);
  const {
    whole = '',
    mark = '',
    fraction = '',
  } = single
    ? { whole: single[1], mark: single[2], fraction: single[3] }
    : ((grouped.exec(digits) ?? groupedByTwo.exec(digits))?.groups ?? {});
  if (whole + fraction === '') return [];
  const asDecimals = `${sign}${whole.replaceAll(/\D/g, '') || 0}${fraction && `.${fraction}`}`;
  const isDecimal = fraction.length <= maxDecimals;
  if (!single || !/^[1-9]\d{0,2}$/.test(whole) || fraction.length !== 3) return isDecimal ? [asDecimals] : [];
  const asGroup = `${sign}${whole}${fraction}`;
  if (isDecimal) return [asGroup, asDecimals];
  return mark === marks.group ? [asGroup] : [];
}

/** "1.5", as in the API; null if it is not such a number, or negative. */
export function readDecimal(text: string, maxDecimals: number): string | null {
  const readings = readingsOf(text, maxDecimals).filter((reading) => !reading.startsWith('-'));
  // "1.234" is a fraction if its mark is how the screens write decimals.
  return (text.includes(shownMarks().decimal) ? readings.at(-1) : readings[0]) ?? null;
}

/** Groups of three digits. */
const grouped = /^(?<whole>[1-9]\d{0,2}(?:([., '])\d{3})(?:\2\d{3})*)(?:(?!\2)(?<mark>[.,])(?<fraction>\d*))?$/;
/** As in India: a group of three digits after groups of two. */
const groupedByTwo = /^(?<whole>[1-9]\d?(?:,\d{2})+,\d{3})(?:(?<mark>\.)(?<fraction>\d*))?$/;

/** With ASCII digits, signs and separators, and without a currency symbol. */
function simplify(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) & 0xf) % 10))
    .replaceAll(/[−ー\p{Pd}]/gu, '-')
    .replaceAll(/[’٬]/g, "'")
    .replaceAll('٫', '.')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ \p{Sc}]+|[ \p{Sc}]+$/gu, '')
    .replace(/^([-+])[ \p{Sc}]+/u, '$1');
}

/** The number that the text means. Throws a SyntaxError that says what to enter. */
export function parseNumber(text: string, { isWhole = false } = {}): number {
  const readings = readingsOf(text, isWhole ? 0 : undefined);
  const [reading] = readings;
  if (reading === undefined) throw new SyntaxError(isWhole ? 'Enter a whole number' : 'Enter a number, such as 24.50');
  if (readings.length > 1) {
    throw new SyntaxError(`“${text.trim()}” can mean two numbers. Enter ${readings.map(unambiguous).join(' or ')}`);
  }
  const value = Number(reading);
  if (exact.format(value) !== trimZeros(reading)) throw new SyntaxError('Enter a number with at most 15 digits');
  return value;
}

const exact = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 100 });

/** "007.50" → "7.5", "-0" → "0" */
function trimZeros(reading: string): string {
  const trimmed = reading.replace(/^(-?)0+(?=\d)/, '$1');
  return trimmed.includes('.') ? trimmed.replace(/\.?0+$/, '') : trimmed;
}

/** The number for an input, with the reader's decimal mark. `parseNumber` reads it back as the same number. */
export function writeNumber(value: number, { hasCents = false } = {}): string {
  const text = exact.format(value);
  return unambiguous(hasCents ? text.replace(/\.\d$/, '$&0') : text);
}

/** "1.234" → "1.2340", which has only one meaning. */
function unambiguous(reading: string): string {
  const text = readingsOf(reading).length > 1 ? `${reading}0` : reading;
  return text.replace('.', shownMarks().decimal);
}
