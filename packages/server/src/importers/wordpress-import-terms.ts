// Tags, categories, terms of other taxonomies and authors of a WordPress export.

import { importAuthor, importTaxonomy, importTerm, type Stored } from '../content/imports/import-names.ts';
import { readRemembered } from '../content/sources/import-sources.ts';
import { type Context, inTransaction, type WriteContext } from '../context/context.ts';
import type { ReportBuilder } from './import-report.ts';
import type { Pace } from './pace.ts';
import type { WordpressAuthor, WordpressItemTerm, WordpressTerm } from './wordpress-records.ts';
import { skippedTaxonomy } from './wordpress-skipped.ts';

const batchSize = 50;

/** Imported terms by slug or name, and authors by login. */
export type ImportedNames = {
  /** The site (wordpress-source.ts). */
  source: string;
  terms: Map<string, ImportedName>;
  /** By their names in WordPress. */
  taxonomies: Map<string, { name: string; isNested: boolean }>;
  authors: Map<string, ImportedName & NamedAuthor>;
};

/** What an import keeps between transactions, as far as names need it. */
export type NamingRun = { names: ImportedNames; report: ReportBuilder; pace: Pace };

/** `sourceKey`: under which it is remembered (content/imports). The ID is null if the term was deleted during the import. */
type ImportedName = { id: string | null; sourceKey: string };
type NamedAuthor = Pick<WordpressAuthor, 'login' | 'displayName' | 'email'> & { isNamedOnly?: boolean };

/** Only items name it. */
type NamedTerm = WordpressTerm & { isNamedOnly?: boolean };
type Named = { taxonomy: string; slug: string | null; name: string };

/** The name here of a taxonomy that has been imported. */
export function taxonomyHere({ taxonomies }: ImportedNames, taxonomy: string): string {
  return taxonomies.get(taxonomy)?.name ?? taxonomy;
}

/** Creates the taxonomies of these terms; one in which a term has a parent is nested. */
async function importTaxonomies(
  ctx: Context,
  terms: readonly NamedTerm[],
  { names: { taxonomies }, report }: NamingRun,
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

/** The id of a term that has been imported; null if it was deleted since. */
export function findTermId(names: ImportedNames, term: Named): string | null | undefined {
  return names.terms.get(keyOf(term.taxonomy, term.slug ?? `name ${term.name}`))?.id;
}

/** Imports terms with their nesting, parents before their children. Repeated terms are imported once. */
export async function importTerms(ctx: Context, terms: readonly NamedTerm[], run: NamingRun): Promise<void> {
  const { names, report, pace } = run;
  const ours = sortByNesting(terms.filter((term) => skippedTaxonomy(term.taxonomy) === null));
  await importTaxonomies(ctx, ours, run);
  for (let from = 0; from < ours.length; ) {
    const batch = ours.slice(from, from + pace.limit(batchSize));
    from += batch.length;
    const stored = await inTransaction(ctx, (ctx) => storeTerms(ctx, batch, names));
    for (const { term, isNew, ...name } of stored) {
      remember(names.terms, term, name);
      report.countNamed(taxonomyHere(names, term.taxonomy), isNew);
    }
    await pace.giveWay(ctx);
  }
}

async function storeTerms(ctx: WriteContext, terms: readonly NamedTerm[], names: ImportedNames) {
  // A copy: the transaction may run twice.
  const ids = new Map(names.terms);
  const stored: (Stored & { term: NamedTerm })[] = [];
  for (const term of terms) {
    const { taxonomy } = term;
    const canNest = taxonomy !== 'tag';
    const parent = term.parentSlug ?? '';
    const above = ids.get(keyOf(taxonomy, parent)) ?? ids.get(keyOf(taxonomy, `name ${parent}`));
    const parentId = above?.id ?? null;
    const { isNew, ...name } = await importTerm(ctx, names.source, {
      taxonomy: taxonomyHere(names, taxonomy),
      slug: term.slug,
      name: term.name || term.slug || 'untitled',
      description: term.description ?? '',
      parentId: canNest ? parentId : null,
      parent: canNest ? term.parentSlug : null,
      isNamedOnly: term.isNamedOnly === true,
    });
    remember(ids, term, name);
    stored.push({ term, isNew, ...name });
  }
  return stored;
}

/** Imports terms and authors that only the items name, as in the oldest exports. */
export async function importNamesOfItems(
  ctx: Context,
  items: readonly { authorLogin: string | null; terms: WordpressItemTerm[] }[],
  run: NamingRun,
): Promise<void> {
  const { names } = run;
  const missing = items.flatMap((item) => item.terms).filter((term) => findTermId(names, term) === undefined);
  const terms = missing.map(
    (term) => ({ ...term, kind: 'term', wpId: null, parentSlug: null, description: null, isNamedOnly: true }) as const,
  );
  await importTerms(ctx, terms, run);
  const logins = new Set(items.flatMap((item) => item.authorLogin ?? []).filter((login) => !names.authors.has(login)));
  const authors = [...logins].map((login) => ({ login, displayName: login, email: null, isNamedOnly: true }));
  await importAuthors(ctx, authors, run);
}

export async function importAuthors(
  ctx: Context,
  authors: readonly NamedAuthor[],
  { names, report, pace }: NamingRun,
): Promise<void> {
  if (authors.length === 0) return;
  const stored = await inTransaction(ctx, async (ctx) => {
    const rows: (Stored & { author: NamedAuthor })[] = [];
    for (const author of authors) {
      const { login, displayName, email, isNamedOnly = false } = author;
      const named = { login, name: displayName || login, email, isNamedOnly };
      rows.push({ author, ...(await importAuthor(ctx, names.source, named)) });
    }
    return rows;
  });
  for (const { author, isNew, ...name } of stored) {
    // Two spellings of one login are one author.
    if (![...names.authors.values()].some(({ id }) => id === name.id)) report.countNamed('author', isNew);
    names.authors.set(author.login, { ...author, ...name });
  }
  await pace.giveWay(ctx);
}

/**
 * Of these IDs, which are gone: names mean what they were merged with from now on. Deleted terms stay deleted; authors are
 * created again, because items need them.
 */
export async function followGone(ctx: Context, gone: ReadonlySet<string>, run: NamingRun): Promise<void> {
  const { names } = run;
  const isGone = ({ id }: ImportedName): boolean => id !== null && gone.has(id);
  const all = [...names.terms.values(), ...names.authors.values()].filter(isGone);
  const remembered = await readRemembered(ctx, [...new Set(all.map(({ sourceKey }) => sourceKey))]);
  const idNow = ({ sourceKey }: ImportedName): string | null => {
    const id = remembered.get(sourceKey) ?? null;
    return id !== null && gone.has(id) ? null : id;
  };
  for (const [key, term] of names.terms) if (isGone(term)) names.terms.set(key, { ...term, id: idNow(term) });
  const authors = [...names.authors.values()].filter(isGone);
  for (const author of authors) names.authors.set(author.login, { ...author, id: idNow(author) });
  const deleted = authors.filter((author) => idNow(author) === null);
  await importAuthors(ctx, deleted, run);
}

function keyOf(taxonomy: string, name: string): string {
  return `${taxonomy} ${name}`;
}

function remember(ids: Map<string, ImportedName>, term: Named, name: ImportedName): void {
  if (term.slug) ids.set(keyOf(term.taxonomy, term.slug), name);
  const byName = keyOf(term.taxonomy, `name ${term.name}`);
  if (!ids.has(byName)) ids.set(byName, name);
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
