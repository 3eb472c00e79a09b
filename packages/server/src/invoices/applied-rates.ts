// The tax rates that apply to the lines of an invoice: their own, or what the rules of the site put in their place for its buyer.

import type { ReadContext } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import { type Buyer, type BuyerKind, readInvoicing } from '../settings/invoicing.ts';
import type { LineTax } from './tax-prices.ts';
import { readTaxRates, type TaxRateRow } from './tax-rates.ts';
import { buyerKindOf, ruleFor } from './tax-rules.ts';
import { type VatIdQuestion, vatIdQuestion } from './vat-id-checks.ts';

export type AppliedRates = {
  /** As whom the rules see the buyer; null if there are none, or they do not apply. */
  taxedAs: BuyerKind | null;
  /** By the ID of the own rate of a line. Without those that were deleted, unless a rule has another one for them. */
  rates: ReadonlyMap<string, TaxRateRow>;
  /** The same rates without the rules. */
  ownRates: ReadonlyMap<string, TaxRateRow>;
  /** What the rules depend on and only the EU knows; null for nothing. */
  vatIdQuestion: VatIdQuestion | null;
};

/** `ids` are the own rates of the lines. Throws conflict for a rule whose rate does not exist. */
export async function readAppliedRates(
  ctx: ReadContext,
  { buyer, taxOverride = null }: { buyer: Buyer | null; taxOverride?: string | null },
  ids: readonly string[],
): Promise<AppliedRates> {
  const invoicing = await readInvoicing(ctx);
  const { seller, taxRules } = invoicing;
  const taxedAs = taxRules.length > 0 && taxOverride === null ? buyerKindOf(seller, buyer) : null;
  const country = buyer?.address?.country;
  const instead = new Map(
    ids.map((id) => [id, taxedAs && ruleFor(taxRules, { buyer: taxedAs, country, taxRateId: id })?.instead]),
  );
  const ownRates = await readTaxRates(ctx, [...ids, ...[...instead.values()].flatMap((id) => id ?? [])]);
  const rates = [...instead].flatMap(([id, other]): [string, TaxRateRow][] => {
    const rate = ownRates.get(other ?? id);
    if (!rate && other) throw fail('conflict', `The tax rules name a rate that does not exist: ${other}`);
    return rate ? [[id, rate]] : [];
  });
  const isDecided = [...instead.values()].some((id) => id != null);
  const question = isDecided ? vatIdQuestion(invoicing, buyer, taxedAs) : null;
  return { taxedAs, rates: new Map(rates), ownRates, vatIdQuestion: question };
}

/** What a line with this rate is taxed with. */
export function taxOf({ percent, category, reason }: TaxRateRow): LineTax {
  return { percent, category, reason };
}
