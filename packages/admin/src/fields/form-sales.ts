// What a form has sold, the discount codes that it accepts now, and the tax rates, for its preview.

import type { Discount, Stock, TaxRate } from '@frontdesk/client';
import { placesKey, stockKey } from '../../../server/src/fields/stock-keys.ts';

export type FormSales = {
  stock: readonly Stock[];
  discounts: readonly Discount[];
  /** Undefined until they are loaded, and for a form that issues no invoices. */
  taxRates: readonly TaxRate[] | undefined;
};

/** How many are left of what is typed as the stock; null for any number. A line or an option that is not stored has sold nothing. */
export function leftOf({ stock }: FormSales, typed: string, line: string | null, option: string | null): number | null {
  const total = typed.trim() === '' ? Number.NaN : Number(typed);
  if (!Number.isInteger(total)) return null;
  const key = line === null ? null : stockKey(line, option);
  const row = stock.find((row) => keyOf(row) === key);
  return Math.max(0, total - (row ? row.held + row.sold : 0));
}

/** Of the places of the form. */
export function placesLeftOf(sales: FormSales, typed: string): number | null {
  return leftOf(sales, typed, placesKey, null);
}

function keyOf({ line, option }: Stock): string {
  return line === null ? placesKey : stockKey(line, option);
}

/** The code that a visitor means, if it can be used now. */
export function discountFor({ discounts }: FormSales, typed: string, currency: string): Discount | undefined {
  const code = typed.normalize('NFKC').replace(/\s/g, '').toUpperCase();
  return discounts.find(
    (one) => one.code.replace(/\s/g, '') === code && (one.currency === null || one.currency === currency),
  );
}
