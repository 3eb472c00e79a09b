// Amounts as people type them into a search: `25`, `25.00`, `1.250,00`, `€ 25`, `25 EUR`.

import { isCurrency, minorDigits } from './money.ts';

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
