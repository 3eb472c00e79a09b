// Money is an integer in the smallest unit of its currency, with a lower-case ISO 4217 code. The number of decimals is
// the payment processor's, which differs from ISO 4217 for some currencies.
import iso from 'currency-codes';
import { keepRecent } from './keep-recent.ts';

// Units of account, metals and test codes: nothing can be paid in them.
const notMoney = new Set('xag xau xba xbb xbc xbd xdr xpd xpt xsu xts xua xxx'.split(' '));

const isoDigits = new Map(iso.data.map(({ code, digits }) => [code.toLowerCase(), digits]));
// The Caribbean guilder replaced the Antillean guilder in 2025; the table is older.
isoDigits.set('xcg', 2);
for (const code of notMoney) isoDigits.delete(code);

// https://docs.stripe.com/currencies, sections "Zero-decimal currencies", "Special cases" and "Three-decimal currencies".
const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
// Their fractions are out of use, but amounts still have two decimals, always 00; so they are not in the list above.
const wholeUnitsOnly = new Set('isk ugx'.split(' '));
// Card networks cannot carry the last of three decimals.
const lastDigitZero = new Set('bhd jod kwd omr tnd'.split(' '));

/** Whether `code` is the lower-case ISO 4217 code of a currency that can be paid in. */
export function isCurrency(code: string): boolean {
  return isoDigits.has(code);
}

/** The number of decimals of an amount: 2 for usd, 0 for jpy. Throws RangeError for an unknown currency. */
export function minorDigits(code: string): number {
  const digits = isoDigits.get(code);
  if (digits === undefined) throw new RangeError(`Unknown currency: ${code}`);
  if (zeroDecimal.has(code)) return 0;
  return wholeUnitsOnly.has(code) ? 2 : digits;
}

/** What every payable amount is a multiple of. */
export function payableStep(currency: string): number {
  if (wholeUnitsOnly.has(currency)) return 100;
  return lastDigitZero.has(currency) ? 10 : 1;
}

/**
 * Whether the processor can charge exactly this amount: a positive integer that ends in 0 in currencies with three
 * decimals, and in 00 in those whose fractions are out of use (isk, ugx).
 */
export function isPayableAmount(amount: number, currency: string): boolean {
  if (!Number.isSafeInteger(amount) || amount < 1 || !isCurrency(currency)) return false;
  return amount % payableStep(currency) === 0;
}

/** The amount that a number such as `25` or `25.5` means; null if it is none in this currency, or has more decimals. */
export function readAmount(number: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(number) ?? [];
  return whole === undefined || fraction.length > digits ? null : Number(whole + fraction.padEnd(digits, '0'));
}

/** An amount as written in `locale` (BCP 47): `formatMoney(1050, 'usd', 'en')` is `$10.50`. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const { format, value } = moneyFormat(amount, currency, locale);
  return format.format(value);
}

/** How to write an amount, and what to give to the format. */
export function moneyFormat(
  amount: number,
  currency: string,
  locale: string,
): { format: Intl.NumberFormat; value: Intl.StringNumericLiteral } {
  const digits = minorDigits(currency);
  const format = currencyFormat(`${locale} ${currency}`);
  // A decimal string is formatted digit by digit; dividing would round large amounts.
  return { format, value: `${amount}e-${digits}` as Intl.StringNumericLiteral };
}

const currencyFormat = keepRecent(100, (key: string) => {
  const [locale, currency = ''] = key.split(' ');
  const digits = minorDigits(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: Math.min(digits, isoDigits.get(currency) ?? digits),
    maximumFractionDigits: digits,
  });
});
