// The arithmetic of invoices, in whole minor units: each line is rounded once, and the tax once for each (category, percentage).
// The rule is that of EN 16931 (BR-CO-10 to BR-CO-17). Credit notes take what the lines have stored, and never compute tax anew.

import { type Fault, failBody } from '../lib/errors.ts';
import {
  apportion,
  divide,
  groupByTax,
  hundredPercent,
  type LineTax,
  percentScale,
  scaled,
  sumOf,
  type TaxedLine,
  taxPrices,
} from './tax-prices.ts';

/** A part of a price: in minor units, or a percentage such as `12.5`. */
export type Discount = { amount: number } | { percent: string };

export type PricedLine = TaxedLine & {
  /** A decimal number such as `1.5`. */
  quantity: string;
  unitAmount: number;
  discount: Discount | null;
};

/** In minor units. `discountAmount` is its own discount and its share of that of the whole. */
export type LineAmounts = { discountAmount: number; netAmount: number; taxAmount: number; grossAmount: number };

export type TaxTotal = LineTax & { base: number; tax: number };

export type Totals = { net: number; tax: number; gross: number; discount: number; taxes: TaxTotal[] };

export type Calculated = { lines: LineAmounts[]; totals: Totals };

type Priced = {
  lines: readonly PricedLine[];
  discount: Discount | null;
  /** Whether the unit amounts and discounts include tax. */
  pricesIncludeTax: boolean;
  /** The smallest amount that can be charged; 1 if absent. */
  step?: number;
};

/** Quantities have up to six decimals, percentages up to four. */
const quantityScale = 10n ** 6n;
export const percentPattern = '^(100(\\.0{1,4})?|\\d{1,2}(\\.\\d{1,4})?)$';
export const quantityPattern = '^(?=.*[1-9])\\d{1,9}(\\.\\d{1,6})?$';

/** Works out an invoice. Throws invalid_body for a discount that is more than its price, and for sums beyond exact integers. */
export function calculate({ lines, discount, pricesIncludeTax, step = 1 }: Priced): Calculated {
  const subtotals = lines.map(({ quantity, unitAmount }) => times(unitAmount, quantity));
  const own = lines.map((line, at) => discountOf(subtotals[at] as bigint, line.discount, `/lines/${at}/discount`));
  const discounted = subtotals.map((subtotal, at) => subtotal - (own[at] as bigint));
  const shares = apportion(discountOf(sumOf(discounted), discount, '/discount'), discounted);
  const prices = discounted.map((price, at) => price - (shares[at] as bigint));

  const taxed = taxPrices(prices, lines, { pricesIncludeTax, step });
  const amounts = taxed.lines.map(
    ({ net, tax }, at): LineAmounts => ({
      discountAmount: exact((own[at] as bigint) + (shares[at] as bigint)),
      netAmount: exact(net),
      taxAmount: exact(tax),
      grossAmount: exact(net + tax),
    }),
  );
  const taxes = taxed.taxes.map(({ base, tax, ...own }): TaxTotal => ({ ...own, base: exact(base), tax: exact(tax) }));
  return { lines: amounts, totals: { ...totalsOf(taxes), discount: sum(amounts, 'discountAmount') } };
}

/** The sums of what is due for each tax. */
export function totalsOf(taxes: TaxTotal[]): Omit<Totals, 'discount'> {
  const [net, tax] = [sum(taxes, 'base'), sum(taxes, 'tax')];
  return { net, tax, gross: exact(BigInt(net) + BigInt(tax)), taxes };
}

/** The taxes of lines that were worked out before, the highest percentage first. */
export function taxesOf(lines: readonly (Pick<PricedLine, 'tax'> & Omit<LineAmounts, 'discountAmount'>)[]): TaxTotal[] {
  return groupByTax(lines).map(({ tax, places }) => {
    const own = places.map((at) => lines[at] as (typeof lines)[number]);
    return { ...tax, base: sum(own, 'netAmount'), tax: sum(own, 'taxAmount') };
  });
}

export type CreditableLine = Omit<LineAmounts, 'discountAmount'> & {
  quantity: string;
  /** What credit notes have taken back: minor units of the gross amount, and of the quantity as far as they named one. */
  creditedAmount: number;
  creditedQuantity: string;
};

/** What is left of a line to take back, in minor units of its gross amount. */
export function creditableOf({ grossAmount, creditedAmount }: CreditableLine): number {
  return grossAmount - creditedAmount;
}

/** What a part of a line is worth: the parts of all of it are together exactly its gross amount. */
export function grossOfQuantity(line: CreditableLine, quantity: string): number {
  const all = scaled(line.quantity, quantityScale);
  const worth = (part: bigint) => divide(BigInt(line.grossAmount) * part, all);
  const before = scaled(line.creditedQuantity, quantityScale);
  const part = exact(worth(before + scaled(quantity, quantityScale)) - worth(before));
  return Math.min(part, creditableOf(line));
}

/** Splits what is credited of a line into net and tax, so that all parts are together exactly those of the line. */
export function splitCredit(line: CreditableLine, gross: number): Omit<LineAmounts, 'discountAmount'> {
  const taxWithin = (part: number) =>
    line.grossAmount === 0 ? 0n : divide(BigInt(line.taxAmount) * BigInt(part), BigInt(line.grossAmount));
  const taxAmount = exact(taxWithin(line.creditedAmount + gross) - taxWithin(line.creditedAmount));
  return { netAmount: gross - taxAmount, taxAmount, grossAmount: gross };
}

/** Shares an amount over the lines by what is left of each. */
export function shareCredit(lines: readonly CreditableLine[], amount: number): number[] {
  const left = lines.map((line) => BigInt(creditableOf(line)));
  return apportion(BigInt(amount), left).map(exact);
}

/** The sum or difference of two quantities. */
export function addQuantities(a: string, b: string): string {
  const sum = scaled(a, quantityScale) + scaled(b, quantityScale);
  const digits = `${sum % quantityScale}`.padStart(6, '0').replace(/0+$/, '');
  return `${sum / quantityScale}${digits && `.${digits}`}`;
}

export function isMoreThan(a: string, b: string): boolean {
  return scaled(a, quantityScale) > scaled(b, quantityScale);
}

/** What of a price that includes this tax is left without it, in multiples of `step`. */
export function withoutTax(price: number, percent: string, step: number): number {
  const unit = BigInt(step);
  const parts = hundredPercent + scaled(percent, percentScale);
  return exact(divide(BigInt(price) * hundredPercent, parts * unit) * unit);
}

function times(unitAmount: number, quantity: string): bigint {
  return divide(BigInt(unitAmount) * scaled(quantity, quantityScale), quantityScale);
}

function discountOf(price: bigint, discount: Discount | null, pointer: string): bigint {
  if (discount === null) return 0n;
  if ('percent' in discount) return divide(price * scaled(discount.percent, percentScale), hundredPercent);
  if (BigInt(discount.amount) <= price) return BigInt(discount.amount);
  throw failBody([{ pointer, code: 'too_large', detail: 'is more than the price' } satisfies Fault]);
}

function sum<Name extends string>(records: readonly Record<Name, number>[], name: Name): number {
  return exact(sumOf(records.map((record) => BigInt(record[name]))));
}

function exact(amount: bigint): number {
  if (amount <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(amount);
  throw failBody([{ pointer: '/lines', code: 'too_large', detail: 'come to more than an amount can be' }]);
}
