// Which tax rate applies to which buyer: a table of the settings, of which the first rule that fits counts.

import { countryOfVatId, isVatId } from '../lib/vat-ids.ts';
import type { Buyer, BuyerKind, Seller, TaxRule } from '../settings/invoicing.ts';

/** ISO 3166. Northern Ireland, whose goods are those of the EU, is not told apart. */
// biome-ignore format: a list
const euCountries: ReadonlySet<string> = new Set([
  'at', 'be', 'bg', 'cy', 'cz', 'de', 'dk', 'ee', 'es', 'fi', 'fr', 'gr', 'hr', 'hu',
  'ie', 'it', 'lt', 'lu', 'lv', 'mt', 'nl', 'pl', 'pt', 'ro', 'se', 'si', 'sk',
]);

/** Who buys, as the law of tax sees it from the country of the seller. */
export function buyerKindOf(
  seller: Pick<Seller, 'address'>,
  buyer: Pick<Buyer, 'address' | 'vatId'> | null,
): BuyerKind {
  const [home, country] = [seller.address?.country, buyer?.address?.country];
  if (home === undefined || country === undefined || country === home) return 'domestic';
  if (!euCountries.has(country)) return 'abroad';
  return isVatIdAbroad(buyer?.vatId ?? '', home) ? 'eu_business' : 'eu_consumer';
}

function isVatIdAbroad(vatId: string, home: string): boolean {
  return isEuVatId(vatId) && countryOfVatId(vatId) !== home;
}

/** Whether it is a VAT ID of a country of the EU, as far as its check digits say. */
export function isEuVatId(vatId: string): boolean {
  return euCountries.has(countryOfVatId(vatId) ?? '') && isVatId(vatId);
}

/** The rule for a line of which this is the own rate. */
export function ruleFor(
  rules: readonly TaxRule[],
  line: { buyer: BuyerKind; country: string | undefined; taxRateId: string },
): TaxRule | undefined {
  return rules.find(
    ({ buyer, country, taxRateId }) =>
      buyer === line.buyer &&
      (country ?? line.country) === line.country &&
      (taxRateId ?? line.taxRateId) === line.taxRateId,
  );
}

/** Whether a rule fits all that another one does. */
export function isWider(rule: TaxRule, other: TaxRule): boolean {
  return (
    rule.buyer === other.buyer &&
    (rule.country === undefined || rule.country === other.country) &&
    (rule.taxRateId === undefined || rule.taxRateId === other.taxRateId)
  );
}
