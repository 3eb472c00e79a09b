// Money is an integer in the smallest unit of its currency, beside a lower-case ISO 4217 code. How many decimals that
// unit stands for is the payment processor's answer, which for some currencies is not the one of ISO 4217.
import iso from 'currency-codes';

// Units of account, metals, and codes that mean no money at all: nobody can be asked to pay in them.
const notMoney = new Set('xag xau xba xbb xbc xbd xdr xpd xpt xsu xts xua xxx'.split(' '));

const isoDigits = new Map(iso.data.map(({ code, digits }) => [code.toLowerCase(), digits]));
// The Caribbean guilder replaced the Antillean one in 2025; the table is older.
isoDigits.set('xcg', 2);
for (const code of notMoney) isoDigits.delete(code);

// https://docs.stripe.com/currencies, sections "Zero-decimal currencies", "Special cases" and "Three-decimal currencies".
const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
// They have no fractions any more, but are still written with two decimals, always 00; hence also not zero-decimal above.
const wholeUnitsOnly = new Set('isk ugx'.split(' '));
// Card networks cannot carry the last of three decimals.
const lastDigitZero = new Set('bhd jod kwd omr tnd'.split(' '));

/** Whether `code` is the lower-case ISO 4217 code of something one can pay in. */
export function isCurrency(code: string): boolean {
  return isoDigits.has(code);
}

/** How many decimals an amount in this currency has: 2 for usd, 0 for jpy. Throws RangeError for an unknown one. */
export function minorDigits(code: string): number {
  const digits = isoDigits.get(code);
  if (digits === undefined) throw new RangeError(`Unknown currency: ${code}`);
  if (zeroDecimal.has(code)) return 0;
  return wholeUnitsOnly.has(code) ? 2 : digits;
}

/**
 * Whether the processor can take exactly this amount: a positive integer, ending in 0 in currencies with three
 * decimals, and in 00 in those whose fractions are out of use (isk, ugx).
 */
export function isPayableAmount(amount: number, currency: string): boolean {
  if (!Number.isSafeInteger(amount) || amount < 1 || !isCurrency(currency)) return false;
  if (wholeUnitsOnly.has(currency)) return amount % 100 === 0;
  return !lastDigitZero.has(currency) || amount % 10 === 0;
}

/** An amount as people of `locale` (BCP 47) write it: `formatMoney(1050, 'usd', 'en')` is `$10.50`. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: Math.min(digits, isoDigits.get(currency) ?? digits),
    maximumFractionDigits: digits,
  });
  // A decimal string is formatted digit by digit; dividing would round large amounts.
  return format.format(`${amount}e-${digits}` as Intl.StringNumericLiteral);
}
