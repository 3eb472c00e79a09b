// How many of what a line is for, in the words of a language.

import { memoize } from '../lib/lru-cache.ts';

/** Units that every language has words for (ECMA-402); of these as people write them. */
const knownUnits: Record<string, string> = {
  ...{ hour: 'hour', minute: 'minute', day: 'day', week: 'week', month: 'month', year: 'year' },
  ...{ kg: 'kilogram', g: 'gram', m: 'meter', km: 'kilometer', l: 'liter' },
};
const countedOnes = new Set(['piece', 'pieces', 'pcs', '']);

/** By the tag of the language, and a unit with whose word numbers are written. */
const formatOf = memoize(100, (key: string) => {
  const [tag, unit] = key.split(' ');
  return new Intl.NumberFormat(tag, {
    maximumFractionDigits: 6,
    ...(unit !== undefined && { style: 'unit', unit, unitDisplay: 'long' }),
  });
});

type Quantity = { quantity: string | null; unit: string | null };

/** Blank if there is no quantity. `tag`: BCP 47. */
export function quantityOf({ quantity, unit }: Quantity, tag: string): string {
  if (quantity === null) return '';
  const value = quantity as Intl.StringNumericLiteral;
  const word = unit?.trim() ?? '';
  const known = knownUnits[word.toLowerCase()] ?? knownUnits[word.toLowerCase().replace(/s$/, '')];
  if (known !== undefined) return formatOf(`${tag} ${known}`).format(value);
  const number = formatOf(tag).format(value);
  return countedOnes.has(word.toLowerCase()) ? number : `${number} ${word}`;
}
