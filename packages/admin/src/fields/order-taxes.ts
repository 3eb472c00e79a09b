// What the lines of an order are taxed with in the preview of a form: their own rates, as for a buyer to whom no tax rule applies.

import { isOutOfScope, type LineTax } from '../../../server/src/invoices/tax-prices.ts';
import type { FormSales } from './form-sales.ts';
import type { PreviewedField, SoldLine } from './preview-props.ts';

export type OrderTaxes = {
  pricesIncludeTax: boolean;
  /** By the ID of a rate, and by that of the form without one. Null if no tax is due, and undefined for an unknown rate. */
  taxOf(rateId: string | null): LineTax | null | undefined;
};

/** Null for a form that issues no invoices, and until the rates are loaded. */
export function orderTaxes(
  { issuesInvoice, taxRateId, pricesIncludeTax }: PreviewedField['price'],
  { taxRates }: FormSales,
): OrderTaxes | null {
  if (!issuesInvoice || !taxRates) return null;
  const rates = new Map(taxRates.map((rate) => [rate.id, rate]));
  const taxOf: OrderTaxes['taxOf'] = (rateId) => {
    const id = rateId ?? taxRateId;
    return id === null ? null : rates.get(id);
  };
  return { pricesIncludeTax, taxOf };
}

/** The lines without the items that the page does not offer: of an unknown rate, or one that cannot be on an invoice with the others. */
export function withoutUntaxable(lines: readonly SoldLine[], { taxOf }: OrderTaxes): readonly SoldLine[] {
  const isOutside = (rateId: string | null): boolean => isOutOfScope(taxOf(rateId));
  const hasOwnRates = ({ optionsFrom }: SoldLine): boolean => Boolean(optionsFrom?.taxRate);
  const isFormOutside = lines.every(
    (line) => isOutside(line.taxRateId) && !(hasOwnRates(line) && !taxOf(line.taxRateId)),
  );
  return lines.map((line) => {
    if (!hasOwnRates(line)) return line;
    const options = line.options.filter(({ taxRateId }) => {
      const id = taxRateId ?? line.taxRateId;
      return taxOf(id) !== undefined && isOutside(id) === isFormOutside;
    });
    return { ...line, options };
  });
}
