// Amounts of money in inputs: typed in major units such as euros, sent in minor units such as cents.

import { currencyDigits } from '@frontdesk/payment-sandbox/currencies';
import { shownMarks } from './format.ts';
import { readingsOf } from './number-text.ts';

/** Minor units of a typed amount ("10.50"); null if it is not an amount in this currency, or can be read as two. */
export function parseMoney(text: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const { decimal } = shownMarks();
  const readings = readingsOf(text, digits);
  // In a currency with three decimals, "1.234" is how the input itself shows an amount.
  const [reading] = readings.length > 1 && text.includes(decimal) ? readings.slice(1) : readings;
  if (reading === undefined || (readings.length > 1 && !text.includes(decimal))) return null;
  const [whole = '', fraction = ''] = reading.split('.');
  const minor = Number(whole + fraction.padEnd(digits, '0'));
  return reading.startsWith('-') || !Number.isSafeInteger(minor) ? null : minor;
}

/** "10.50", for an input. */
export function editableMoney(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}${shownMarks().decimal}${text.slice(-digits)}`;
}
