// Tags and categories, under free slugs.

import { type SqlBool, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../../context.ts';
import { containsText } from '../../database/contains-text.ts';
import type { Row } from '../../database/dialect.ts';
import { listPage, type Page, type PageQuery } from '../../database/list-page.ts';
import { fail, failBody } from '../../errors.ts';
import { etagOf } from '../../http/conditional.ts';
import { bodyOf, Id, nullable } from '../../http/schemas.ts';
import { newId } from '../../lib/ids.ts';
import { slugify } from '../../lib/slug.ts';
import { fold } from '../../lib/text.ts';
import { forgetImported } from '../imports/import-sources.ts';
import { renewItemsOfTerm } from '../search/index-items.ts';
import { findFreeSlug, findNamed, slugBase } from '../slugs.ts';
import { hasStatus, type ItemsBuilder } from '../visibility.ts';

export type Taxonomy = 'tag' | 'category';

export const TermSchema = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    parentId: nullable(Id),
    count: Type.Integer({ description: 'Number of published items with this term' }),
  },
  { title: 'Term', description: 'A tag or a category' },
);
export type Term = Static<typeof TermSchema>;

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const changeable = {
  slug: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  parent: Type.Optional(nullable(Type.String({ maxLength: 200, description: 'Slug or ID of a category' }))),
};

export const NewTerm = bodyOf({ name: Name, ...changeable }, { title: 'NewTerm' });
export type NewTerm = Static<typeof NewTerm>;

export const TermChange = bodyOf({ name: Type.Optional(Name), ...changeable }, { title: 'TermChange' });
export type TermChange = Static<typeof TermChange>;

const maxDepth = 100;

export async function listTerms(
  ctx: ReadContext,
  taxonomy: Taxonomy,
  query: PageQuery & { search?: string | undefined },
): Promise<Page<Term>> {
  const search = query.search?.trim() ?? '';
  const terms = selectTerms(ctx, taxonomy).$if(search !== '', (terms) => terms.where(matchesSearch(search)));
  return listPage(terms.orderBy('slug').orderBy('id'), query, describe);
}

function selectTerms(ctx: ReadContext, taxonomy: Taxonomy) {
  return ctx.db
    .selectFrom('terms')
    .where('taxonomy', '=', taxonomy)
    .select(['id', 'slug', 'name', 'description', 'parentId'])
    .select((eb) => publishedCount(ctx, eb).as('count'));
}

function describe(term: Omit<Term, 'count'> & { count: number | null }): Term {
  return { ...term, count: Number(term.count) };
}

/** In the name as written, or in the slug, which has no accents. */
function matchesSearch(search: string) {
  const name = containsText(sql`lower(${sql.ref('terms.name')})`, search.toLowerCase());
  const slug = slugify(search);
  return slug === '' ? name : sql<SqlBool>`(${name} or ${containsText(sql.ref('terms.slug'), slug.toLowerCase())})`;
}

function publishedCount(ctx: ReadContext, eb: { selectFrom: unknown }) {
  const builder = eb as unknown as ItemsBuilder;
  return builder
    .selectFrom('itemTerms')
    .innerJoin('items', 'items.id', 'itemTerms.itemId')
    .whereRef('itemTerms.termId', '=', sql.ref('terms.id'))
    .where((eb) => hasStatus('publish', timeOf(ctx))(eb as unknown as ItemsBuilder))
    .select((eb) => eb.fn.countAll<number>().as('count'));
}

/** The term with this slug, or else this ID. Throws 404. */
export async function getTerm(ctx: ReadContext, taxonomy: Taxonomy, slugOrId: string): Promise<Term> {
  const term = await findNamed(selectTerms(ctx, taxonomy), slugOrId);
  if (!term) throw termNotFound(taxonomy, slugOrId);
  return describe(term);
}

function termNotFound(taxonomy: Taxonomy, slugOrId: string): Error {
  return fail('term_not_found', { detail: `No ${taxonomy} has the slug or ID "${slugOrId.slice(0, 200)}"` });
}

/** Creates a term, or finds the one with the same `id` (a repeated request). Throws 409 slug_taken. */
export async function createTerm(
  ctx: WriteContext,
  taxonomy: Taxonomy,
  input: NewTerm & { id: string },
): Promise<Term> {
  const parentId = input.parent ? await parentOf(ctx, taxonomy, input.id, input.parent) : null;
  const created = await addTerm(ctx, { ...input, taxonomy, parentId });
  if (created.id !== input.id || (input.slug !== undefined && created.slug !== input.slug))
    throw slugTaken(taxonomy, input.slug ?? created.slug);
  return getTerm(ctx, taxonomy, created.id);
}

type TermInput = {
  id?: string | undefined;
  taxonomy: Taxonomy;
  /** Made from the name if absent. */
  slug?: string | undefined;
  name: string;
  description?: string | undefined;
  parentId?: string | null | undefined;
};

/**
 * The new term; or the one with the same `id` or, without a given slug, the same name, if another request created it
 * first. A slug that another term has is numbered.
 */
export async function addTerm(ctx: WriteContext, input: TermInput): Promise<Row<'terms'>> {
  const id = input.id ?? newId('term');
  const base = input.slug ?? slugBase(input.name, id.replace('_', '-'));
  for (;;) {
    let same: Row<'terms'> | undefined;
    const slug = await findFreeSlug(base, async (slugs) => {
      const existing = await findTerms(ctx, input.taxonomy, slugs, id);
      same ??= existing.find((term) => term.id === id || (!input.slug && fold(term.name) === fold(input.name)));
      return new Set(existing.map((term) => term.slug));
    });
    if (same) return same;
    const row: Row<'terms'> = {
      id,
      taxonomy: input.taxonomy,
      slug,
      name: input.name,
      description: input.description ?? '',
      parentId: input.parentId ?? null,
      createdAt: timeOf(ctx),
    };
    const inserted = await ctx.db
      .insertInto('terms')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return row;
  }
}

function findTerms(ctx: WriteContext, taxonomy: Taxonomy, slugs: string[], id: string): Promise<Row<'terms'>[]> {
  return ctx.db
    .selectFrom('terms')
    .selectAll()
    .where('taxonomy', '=', taxonomy)
    .where((eb) => eb.or([eb('slug', 'in', slugs), eb('id', '=', id)]))
    .execute();
}

/** The strong ETag of a term. */
export function termTag(term: Term): string {
  return etagOf(JSON.stringify(term));
}

/** The term, locked for this transaction alone until it ends. */
async function lockTerm(ctx: WriteContext, taxonomy: Taxonomy, slugOrId: string): Promise<Term> {
  const { id } = await getTerm(ctx, taxonomy, slugOrId);
  const row = ctx.db
    .selectFrom('terms')
    .select('id')
    .where((eb) => ctx.dialect.inTurn(eb('id', '=', id), eb.ref('id'), 'alone'));
  await ctx.dialect.lockRows(row).execute();
  return getTerm(ctx, taxonomy, id);
}

/** Updates a term that passes the check. */
export async function updateTerm(
  ctx: WriteContext,
  taxonomy: Taxonomy,
  slugOrId: string,
  change: TermChange,
  check: (term: Term) => void,
): Promise<Term> {
  // Two concurrent changes of parents could form a circle that neither sees.
  if (change.parent) await lockCategories(ctx);
  const term = await lockTerm(ctx, taxonomy, slugOrId);
  check(term);
  const parentId = change.parent ? await parentOf(ctx, taxonomy, term.id, change.parent) : change.parent;
  const { parent: _parent, ...texts } = change;
  const set = { ...texts, ...(parentId === undefined ? {} : { parentId }) };
  if (Object.keys(set).length > 0) {
    await ctx.db
      .updateTable('terms')
      .set(set)
      .where('id', '=', term.id)
      .execute()
      .catch((error) => {
        throw ctx.dialect.isUniqueViolation(error) ? slugTaken(taxonomy, change.slug) : error;
      });
  }
  if (change.name !== undefined && change.name !== term.name) await renewItemsOfTerm(ctx, term.id);
  return getTerm(ctx, taxonomy, term.id);
}

/** Deletes a term that passes the check, and removes it from its items; its children move up. */
export async function deleteTerm(
  ctx: WriteContext,
  taxonomy: Taxonomy,
  slugOrId: string,
  check: (term: Term) => void,
): Promise<string> {
  const term = await lockTerm(ctx, taxonomy, slugOrId);
  check(term);
  const { id, parentId } = term;
  await ctx.db.updateTable('terms').set({ parentId }).where('parentId', '=', id).execute();
  await renewItemsOfTerm(ctx, id);
  await ctx.db.deleteFrom('itemTerms').where('termId', '=', id).execute();
  await forgetImported(ctx, id);
  await ctx.db.deleteFrom('terms').where('id', '=', id).execute();
  return id;
}

/** For changes of parents; items with these categories are saved meanwhile. */
async function lockCategories(ctx: WriteContext): Promise<void> {
  const all = ctx.db.selectFrom('terms').select('id').where('taxonomy', '=', 'category').orderBy('id');
  await ctx.dialect.lockRowsForChange(all).execute();
}

async function parentOf(ctx: WriteContext, taxonomy: Taxonomy, ownId: string, parent: string): Promise<string> {
  const fault = (code: string, detail: string) => failBody([{ pointer: '/parent', code, detail }]);
  if (taxonomy === 'tag') throw fault('not_allowed', 'tags cannot have a parent');
  const categories = ctx.db.selectFrom('terms').select(['id', 'slug', 'parentId']).where('taxonomy', '=', taxonomy);
  const named = await findNamed(categories, parent);
  // It cannot be deleted until the transaction ends.
  const found = named && (await ctx.dialect.lockKeyShare(categories.where('id', '=', named.id)).executeTakeFirst());
  if (!found) throw fault('unknown', 'no category has this slug or ID');
  let next: Pick<Row<'terms'>, 'id' | 'parentId'> | undefined = found;
  for (let depth = 0; next; depth++) {
    if (next.id === ownId) throw fault('circular', 'would make the category its own ancestor');
    if (depth >= maxDepth) throw fault('too_deep', `would be nested more than ${maxDepth} levels deep`);
    next = next.parentId === null ? undefined : await findParent(ctx, next.parentId);
  }
  return found.id;
}

function findParent(ctx: WriteContext, id: string) {
  return ctx.db.selectFrom('terms').select(['id', 'parentId']).where('id', '=', id).executeTakeFirst();
}

function slugTaken(taxonomy: Taxonomy, slug: string | undefined): Error {
  return fail('slug_taken', { detail: `Another ${taxonomy} has the slug "${slug}"` });
}
