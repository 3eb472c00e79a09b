// The columns of a list of items with their terms: tags, categories and the taxonomies of the type.

import type { PostType, Taxonomy } from '@frontdesk/client';
import type { Column } from '../../ui/data-table.tsx';
import type { AnyItem, AnyListedItem } from '../items/item-query.ts';
import { useTermOptions } from '../terms/term-options.ts';

type WithTerms = AnyListedItem & Partial<Pick<AnyItem, 'tags' | 'categories' | 'terms'>>;

const ownPrefix = 'terms.';

/** Which there are. `taxonomies` have the labels. */
export function termColumnChoices(
  type: PostType | undefined,
  taxonomies: readonly Taxonomy[],
): { key: string; label: string; isDefault: boolean }[] {
  const own = (type?.taxonomies ?? []).map((name) => ({
    key: ownPrefix + name,
    label: taxonomies.find((taxonomy) => taxonomy.name === name)?.label ?? name,
  }));
  const all = [{ key: 'tags', label: 'Tags' }, { key: 'categories', label: 'Categories' }, ...own];
  return all.map((choice) => ({ ...choice, isDefault: false }));
}

export function isTermColumn(key: string): boolean {
  return key === 'tags' || key === 'categories' || key.startsWith(ownPrefix);
}

export function termColumn(key: string): Omit<Column<AnyListedItem>, 'header'> {
  const own = key.startsWith(ownPrefix) ? key.slice(ownPrefix.length) : null;
  const slugsOf = ({ tags, categories, terms }: WithTerms): string[] | undefined =>
    own === null ? (key === 'tags' ? tags : categories) : terms?.[own];
  return { key, render: (item) => <TermNames taxonomy={own ?? key} slugs={slugsOf(item) ?? []} /> };
}

/** A term whose name is not known yet has its slug. */
function TermNames({ taxonomy, slugs }: { taxonomy: string; slugs: string[] }) {
  const names = new Map(useTermOptions(taxonomy, '', slugs).map(({ value, label }) => [value, label]));
  return slugs.map((slug) => names.get(slug) ?? slug).join(', ');
}

/** What lists of items have, and their terms. */
export const membersWithTerms = [
  ...['slug', 'title', 'excerpt', 'fields', 'type', 'status', 'publishedAt', 'updatedAt', 'trashedAt'],
  ...['unpublishAt', 'language', 'drafted', 'tags', 'categories', 'terms'],
];
