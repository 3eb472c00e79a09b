// Slugs that nobody has yet: `hello`, `hello-2`, `hello-3` …

import { isSlug, slugify } from '../lib/slug.ts';

const mostBase = 190;
const idPattern = /^item_[0-9a-z]{26}$/;

/** Whether a client may give this slug: it would be taken for an id otherwise. */
export function isItemSlug(slug: string): boolean {
  return isSlug(slug) && !idPattern.test(slug);
}

/** A slug from a title, short enough to be numbered; `fallback` where the title has no letter and no digit. */
export function slugBase(title: string, fallback: string): string {
  const slug = slugify(title) || fallback;
  const base = slug.length > mostBase ? cut(slug) : slug;
  return idPattern.test(base) ? base.replace('_', '-') : base;
}

function cut(slug: string): string {
  const short = slug.slice(0, mostBase).replace(/\p{M}+$/u, '');
  return (short.isWellFormed() ? short : short.slice(0, -1)).replace(/-+$/, '');
}

/**
 * The base or the first number free behind it. `findTaken` answers which of some slugs are taken. After ten it leaps
 * and narrows, so that the thousandth item of a title costs twenty questions, not a thousand.
 */
export async function findFreeSlug(
  base: string,
  findTaken: (slugs: string[]) => Promise<Set<string>>,
): Promise<string> {
  const first = [base, ...Array.from({ length: 9 }, (_, index) => `${base}-${index + 2}`)];
  const taken = await findTaken(first);
  const free = first.find((slug) => !taken.has(slug));
  if (free !== undefined) return free;
  const isTaken = async (number: number) => (await findTaken([`${base}-${number}`])).size > 0;
  let low = 10;
  let high = 20;
  while (await isTaken(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isTaken(middle)) low = middle;
    else high = middle;
  }
  return `${base}-${high}`;
}
