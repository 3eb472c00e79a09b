// Terms given by slug or name, and created on first use: all of an item with a few statements.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { keptQueries, slot } from '../../database/kept-queries.ts';
import { newId } from '../../lib/ids.ts';
import { fold } from '../../lib/text.ts';
import { lockNamed } from '../model/lock-named.ts';
import { firstSlugs, slugBase } from '../model/slugs.ts';
import { addTerm, type TaxonomyKey } from './terms.ts';

/** Slugs or names by taxonomy. */
export type TermTexts = Readonly<Record<TaxonomyKey, readonly string[]>>;

export type NamedTerm = Pick<Row<'terms'>, 'id' | 'taxonomy' | 'slug' | 'name'>;

/** A text, the slug made from it, and the slugs that a new term of this name may get. */
type Name = { taxonomy: TaxonomyKey; text: string; folded: string; base: string; slugs: string[] };

const queries = keptQueries();

/** The terms given by slug or name. They cannot be deleted until the transaction ends. */
export async function findOrCreateTerms(ctx: WriteContext, texts: TermTexts): Promise<NamedTerm[]> {
  const names = allNames(texts);
  if (names.length === 0) return [];
  for (;;) {
    const terms = await readNamed(ctx, names);
    const created = planTerms(ctx, terms, names);
    // Another request may create one of them at the same moment: then it is found the second time.
    if (!(await insertTerms(ctx, created))) continue;
    const found = new Map<string, NamedTerm>();
    for (const name of names) {
      const { taxonomy, text } = name;
      const term = terms.find(name) ?? (await addTerm(ctx, { taxonomy, name: text }));
      found.set(term.id, term);
    }
    return [...found.values()];
  }
}

/** Those of the terms given by slug or name that exist. */
export async function findTermsNamed(ctx: WriteContext, texts: TermTexts): Promise<NamedTerm[]> {
  const names = allNames(texts);
  if (names.length === 0) return [];
  const terms = await readNamed(ctx, names);
  return names.flatMap((name) => terms.find(name) ?? []);
}

/** In one order of taxonomies. */
function allNames(texts: TermTexts): Name[] {
  const keys = Object.keys(texts).sort();
  return keys.flatMap((key) => namesOf(key, texts[key] ?? []));
}

/** Sorted, so that two requests that create the same terms cannot deadlock. */
function namesOf(taxonomy: TaxonomyKey, texts: readonly string[]): Name[] {
  const lookups = new Set(texts.map((text) => text.trim()));
  lookups.delete('');
  return [...lookups].sort().map((text) => {
    const base = slugBase(text, () => newId('term').replace('_', '-'));
    return { taxonomy, text, folded: fold(text), base, slugs: [base] };
  });
}

/** Terms by what they are found by. */
class Terms {
  readonly #bySlug = new Map<string, NamedTerm>();
  readonly #byName = new Map<string, NamedTerm>();

  add(term: NamedTerm): void {
    this.#bySlug.set(`${term.taxonomy} ${term.slug}`, term);
    this.#byName.set(`${term.taxonomy} ${term.name}`, term);
  }

  addMerged({ taxonomy, text }: Name, { id, slug, name }: NamedTerm): void {
    this.#byName.set(`${taxonomy} ${text}`, { id, taxonomy, slug, name });
  }

  has(taxonomy: TaxonomyKey, slug: string): boolean {
    return this.#bySlug.has(`${taxonomy} ${slug}`);
  }

  /** `news` finds `News`; but `C` is not `C++`, although both make the same slug. */
  find({ taxonomy, text, folded, slugs }: Name): NamedTerm | undefined {
    const named = this.#bySlug.get(`${taxonomy} ${text}`) ?? this.#byName.get(`${taxonomy} ${text}`);
    if (named) return named;
    for (const slug of slugs) {
      const found = this.#bySlug.get(`${taxonomy} ${slug}`);
      if (found && fold(found.name) === folded) return found;
    }
    return undefined;
  }
}

/** The terms that the names may mean, and those that have the slugs of new ones. */
async function readNamed(ctx: WriteContext, names: Name[]): Promise<Terms> {
  const terms = new Terms();
  const keys = names.flatMap(({ taxonomy, text, base }) => [
    { taxonomy, slug: text },
    ...(base === text ? [] : [{ taxonomy, slug: base }]),
  ]);
  for (const term of await readTerms(ctx, keys, names)) terms.add(term);
  const unknown = names.filter((name) => !terms.find(name));
  const numbered: Slug[] = [];
  for (const sharers of Map.groupBy(unknown, ({ taxonomy, base }) => `${taxonomy} ${base}`).values()) {
    const [{ taxonomy, base }] = sharers as [Name];
    if (sharers.length === 1 && !terms.has(taxonomy, base)) continue;
    const slugs = firstSlugs(base, sharers.length + 9);
    for (const name of sharers) name.slugs = slugs;
    numbered.push(...slugs.map((slug) => ({ taxonomy, slug })));
  }
  for (const term of await readTerms(ctx, numbered, [])) terms.add(term);
  await addMerged(ctx, terms, unknown);
  return terms;
}

/** Names of terms that were merged mean the terms that they were merged with. */
async function addMerged(ctx: WriteContext, terms: Terms, unknown: readonly Name[]): Promise<void> {
  if (unknown.length === 0) return;
  for (;;) {
    const merged = await readMerged(ctx, unknown);
    const existing = await lockNamed(
      ctx,
      'terms',
      merged.map(({ id }) => id),
    );
    // One that was merged again, or deleted, before it was locked: its former names mean another one, or none.
    if (!merged.every(({ id }) => existing.has(id))) continue;
    for (const name of unknown) {
      const found = merged.find(
        ({ taxonomy, former }) => taxonomy === name.taxonomy && (former === name.text || former === name.base),
      );
      if (found) terms.addMerged(name, found);
    }
    return;
  }
}

function readMerged(ctx: WriteContext, names: readonly Name[]): Promise<(NamedTerm & { former: string })[]> {
  return ctx.db
    .selectFrom('formerTerms')
    .innerJoin('terms', 'terms.id', 'formerTerms.termId')
    .select(['terms.id', 'terms.taxonomy', 'terms.slug', 'terms.name', 'formerTerms.slug as former'])
    .where('formerTerms.taxonomy', 'in', [...new Set(names.map(({ taxonomy }) => taxonomy))])
    .where('formerTerms.slug', 'in', [...new Set(names.flatMap(({ text, base }) => [text, base]))])
    .execute();
}

type Slug = { taxonomy: TaxonomyKey; slug: string };

async function readTerms(ctx: WriteContext, slugs: Slug[], names: Name[]): Promise<NamedTerm[]> {
  const bySlug = Map.groupBy(slugs, ({ taxonomy }) => taxonomy);
  const byName = Map.groupBy(names, ({ taxonomy }) => taxonomy);
  const lookups: { taxonomy: TaxonomyKey; column: 'slug' | 'name'; texts: string[] }[] = [];
  for (const [taxonomy, found] of bySlug)
    lookups.push({ taxonomy, column: 'slug', texts: found.map(({ slug }) => slug) });
  for (const [taxonomy, found] of byName)
    lookups.push({ taxonomy, column: 'name', texts: found.map(({ text }) => text) });
  if (lookups.length === 0) return [];
  const values: Record<string, string> = {};
  let shape = '';
  for (const [list, { taxonomy, column, texts }] of lookups.entries()) {
    for (const [index, text] of texts.entries()) values[`${list} ${index}`] = text;
    shape += `${taxonomy} ${column} ${texts.length},`;
  }
  return queries.run(ctx, shape, values, () => {
    const terms = ctx.db
      .selectFrom('terms')
      .select(['id', 'taxonomy', 'slug', 'name'])
      // Each of these conditions is served by an index of its own.
      .where((eb) => {
        const isNamed = eb.or(
          lookups.map(({ taxonomy, column, texts }, list) =>
            eb('taxonomy', '=', taxonomy).and(
              column,
              'in',
              texts.map((_, index) => slot(`${list} ${index}`)),
            ),
          ),
        );
        return ctx.dialect.inTurn(isNamed, eb.ref('id'), 'shared');
      });
    return ctx.dialect.lockKeyShare(terms, { inOrder: true });
  });
}

/** Rows for the names that no term has, added to `terms`; without those whose slugs are all in use. */
function planTerms(ctx: WriteContext, terms: Terms, names: Name[]): Row<'terms'>[] {
  const rows: Row<'terms'>[] = [];
  for (const name of names) {
    const { taxonomy, text } = name;
    const slug = terms.find(name) ? undefined : name.slugs.find((slug) => !terms.has(taxonomy, slug));
    if (slug === undefined) continue;
    const row = {
      id: newId('term'),
      taxonomy,
      slug,
      name: text,
      description: '',
      parentId: null,
      menuOrder: 0,
      createdAt: timeOf(ctx),
      updatedAt: timeOf(ctx),
    };
    terms.add(row);
    rows.push(row);
  }
  return rows;
}

/** Whether all were inserted. */
async function insertTerms(ctx: WriteContext, rows: Row<'terms'>[]): Promise<boolean> {
  if (rows.length === 0) return true;
  const inserted = await ctx.db
    .insertInto('terms')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length === rows.length;
}
