// How many of what a form sells there are in all: stored with the form, for the orders that take from them.

import type { WriteContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { isPriceField } from '../../fields/field-kinds.ts';
import { stockOf } from '../../fields/price-lines.ts';
import { setTotals } from '../../payments/reservations.ts';

/** What the names of stock begin with that are the uses of a discount code. No line has such a name. */
export const discountPrefix = '%';

export async function keepStock(
  ctx: WriteContext,
  formId: string,
  fields: readonly FieldDeclaration[],
  before: readonly FieldDeclaration[],
): Promise<void> {
  const [totals, totalsBefore] = [totalsOf(fields), totalsOf(before)];
  const hasLimits = [...totals.values(), ...totalsBefore.values()].some((total) => total !== null);
  if (hasLimits) await setTotals(ctx, formId, totals, (key) => !key.startsWith(discountPrefix));
}

function totalsOf(fields: readonly FieldDeclaration[]): Map<string, number | null> {
  return new Map(fields.filter(isPriceField).flatMap((field) => [...stockOf(field)]));
}
