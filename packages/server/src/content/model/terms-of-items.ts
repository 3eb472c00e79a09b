// The terms of an item in the taxonomies of its type, beside its tags and categories: `{ brands: ['nike'] }`.

import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';
import { escapePointer } from '../../lib/validation.ts';
import type { PostType } from '../types/post-types.ts';

/** Slugs by the name of the taxonomy; in requests also names of terms. */
export type TermLists = Readonly<Record<string, readonly string[]>>;

/** The terms that an item has, by slug. */
export type ItemTerms = {
  tags: readonly string[];
  categories: readonly string[];
  /** Absent if its type has no taxonomies of the site. */
  terms?: TermLists | undefined;
};

type WithTerms = {
  tags?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  terms?: TermLists | undefined;
};

/** The taxonomies for whose terms items have a member; those of the others are in `terms`. */
const ownMembers = [
  { key: 'tag', member: 'tags' },
  { key: 'category', member: 'categories' },
] as const;

/** The taxonomies that every type has. */
export const builtInTaxonomies: readonly string[] = ownMembers.map(({ key }) => key);

/** The member of items in which the terms of a taxonomy are. */
export function memberOfTaxonomy(key: string): keyof ItemTerms {
  return ownMembers.find((own) => own.key === key)?.member ?? 'terms';
}

/** How each list of terms is called in an item, and the key of its taxonomy. */
export function listsOf(item: WithTerms): { member: string; key: string; texts: readonly string[] }[] {
  return [
    ...ownMembers.flatMap(({ key, member }) => {
      const texts = item[member];
      return texts ? [{ member, key, texts }] : [];
    }),
    ...Object.entries(item.terms ?? {}).map(([name, texts]) => ({ member: `terms.${name}`, key: name, texts })),
  ];
}

/** The faults of terms in taxonomies that the type does not have. */
export function checkTaxonomies(type: Pick<PostType, 'name' | 'taxonomies'>, terms: TermLists = {}): Fault[] {
  const known = type.taxonomies ?? [];
  return Object.keys(terms)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: `/terms/${escapePointer(name)}`,
      code: 'unknown',
      detail: `the type ${type.name} has no taxonomy ${name.slice(0, 100)}${nearestHint(name, known)}`,
    }));
}

/** Of rows of an item's terms, in the order that they have. `shown` are the names of the taxonomies of its type. */
export function termsIn(
  rows: readonly { taxonomy: string; slug: string }[],
  shown: readonly string[] | undefined,
): { tags: string[]; categories: string[]; terms?: Record<string, string[]> } {
  const of = (key: string) => rows.filter(({ taxonomy }) => taxonomy === key).map(({ slug }) => slug);
  return {
    tags: of('tag'),
    categories: of('category'),
    ...(shown ? { terms: Object.fromEntries(shown.map((name) => [name, of(name)])) } : {}),
  };
}

/** Those that differ in more than their order. */
export function changedTerms(terms: TermLists, before: TermLists = {}): Record<string, readonly string[]> {
  const isSame = (name: string, texts: readonly string[]) =>
    isDeepStrictEqual(new Set(texts), new Set(before[name] ?? []));
  return Object.fromEntries(Object.entries(terms).filter(([name, texts]) => !isSame(name, texts)));
}
