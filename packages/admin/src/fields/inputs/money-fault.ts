// Faults of amounts, which the server counts in minor units.

import { formatMoney } from '../../ui/format.ts';

/** "Must be at least 1000" → "Must be at least €10.00", as the amount is typed. */
export function inMajorUnits(error: string | undefined, currency = ''): string | undefined {
  if (currency === '') return error;
  return error?.replace(
    /^(Must be at (?:least|most)) (-?\d+)$/,
    (_, limit, amount) => `${limit} ${formatMoney(Number(amount), currency)}`,
  );
}
