// Tags, categories and authors of a WordPress export.

import { setImmediate } from 'node:timers/promises';
import { type Context, inTransaction } from '../../context.ts';
import type { Taxonomy } from '../add-term.ts';
import { upsertAuthor } from '../authors.ts';
import { upsertTerm } from '../terms.ts';
import type { WordpressAuthor, WordpressItemTerm, WordpressTerm } from './wordpress-export.ts';
import type { ReportMaker } from './wordpress-import-report.ts';

const batchSize = 50;

/** Ids of the terms by their slugs or names, of the authors by their logins. */
export type KnownNames = { terms: Map<string, string>; authors: Map<string, string> };

export function isOurTaxonomy(taxonomy: string): taxonomy is Taxonomy {
  return taxonomy === 'tag' || taxonomy === 'category';
}

type Named = { taxonomy: string; slug: string | null; name: string };

/** The id of a term that has been imported. */
export function findTermId(known: KnownNames, term: Named): string | undefined {
  return known.terms.get(keyOf(term.taxonomy, term.slug ?? `name ${term.name}`));
}

/** Imports terms with their nesting, each parent before its children. One that is named twice is one. */
export async function importTerms(
  ctx: Context,
  terms: readonly WordpressTerm[],
  known: KnownNames,
  report: ReportMaker,
): Promise<void> {
  const ours = sortByNesting(terms.filter((term) => isOurTaxonomy(term.taxonomy)));
  for (let from = 0; from < ours.length; from += batchSize) {
    const batch = ours.slice(from, from + batchSize);
    const made = await inTransaction(ctx, async (ctx) => {
      const ids = new Map(known.terms);
      const rows: { term: WordpressTerm; id: string; isNew: boolean }[] = [];
      for (const term of batch) {
        const taxonomy = term.taxonomy as Taxonomy;
        const parent = term.parentSlug ?? '';
        const parentId = ids.get(keyOf(taxonomy, parent)) ?? ids.get(keyOf(taxonomy, `name ${parent}`)) ?? null;
        const { row, isNew } = await upsertTerm(ctx, {
          taxonomy,
          slug: term.slug ?? undefined,
          name: term.name || term.slug || 'untitled',
          description: term.description ?? '',
          parentId: taxonomy === 'category' ? parentId : null,
        });
        remember(ids, term, row.id);
        rows.push({ term, id: row.id, isNew });
      }
      return rows;
    });
    for (const { term, id, isNew } of made) {
      remember(known.terms, term, id);
      report.stored(term.taxonomy, isNew);
    }
    await setImmediate();
  }
}

/** Terms and authors that only the items name, as in the oldest exports. */
export async function importNamesOfItems(
  ctx: Context,
  items: readonly { authorLogin: string | null; terms: WordpressItemTerm[] }[],
  known: KnownNames,
  report: ReportMaker,
): Promise<void> {
  const bare = items.flatMap((item) => item.terms).filter((term) => findTermId(known, term) === undefined);
  const terms = bare.map(
    (term) => ({ ...term, kind: 'term', wpId: null, parentSlug: null, description: null }) as const,
  );
  await importTerms(ctx, terms, known, report);
  const logins = new Set(items.flatMap((item) => item.authorLogin ?? []).filter((login) => !known.authors.has(login)));
  const unknown = [...logins].map((login) => ({ login, displayName: login, email: null }));
  await importAuthors(ctx, unknown, known, report);
}

export async function importAuthors(
  ctx: Context,
  authors: readonly Pick<WordpressAuthor, 'login' | 'displayName' | 'email'>[],
  known: KnownNames,
  report: ReportMaker,
): Promise<void> {
  if (authors.length === 0) return;
  const made = await inTransaction(ctx, async (ctx) => {
    const rows: { login: string; id: string; isNew: boolean }[] = [];
    for (const { login, displayName, email } of authors) {
      rows.push({ login, ...(await upsertAuthor(ctx, { slug: login, name: displayName || login, email })) });
    }
    return rows;
  });
  for (const { login, id, isNew } of made) {
    // Two spellings of one login are one author.
    if (![...known.authors.values()].includes(id)) report.stored('author', isNew);
    known.authors.set(login, id);
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

/** Each term once, parents first. Parents in a circle stand as they come: the first of them goes without. */
function sortByNesting(terms: readonly WordpressTerm[]): WordpressTerm[] {
  const unique = new Map<string, WordpressTerm>();
  for (const term of terms) {
    const key = keyOf(term.taxonomy, term.slug ?? `name ${term.name}`);
    if (!unique.get(key)?.parentSlug) unique.set(key, { ...unique.get(key), ...term });
  }
  const byName = new Map([...unique.values()].map((term) => [keyOf(term.taxonomy, term.name), term]));
  const sorted = new Set<WordpressTerm>();
  const visiting = new Set<WordpressTerm>();
  const visit = (term: WordpressTerm): void => {
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
