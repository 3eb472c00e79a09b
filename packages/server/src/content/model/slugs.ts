// Slugs of items, terms and authors: what clients may choose, and free ones made from titles: `hello`, `hello-2` …

import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { failBody } from '../../lib/errors.ts';
import { isSlug, slugify } from '../../lib/slug.ts';

const maxBaseLength = 190;
const itemIdPattern = /^item_[0-9a-z]{26}$/;
const authorIdPattern = /^aut_[0-9a-z]{26}$/;
const idPatterns = { item: itemIdPattern, term: /^term_[0-9a-z]{26}$/, author: authorIdPattern };

/** In addresses, an external ID follows it. */
const externalPath = 'by-external-id';

export function isItemId(text: string): boolean {
  return itemIdPattern.test(text);
}

export function isAuthorId(text: string): boolean {
  return authorIdPattern.test(text);
}

/** Throws 422 for a slug that a client must not choose: where both are accepted, it would be mistaken for an ID. */
export function checkSlug(slug: string | undefined, kind: keyof typeof idPatterns): void {
  if (slug === undefined || (isSlug(slug) && !idPatterns[kind].test(slug) && slug !== externalPath)) return;
  const detail =
    slug === externalPath
      ? 'is reserved: addresses with it find records by their external IDs'
      : 'must have only lower-case letters, digits, hyphens, dots and underscores, and must not look like an ID';
  throw failBody([{ pointer: '/slug', code: 'invalid', detail }]);
}

/** The row with this slug, or else this ID. */
export async function findNamed<DB, TB extends keyof DB, Row extends { slug: string }>(
  query: SelectQueryBuilder<DB, TB, Row>,
  slugOrId: string,
): Promise<Row | undefined> {
  const isNamed = sql<SqlBool>`(${sql.ref('slug')} = ${slugOrId} or ${sql.ref('id')} = ${slugOrId})`;
  const rows = (await query.where(isNamed).execute()) as Row[];
  return rows.find(({ slug }) => slug === slugOrId) ?? rows[0];
}

/** A slug made from a title, short enough to be numbered; `fallback` if the title has no letter or digit. */
export function slugBase(title: string, fallback: string | (() => string)): string {
  const slug = slugify(title) || (typeof fallback === 'string' ? fallback : fallback());
  const base = slug.length > maxBaseLength ? cut(slug) : slug === externalPath ? `${slug}-2` : slug;
  return Object.values(idPatterns).some((pattern) => pattern.test(base)) ? base.replace('_', '-') : base;
}

function cut(slug: string): string {
  const short = slug.slice(0, maxBaseLength).replace(/\p{M}+$/u, '');
  return (short.isWellFormed() ? short : short.slice(0, -1)).replace(/-+$/, '');
}

/** The base, and the base with numbers from 2. */
export function firstSlugs(base: string, count: number): string[] {
  return [base, ...Array.from({ length: count - 1 }, (_, index) => `${base}-${index + 2}`)];
}

/**
 * The base, or the base with the first free number. `findUsed` returns which slugs are in use. After ten it doubles and
 * bisects, so that the thousandth item of a title takes twenty queries instead of a thousand.
 */
export async function findFreeSlug(base: string, findUsed: (slugs: string[]) => Promise<Set<string>>): Promise<string> {
  const first = firstSlugs(base, 10);
  const used = await findUsed(first);
  const free = first.find((slug) => !used.has(slug));
  if (free !== undefined) return free;
  const isUsed = async (number: number) => (await findUsed([`${base}-${number}`])).size > 0;
  let low = 10;
  let high = 20;
  while (await isUsed(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isUsed(middle)) low = middle;
    else high = middle;
  }
  return `${base}-${high}`;
}
