// Splits prices into what they are without tax and the tax, which is rounded once for each (category, percentage). It needs no database
// and throws nothing, so that the preview of a form in the admin works out what the service does.

import type { TaxCategory } from './tax-categories.ts';

/** What a line is taxed with. */
export type LineTax = { percent: string; category: TaxCategory; reason: string | null };

export const outOfScope: LineTax = { percent: '0', category: 'O', reason: null };

/** Whether it is outside the scope of tax, as what has none. An invoice cannot have it beside other lines (EN 16931, BR-O-11). */
export function isOutOfScope(tax: Pick<LineTax, 'category'> | null | undefined): boolean {
  return (tax ?? outOfScope).category === outOfScope.category;
}

export type TaxedLine = {
  /** Null if no tax is due on it: outside the scope of tax. */
  tax: LineTax | null;
};

/** Percentages have up to four decimals. */
export const percentScale = 10n ** 4n;
export const hundredPercent = 100n * percentScale;

type Taxed = {
  lines: { net: bigint; tax: bigint }[];
  /** What is due for each tax, the highest percentage first. */
  taxes: (LineTax & { base: bigint; tax: bigint })[];
};

type Rounding = {
  /** Then the prices with tax are exact; otherwise those without it are. */
  pricesIncludeTax: boolean;
  /** The smallest amount that can be charged: tax that is added to prices is rounded to it. */
  step: number;
};

/** Of the price of each line. */
export function taxPrices(
  prices: readonly bigint[],
  lines: readonly TaxedLine[],
  { pricesIncludeTax, step }: Rounding,
): Taxed {
  const unit = BigInt(step);
  const found: Taxed = { lines: [], taxes: [] };
  for (const { tax, places } of groupByTax(lines)) {
    const parts = places.map((at) => prices[at] as bigint);
    const sum = sumOf(parts);
    const percent = scaled(tax.percent, percentScale);
    const net = pricesIncludeTax ? divide(sum * hundredPercent, hundredPercent + percent) : sum;
    const taxSum = pricesIncludeTax ? sum - net : divide(sum * percent, hundredPercent * unit) * unit;
    // What is not in the price is shared over the lines.
    const shared = apportion(pricesIncludeTax ? net : taxSum, parts);
    for (const [index, at] of places.entries()) {
      const [part, share] = [parts[index] as bigint, shared[index] as bigint];
      found.lines[at] = pricesIncludeTax ? { net: share, tax: part - share } : { net: part, tax: share };
    }
    found.taxes.push({ ...tax, base: net, tax: taxSum });
  }
  return found;
}

/** The lines by what they are taxed with, the highest percentage first. */
export function groupByTax(lines: readonly TaxedLine[]): { tax: LineTax; places: number[] }[] {
  const groups: { tax: LineTax; places: number[] }[] = [];
  for (const [at, { tax }] of lines.entries()) {
    const own = tax ?? outOfScope;
    const known = groups.find(
      (one) => one.tax.category === own.category && isSamePercent(one.tax.percent, own.percent),
    );
    if (known) known.places.push(at);
    else groups.push({ tax: { percent: own.percent, category: own.category, reason: own.reason }, places: [at] });
  }
  return groups.sort((a, b) => Number(b.tax.percent) - Number(a.tax.percent));
}

/** Whether two texts mean the same number, such as `19` and `19.00`. */
function isSamePercent(a: string, b: string): boolean {
  return scaled(a, percentScale) === scaled(b, percentScale);
}

/**
 * Parts of `total` in proportion to the weights, which are together exactly `total`: what rounding leaves goes to those with the
 * largest remainders, the first of equal ones. No part is larger than its weight if `total` is not larger than their sum.
 */
export function apportion(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = sumOf(weights);
  if (sum === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (total * weight) / sum);
  const order = weights
    .map((weight, at) => ({ at, remainder: (total * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1));
  const left = Number(total - sumOf(parts));
  for (const { at } of order.slice(0, left)) parts[at] = (parts[at] as bigint) + 1n;
  return parts;
}

/** A decimal number as an integer of its smallest part. */
export function scaled(number: string, scale: bigint): bigint {
  const [whole = '0', fraction = ''] = number.split('.');
  return BigInt(whole) * scale + BigInt(fraction.padEnd(`${scale}`.length - 1, '0') || '0');
}

/** Rounded half up, of numbers that are not negative. */
export function divide(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

export function sumOf(numbers: readonly bigint[]): bigint {
  return numbers.reduce((sum, number) => sum + number, 0n);
}
