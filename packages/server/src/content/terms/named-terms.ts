// Terms given by slug or name, and created on first use: all of one taxonomy with a few statements.

import { timeOf, type WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { newId } from '../../lib/ids.ts';
import { fold } from '../../lib/text.ts';
import { firstSlugs, slugBase } from '../slugs.ts';
import { addTerm, type Taxonomy } from './terms.ts';

type Term = Pick<Row<'terms'>, 'id' | 'slug' | 'name'>;

/** A text, the slug made from it, and the slugs that a new term of this name may get. */
type Name = { text: string; folded: string; base: string; slugs: string[] };

/** The IDs of terms given by slug or name. */
export async function findOrCreateTerms(
  ctx: WriteContext,
  taxonomy: Taxonomy,
  texts: readonly string[],
): Promise<string[]> {
  // Sorted, so that two requests that create the same terms cannot deadlock.
  const given = [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '').sort();
  if (given.length === 0) return [];
  const names = given.map(nameOf);
  for (;;) {
    const terms = await readNamed(ctx, taxonomy, names);
    const created = planTerms(ctx, taxonomy, terms, names);
    // Another request may create one of them at the same moment: then it is found the second time.
    if (!(await insertTerms(ctx, created))) continue;
    const ids: string[] = [];
    for (const name of names) {
      ids.push((terms.find(name) ?? (await addTerm(ctx, { taxonomy, name: name.text }))).id);
    }
    return [...new Set(ids)];
  }
}

function nameOf(text: string): Name {
  const base = slugBase(text, newId('term').replace('_', '-'));
  return { text, folded: fold(text), base, slugs: [base] };
}

/** Terms by what they are found by. */
class Terms {
  readonly #bySlug = new Map<string, Term & { folded: string }>();
  readonly #byName = new Map<string, Term>();

  add(term: Term): void {
    this.#bySlug.set(term.slug, { ...term, folded: fold(term.name) });
    this.#byName.set(term.name, term);
  }

  has(slug: string): boolean {
    return this.#bySlug.has(slug);
  }

  /** `news` finds `News`; but `C` is not `C++`, although both make the same slug. */
  find({ text, folded, slugs }: Name): Term | undefined {
    const named = this.#bySlug.get(text) ?? this.#byName.get(text);
    if (named) return named;
    const slug = slugs.find((slug) => this.#bySlug.get(slug)?.folded === folded);
    return slug === undefined ? undefined : this.#bySlug.get(slug);
  }
}

/** The terms that the names may mean, and those that have the slugs of new ones. */
async function readNamed(ctx: WriteContext, taxonomy: Taxonomy, names: Name[]): Promise<Terms> {
  const terms = new Terms();
  const slugs = new Set(names.flatMap(({ text, base }) => [text, base]));
  const texts = names.map(({ text }) => text);
  for (const term of await readTerms(ctx, taxonomy, [...slugs], texts)) terms.add(term);
  const unknown = names.filter((name) => !terms.find(name));
  const sharing = Map.groupBy(unknown, ({ base }) => base);
  const numbered: string[] = [];
  for (const [base, sharers] of sharing) {
    if (sharers.length === 1 && !terms.has(base)) continue;
    const slugs = firstSlugs(base, sharers.length + 9);
    for (const name of sharers) name.slugs = slugs;
    numbered.push(...slugs);
  }
  if (numbered.length > 0) for (const term of await readTerms(ctx, taxonomy, numbered, [])) terms.add(term);
  return terms;
}

function readTerms(ctx: WriteContext, taxonomy: Taxonomy, slugs: string[], names: string[]): Promise<Term[]> {
  return ctx.db
    .selectFrom('terms')
    .select(['id', 'slug', 'name'])
    .where('taxonomy', '=', taxonomy)
    .where((eb) => eb.or([eb('slug', 'in', slugs), ...(names.length > 0 ? [eb('name', 'in', names)] : [])]))
    .execute();
}

/** Rows for the names that no term has, added to `terms`; without those whose slugs are all in use. */
function planTerms(ctx: WriteContext, taxonomy: Taxonomy, terms: Terms, names: Name[]): Row<'terms'>[] {
  const rest = { description: '', parentId: null, createdAt: timeOf(ctx) };
  const rows: Row<'terms'>[] = [];
  for (const name of names) {
    const slug = terms.find(name) ? undefined : name.slugs.find((slug) => !terms.has(slug));
    if (slug === undefined) continue;
    const row = { id: newId('term'), taxonomy, slug, name: name.text, ...rest };
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
