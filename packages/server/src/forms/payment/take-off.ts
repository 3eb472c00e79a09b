// What a discount takes off an order: what the service works out, and the preview of a form in the admin shows.

import { stockKey } from '../../fields/stock-keys.ts';
import type { PaymentLine } from '../../payments/payment-lines.ts';

export type Off = {
  percentOff: number | null;
  amountOff: number | null;
  /** Names of lines, or of options as `line/option`; null for everything. */
  appliesTo: readonly string[] | null;
};
type OrderLine = Pick<PaymentLine, 'name' | 'option' | 'amount' | 'discount'>;

export function appliesTo({ appliesTo }: Pick<Off, 'appliesTo'>, line: string, option: string | null): boolean {
  return appliesTo === null || appliesTo.includes(line) || appliesTo.includes(stockKey(line, option));
}

/**
 * Sets the discount of each line; returns their sum, which is never more than the lines cost. Amounts are multiples of
 * `step`.
 */
export function takeOff(lines: OrderLine[], discount: Off, step: number): number {
  const { percentOff, amountOff } = discount;
  const eligible = lines.filter(({ name, option }) => appliesTo(discount, name, option));
  const sum = eligible.reduce((sum, { amount }) => sum + amount, 0);
  const wished = percentOff === null ? (amountOff ?? 0) : roundTo(step, sum * percentOff, 100);
  const total = Math.min(sum, wished);
  let before = 0;
  let taken = 0;
  for (const line of eligible) {
    before += line.amount;
    // Each line its share of the total: the next one gets what is rounded off.
    const share = sum === 0 ? 0 : Number((BigInt(total) * BigInt(before)) / BigInt(sum));
    line.discount = Math.floor(share / step) * step - taken;
    taken += line.discount;
  }
  return taken;
}

/** `value / divisor`, rounded half up to a multiple of `step`. */
function roundTo(step: number, value: number, divisor: number): number {
  return Math.floor((value + (divisor * step) / 2) / (divisor * step)) * step;
}
