// Tax rates, for the settings that keep them and for the invoices that use them.

import type { BuyerKind, TaxCategory, TaxRate } from '@frontdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const taxRatesQuery = queryOptions({
  queryKey: ['tax-rates'],
  queryFn: ({ signal }) => api.taxRates.list({ limit: 100, sort: 'name' }, { signal }),
});

/** The categories of EN 16931, and what invoices have to say in each. */
export const taxCategories: Record<TaxCategory, { label: string; needsReason: boolean }> = {
  S: { label: 'Standard or reduced rate', needsReason: false },
  Z: { label: 'Zero rated', needsReason: false },
  E: { label: 'Exempt from tax', needsReason: true },
  AE: { label: 'Reverse charge', needsReason: true },
  K: { label: 'Intra-Community supply', needsReason: true },
  G: { label: 'Export outside the EU', needsReason: true },
  O: { label: 'Outside the scope of tax', needsReason: true },
};

/** Buyers as the tax rules see them. */
export const buyerKinds: Record<BuyerKind, string> = {
  domestic: 'Buyer in the same country',
  eu_business: 'Business in another EU country',
  eu_consumer: 'Consumer in another EU country',
  abroad: 'Buyer outside the EU',
};

/** Whether it applies on a day, such as 2027-02-19. */
export function isValidOn({ validFrom, validUntil }: TaxRate, day: string): boolean {
  return (validFrom ?? day) <= day && (validUntil ?? day) >= day;
}
