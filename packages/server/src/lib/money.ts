// Money is an integer in the smallest unit of its currency, with a lower-case ISO 4217 code. The number of decimals is
// the payment processor's, which differs from ISO 4217 for some currencies.

import { chargeStep, currencyDigits, shownDigits } from '@frontdesk/payment-sandbox/currencies';
import iso from 'currency-codes';
import { memoize } from './lru-cache.ts';
import { foldTyped } from './typed-text.ts';

// Units of account, metals and test codes: nothing can be paid in them.
const notMoney = new Set('xag xau xba xbb xbc xbd xdr xpd xpt xsu xts xua xxx'.split(' '));

const codes = new Set(iso.data.map(({ code }) => code.toLowerCase()));
// The Caribbean guilder replaced the Antillean guilder in 2025; the table is older.
codes.add('xcg');
for (const code of notMoney) codes.delete(code);

/** All that can be paid in, sorted. */
export const currencyCodes: readonly string[] = [...codes].sort();

/** Whether `code` is the lower-case ISO 4217 code of a currency that can be paid in. */
export function isCurrency(code: string): boolean {
  return codes.has(code);
}

/** The number of decimals of an amount: 2 for usd, 0 for jpy. Throws RangeError for an unknown currency. */
export function minorDigits(code: string): number {
  if (!isCurrency(code)) throw new RangeError(`Unknown currency: ${code}`);
  return currencyDigits(code);
}

/**
 * Whether the processor can charge exactly this amount: a positive integer that ends in 0 in currencies with three
 * decimals, and in 00 in those whose fractions are out of use (isk, ugx).
 */
export function isPayableAmount(amount: number, currency: string): boolean {
  if (!Number.isSafeInteger(amount) || amount < 1 || !isCurrency(currency)) return false;
  return amount % chargeStep(currency) === 0;
}

/** The amount that a number such as `25` or `25.5` means; null if it is none in this currency, or has more decimals. */
export function readAmount(number: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(number) ?? [];
  return whole === undefined || fraction.length > digits ? null : Number(whole + fraction.padEnd(digits, '0'));
}

/** An amount as a decimal number for programs: `10.50` for 1050 in usd, `1050` in jpy. */
export function decimalAmount(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  if (digits === 0) return `${amount}`;
  const minor = `${Math.abs(amount)}`.padStart(digits + 1, '0');
  return `${amount < 0 ? '-' : ''}${minor.slice(0, -digits)}.${minor.slice(-digits)}`;
}

/** What people write beside an amount in the currency, folded, in English and in `locale`; longer ones come first. */
export function currencySigns(currency: string, locale = 'en'): readonly string[] {
  return keptSigns(`${locale} ${currency}`);
}

const keptSigns = memoize(100, (key: string) => {
  const [locale = 'en', currency = ''] = key.split(' ');
  const shown = [locale, 'en-GB'].flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .find(({ type }) => type === 'currency'),
    ),
  );
  const signs = new Set([
    currency,
    ...shown.map((part) =>
      foldTyped(part?.value ?? currency)
        .normalize('NFKC')
        .toLowerCase(),
    ),
  ]);
  return [...signs].sort((a, b) => b.length - a.length);
});

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

const currencyFormat = memoize(100, (key: string) => {
  const [locale, currency = ''] = key.split(' ');
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    ...shownDigits(currency),
  });
});

// Amounts as people type them into a search: `25`, `25.00`, `1.250,00`, `€ 25`, `25 EUR`.

export type MoneyText = {
  /** In minor units: one for each number of decimals that a currency may have. */
  amounts: number[];
  /** Digits before and after the decimal separator. */
  whole: string;
  fraction: string;
  currency: string | null;
};

const amountText =
  /^(?:([a-z]{3}|\p{Sc}) ?)?(\d{1,3}(?:[.,' ]\d{3})+|\d{1,12})(?:[.,](\d{1,3}))?(?: ?([a-z]{3}|\p{Sc}))?$/iu;

/** The amounts that a text may mean; null if it is not an amount. */
export function amountsIn(text: string): MoneyText | null {
  const [, before, digits, decimals = '', after] = amountText.exec(text) ?? [];
  if (digits === undefined) return null;
  const code = (before ?? after ?? '').toLowerCase();
  const whole = digits.replace(/\D/g, '');
  const fraction = decimals.replace(/0+$/, '');
  const money = { whole, fraction, currency: isCurrency(code) ? code : null };
  const amounts = [0, 2, 3].map((decimals) => minorAmount(money, decimals)).filter((amount) => amount !== null);
  return { ...money, amounts };
}

/** Whether this is the amount that was typed, in the currency that was typed if one was. */
export function isAmount(
  money: MoneyText,
  { amount, currency }: { amount: number | null; currency: string | null },
): boolean {
  if (amount === null || currency === null || !isCurrency(currency)) return false;
  if (money.currency !== null && money.currency !== currency) return false;
  return minorAmount(money, minorDigits(currency)) === amount;
}

function minorAmount({ whole, fraction }: Pick<MoneyText, 'whole' | 'fraction'>, decimals: number): number | null {
  if (fraction.length > decimals) return null;
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(amount) ? amount : null;
}
