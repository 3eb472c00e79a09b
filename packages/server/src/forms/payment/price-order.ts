// Works out the price of an order from the stored form: its lines, the discount, and what it takes from the stock.

import { chargeStep } from '@frontdesk/payment-sandbox/currencies';
import type { FieldDeclaration } from '../../fields/field.ts';
import { hasOrder, linesOf, maxAmount, placesKey, stockKey, stockOf } from '../../fields/price-lines.ts';
import type { PaymentDiscount, PaymentLine } from '../../payments/payment-lines.ts';
import { discountPrefix } from '../form/stock-totals.ts';
import type { Chosen } from './read-order.ts';

/** What a discount code takes off. */
export type Discount = {
  id: string;
  code: string;
  percentOff: number | null;
  amountOff: number | null;
  /** Names of lines, or of options as `line/option`; null for everything. */
  appliesTo: readonly string[] | null;
};

export type Price = {
  lines: PaymentLine[];
  total: number;
  discount: PaymentDiscount | null;
  /** How many it takes, by stock. */
  units: Record<string, number>;
};

/** Null if the total is more than can be paid. */
export function priceOrder(
  field: FieldDeclaration,
  chosen: readonly Chosen[],
  discount: Discount | null,
): Price | null {
  const lines = chosen.map(({ line: name, option, label, quantity, unitAmount }) => ({
    ...{ name, option, label, quantity, unitAmount },
    // At most 1,000 times 10^11: exact.
    amount: quantity * unitAmount,
    discount: 0,
  }));
  // At most 100 lines of 10^14 each: exact, too.
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (subtotal > maxAmount) return null;
  const off = discount && takeOff(lines, discount, chargeStep(field.currency ?? ''));
  return {
    lines,
    total: subtotal - (off ?? 0),
    discount: discount && off !== null ? { code: discount.code, amount: off } : null,
    units: unitsOf(field, chosen, discount),
  };
}

/** Whether a discount is for anything of the order. */
export function isDiscounted(chosen: readonly Chosen[], { appliesTo }: Discount): boolean {
  return chosen.some(({ line, option, unitAmount }) => unitAmount > 0 && applies(appliesTo, line, option));
}

function applies(appliesTo: readonly string[] | null, line: string, option: string | null): boolean {
  return appliesTo === null || appliesTo.includes(line) || appliesTo.includes(stockKey(line, option));
}

/** Sets the discount of each line; returns their sum, which is never more than the lines cost. */
function takeOff(lines: PaymentLine[], { percentOff, amountOff, appliesTo }: Discount, step: number): number {
  const eligible = lines.filter(({ name, option }) => applies(appliesTo, name, option));
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

function unitsOf(field: FieldDeclaration, chosen: readonly Chosen[], discount: Discount | null) {
  const limits = stockOf(field);
  const units: Record<string, number> = {};
  const add = (key: string, count: number): void => {
    units[key] = (units[key] ?? 0) + count;
  };
  for (const { line, option, quantity } of chosen) {
    const key = stockKey(line, option);
    if ((limits.get(key) ?? null) !== null) add(key, quantity);
  }
  const places = placesOf(field, chosen);
  if ((limits.get(placesKey) ?? null) !== null && places > 0) add(placesKey, places);
  if (discount) add(discountKey(discount.id), 1);
  return units;
}

/** The places that an order takes: one for each of the lines that take places, or one in all. */
function placesOf(field: FieldDeclaration, chosen: readonly Chosen[]): number {
  if (!hasOrder(field)) return 0;
  if (!linesOf(field).some(({ takesPlaces }) => takesPlaces)) return chosen.length > 0 ? 1 : 0;
  return chosen.reduce((sum, { takesPlaces, quantity }) => sum + (takesPlaces ? quantity : 0), 0);
}

export function discountKey(id: string): string {
  return `${discountPrefix}${id}`;
}
