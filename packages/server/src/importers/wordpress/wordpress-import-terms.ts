// Tags, categories, terms of other taxonomies and authors of a WordPress export.

import { setImmediate } from 'node:timers/promises';
import { importAuthor, importTerm } from '../../content/imports/import-names.ts';
import { importTaxonomy } from '../../content/imports/import-taxonomies.ts';
import { type Context, inTransaction, type WriteContext } from '../../context.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { WordpressAuthor, WordpressItemTerm, WordpressTerm } from './export/wordpress-records.ts';

const batchSize = 50;

/** Ids of imported terms by slug or name, and of authors by login. */
export type ImportedNames = {
  /** The site (wordpress-source.ts). */
  source: string;
  terms: Map<string, string>;
  /** By their names in WordPress. */
  taxonomies: Map<string, { name: string; isNested: boolean }>;
  authors: Map<string, string>;
};

/** Only items name it. */
type NamedTerm = WordpressTerm & { isNamedOnly?: boolean };
type Named = { taxonomy: string; slug: string | null; name: string };

/** Those that WordPress, themes and plugins sort their own things into. */
const ofSystem = [
  ...['nav_menu', 'link_category', 'post_format', 'action-group'],
  ...['product_type', 'product_visibility', 'elementor_library_type'],
];

/** Why the terms of a taxonomy are not imported; null if they are. */
export function skippedTaxonomy(taxonomy: string): string | null {
  if (ofSystem.includes(taxonomy) || taxonomy.startsWith('wp_')) return 'WordPress or a plugin uses them itself';
  return /^[a-z][a-z0-9_-]{0,47}$/.test(taxonomy) ? null : 'the name is not valid for a taxonomy';
}

/** The name here of a taxonomy that has been imported. */
export function taxonomyHere({ taxonomies }: ImportedNames, taxonomy: string): string {
  return taxonomies.get(taxonomy)?.name ?? taxonomy;
}

/** Creates the taxonomies of these terms; one in which a term has a parent is nested. */
async function importTaxonomies(
  ctx: Context,
  terms: readonly NamedTerm[],
  { taxonomies }: ImportedNames,
  report: ReportBuilder,
): Promise<void> {
  for (const [taxonomy, some] of Map.groupBy(terms, ({ taxonomy }) => taxonomy)) {
    if (taxonomy === 'tag' || taxonomy === 'category') continue;
    const known = taxonomies.get(taxonomy);
    const isNested = some.some(({ parentSlug }) => Boolean(parentSlug));
    if (known && (known.isNested || !isNested)) continue;
    const { name, isNew } = await inTransaction(ctx, (ctx) => importTaxonomy(ctx, taxonomy, { isNested }));
    taxonomies.set(taxonomy, { name, isNested });
    if (isNew) report.note('taxonomy created', { name });
  }
}

/** The id of a term that has been imported. */
export function findTermId(names: ImportedNames, term: Named): string | undefined {
  return names.terms.get(keyOf(term.taxonomy, term.slug ?? `name ${term.name}`));
}

/** Imports terms with their nesting, parents before their children. Repeated terms are imported once. */
export async function importTerms(
  ctx: Context,
  terms: readonly NamedTerm[],
  names: ImportedNames,
  report: ReportBuilder,
): Promise<void> {
  const ours = sortByNesting(terms.filter((term) => skippedTaxonomy(term.taxonomy) === null));
  await importTaxonomies(ctx, ours, names, report);
  for (let from = 0; from < ours.length; from += batchSize) {
    const batch = ours.slice(from, from + batchSize);
    const stored = await inTransaction(ctx, (ctx) => storeTerms(ctx, batch, names));
    for (const { term, id, isNew } of stored) {
      remember(names.terms, term, id);
      report.countNamed(taxonomyHere(names, term.taxonomy), isNew);
    }
    await setImmediate();
  }
}

async function storeTerms(ctx: WriteContext, terms: readonly NamedTerm[], names: ImportedNames) {
  // A copy: the transaction may run twice.
  const ids = new Map(names.terms);
  const stored: { term: NamedTerm; id: string; isNew: boolean }[] = [];
  for (const term of terms) {
    const { taxonomy } = term;
    const canNest = taxonomy !== 'tag';
    const parent = term.parentSlug ?? '';
    const parentId = ids.get(keyOf(taxonomy, parent)) ?? ids.get(keyOf(taxonomy, `name ${parent}`)) ?? null;
    const { id, isNew } = await importTerm(ctx, names.source, {
      taxonomy: taxonomyHere(names, taxonomy),
      slug: term.slug,
      name: term.name || term.slug || 'untitled',
      description: term.description ?? '',
      parentId: canNest ? parentId : null,
      parent: canNest ? term.parentSlug : null,
      isNamedOnly: term.isNamedOnly === true,
    });
    remember(ids, term, id);
    stored.push({ term, id, isNew });
  }
  return stored;
}

/** Imports terms and authors that only the items name, as in the oldest exports. */
export async function importNamesOfItems(
  ctx: Context,
  items: readonly { authorLogin: string | null; terms: WordpressItemTerm[] }[],
  names: ImportedNames,
  report: ReportBuilder,
): Promise<void> {
  const missing = items.flatMap((item) => item.terms).filter((term) => findTermId(names, term) === undefined);
  const terms = missing.map(
    (term) => ({ ...term, kind: 'term', wpId: null, parentSlug: null, description: null, isNamedOnly: true }) as const,
  );
  await importTerms(ctx, terms, names, report);
  const logins = new Set(items.flatMap((item) => item.authorLogin ?? []).filter((login) => !names.authors.has(login)));
  const authors = [...logins].map((login) => ({ login, displayName: login, email: null, isNamedOnly: true }));
  await importAuthors(ctx, authors, names, report);
}

export async function importAuthors(
  ctx: Context,
  authors: readonly (Pick<WordpressAuthor, 'login' | 'displayName' | 'email'> & { isNamedOnly?: boolean })[],
  names: ImportedNames,
  report: ReportBuilder,
): Promise<void> {
  if (authors.length === 0) return;
  const stored = await inTransaction(ctx, async (ctx) => {
    const rows: { login: string; id: string; isNew: boolean }[] = [];
    for (const { login, displayName, email, isNamedOnly = false } of authors) {
      const author = { login, name: displayName || login, email, isNamedOnly };
      rows.push({ login, ...(await importAuthor(ctx, names.source, author)) });
    }
    return rows;
  });
  for (const { login, id, isNew } of stored) {
    // Two spellings of one login are one author.
    if (![...names.authors.values()].includes(id)) report.countNamed('author', isNew);
    names.authors.set(login, id);
  }
}

function keyOf(taxonomy: string, name: string): string {
  return `${taxonomy} ${name}`;
}

function remember(ids: Map<string, string>, term: Named, id: string): void {
  if (term.slug) ids.set(keyOf(term.taxonomy, term.slug), id);
  const byName = keyOf(term.taxonomy, `name ${term.name}`);
  if (!ids.has(byName)) ids.set(byName, id);
}

/** Each term once, parents first. In a circle of parents the term visited first comes last. */
function sortByNesting(terms: readonly NamedTerm[]): NamedTerm[] {
  const unique = new Map<string, NamedTerm>();
  for (const term of terms) {
    const key = keyOf(term.taxonomy, term.slug ?? `name ${term.name}`);
    if (!unique.get(key)?.parentSlug) unique.set(key, { ...unique.get(key), ...term });
  }
  const byName = new Map([...unique.values()].map((term) => [keyOf(term.taxonomy, term.name), term]));
  const sorted = new Set<NamedTerm>();
  const visiting = new Set<NamedTerm>();
  const visit = (term: NamedTerm): void => {
    if (sorted.has(term) || visiting.has(term)) return;
    visiting.add(term);
    const parent = term.parentSlug && keyOf(term.taxonomy, term.parentSlug);
    const above = parent && (unique.get(parent) ?? byName.get(parent));
    if (above) visit(above);
    sorted.add(term);
  };
  for (const term of unique.values()) visit(term);
  return [...sorted];
}
