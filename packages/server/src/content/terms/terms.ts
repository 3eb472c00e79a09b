// The terms of a taxonomy, such as tags and categories, under free slugs.

import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { containsText } from '../../database/expressions.ts';
import { type ListRequest, listRecords, type RecordPage } from '../../database/record-list.ts';
import type { Tables } from '../../database/tables.ts';
import { differenceOf } from '../../database/update-row.ts';
import { listOfRecords } from '../../http/list-of-records.ts';
import { bodyOf, Id, nullable, Time } from '../../http/schemas.ts';
import { type FaultCode, fail, failBody } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { slugify } from '../../lib/slug.ts';
import { fold } from '../../lib/text.ts';
import { mapYielding } from '../../lib/yield-to-event-loop.ts';
import { findFreeSlug, findNamed, slugBase } from '../model/slugs.ts';
import { hasStatus, type ItemsBuilder, ofReadableType } from '../model/visibility.ts';
import { indexStaleItems, markStale, renewItemsOfTerm } from '../search/index-items.ts';
import { forgetImported } from '../sources/import-sources.ts';
import { lockItemsWith, unlinkTerms } from './unlink-terms.ts';

/** How terms store what they belong to: `tag`, `category` or the name of one of the site's own taxonomies. */
export type TaxonomyKey = string;

/** What holds for the terms of a taxonomy. */
export type TermRules = {
  key: TaxonomyKey;
  /** As in URLs. */
  name: string;
  /** What problems call a term, and several. */
  one: string;
  many: string;
  nested: boolean;
  /** Whether they can be read without a token. */
  publicRead: boolean;
};

export const tagRules = { key: 'tag', name: 'tags', one: 'tag', many: 'tags', nested: false, publicRead: false };
export const categoryRules = {
  ...{ key: 'category', name: 'categories', one: 'category', many: 'categories' },
  ...{ nested: true, publicRead: false },
};

export const TermSchema = Type.Object(
  {
    id: Id,
    slug: Type.String({ description: 'Names the term in URLs and filters' }),
    name: Type.String({ description: 'What people see' }),
    description: Type.String({ description: 'Text without markup' }),
    parentId: nullable({ ...Id, description: 'The term above it, in a nested taxonomy' }),
    count: Type.Integer({ description: 'Number of published items with this term' }),
    updatedAt: Time,
  },
  { title: 'Term', description: 'A tag or a category' },
);
export type Term = Static<typeof TermSchema>;

const MenuOrder = Type.Integer({
  minimum: -2_147_483_648,
  maximum: 2_147_483_647,
  description: 'The place among the terms with the same parent, in trees; of equal ones the slug decides',
});

export const TaxonomyTermSchema = Type.Object(
  { ...TermSchema.properties, menuOrder: MenuOrder },
  { title: 'TaxonomyTerm', description: 'A term of a taxonomy' },
);
export type TaxonomyTerm = Static<typeof TaxonomyTermSchema>;

export const countQuery = {
  children: Type.Optional(
    Type.Boolean({ description: 'Whether items of the terms below a term count for it, each once' }),
  ),
};
const ofTerms = {
  filters: ['slug', 'name', 'parentId', 'updatedAt'],
  sort: ['slug', 'name', 'updatedAt'],
  table: 'terms',
  search: 'Part of the name or slug',
} as const;
export const termList = listOfRecords({ item: TermSchema, ...ofTerms });
export const taxonomyTermList = listOfRecords({
  item: TaxonomyTermSchema,
  ...ofTerms,
  filters: [...ofTerms.filters, 'menuOrder'],
  sort: [...ofTerms.sort, 'menuOrder'],
  own: countQuery,
});

const Name = Type.String({ description: 'What people see, not blank', minLength: 1, maxLength: 200, pattern: '\\S' });
const changeable = {
  slug: Type.Optional(
    Type.String({
      description: 'Names the term in URLs and filters; made from the name if absent',
      minLength: 1,
      maxLength: 200,
    }),
  ),
  description: Type.Optional(Type.String({ description: 'Text without markup', maxLength: 10_000 })),
  parent: Type.Optional(
    nullable(
      Type.String({
        maxLength: 200,
        description: 'Slug or ID of a term of the same taxonomy that can be nested, such as a category',
      }),
    ),
  ),
};

export const NewTerm = bodyOf({ name: Name, ...changeable }, { title: 'NewTerm', description: 'A term to create' });
export type NewTerm = Static<typeof NewTerm>;

export const TermChange = bodyOf(
  { name: Type.Optional(Name), ...changeable },
  { title: 'TermChange', description: 'Only the given members change' },
);
export type TermChange = Static<typeof TermChange>;

const placed = { menuOrder: Type.Optional(MenuOrder) };
export const NewTaxonomyTerm = bodyOf(
  { ...NewTerm.properties, ...placed },
  { title: 'NewTaxonomyTerm', description: 'A term to create' },
);
export const TaxonomyTermChange = bodyOf(
  { ...TermChange.properties, ...placed },
  { title: 'TaxonomyTermChange', description: 'Only the given members change' },
);
type Placed = { menuOrder?: number | undefined };

const maxDepth = 100;

type TermCount = {
  /** Whether items of the terms below a term count for it, each once. */
  children?: boolean | undefined;
};

export function listTerms(
  ctx: ReadContext,
  rules: TermRules,
  query: ListRequest & TermCount,
): Promise<RecordPage<TaxonomyTerm>> {
  const search = query.search?.trim() ?? '';
  const terms = selectTerms(ctx, rules, query, 'linkedItems').$if(search !== '', (terms) =>
    terms.where(matchesSearch(search)),
  );
  return listRecords(terms, taxonomyTermList, query, describe);
}

/** All terms by their places, then by slug. */
export async function listAllTerms(ctx: ReadContext, rules: TermRules, count: TermCount): Promise<TaxonomyTerm[]> {
  const rows = await selectTerms(ctx, rules, count, 'linkedItems').orderBy('slug').execute();
  const terms = await mapYielding(rows, describe);
  return terms.sort((a, b) => a.menuOrder - b.menuOrder);
}

function selectTerms(
  ctx: ReadContext,
  { key }: TermRules,
  { children = false }: TermCount = {},
  from: LinkRows = 'termItems',
) {
  return ctx.db
    .selectFrom('terms')
    .where('taxonomy', '=', key)
    .select(['id', 'slug', 'name', 'description', 'parentId', 'menuOrder'])
    .select(publishedCount(ctx, children, from).as('count'))
    .select('updatedAt');
}

function describe(term: Omit<TaxonomyTerm, 'count'> & { count: number | null }): TaxonomyTerm {
  return { ...term, count: Number(term.count) };
}

/** In the name as written, or in the slug, which has no accents. */
function matchesSearch(search: string) {
  const name = containsText(sql`lower(${sql.ref('terms.name')})`, search.toLowerCase());
  const slug = slugify(search);
  return slug === '' ? name : sql<SqlBool>`(${name} or ${containsText(sql.ref('terms.slug'), slug.toLowerCase())})`;
}

/** The term with this slug, or else this ID. Throws 404. */
export async function getTerm(ctx: ReadContext, rules: TermRules, slugOrId: string): Promise<TaxonomyTerm> {
  const term = await findNamed(selectTerms(ctx, rules), slugOrId);
  if (!term) throw termNotFound(rules, slugOrId);
  return describe(term);
}

/** The term with this ID, whatever slugs others have. Throws 404. */
export async function getTermWithId(ctx: ReadContext, rules: TermRules, id: string): Promise<TaxonomyTerm> {
  const term = await selectTerms(ctx, rules).where('terms.id', '=', id).executeTakeFirst();
  if (!term) throw termNotFound(rules, id);
  return describe(term);
}

/** The term with this slug or ID, or else the term that one with this slug was merged with. Throws 404. */
export async function getTermOrMerged(
  ctx: ReadContext,
  rules: TermRules,
  slugOrId: string,
  count?: TermCount,
): Promise<TaxonomyTerm> {
  const term =
    (await findNamed(selectTerms(ctx, rules, count), slugOrId)) ??
    (await selectTerms(ctx, rules, count)
      .where('terms.id', 'in', (eb) =>
        eb
          .selectFrom('formerTerms')
          .select('formerTerms.termId')
          .where('formerTerms.taxonomy', '=', rules.key)
          .where('formerTerms.slug', '=', slugOrId),
      )
      .executeTakeFirst());
  if (!term) throw termNotFound(rules, slugOrId);
  return describe(term);
}

function termNotFound({ one }: TermRules, slugOrId: string): Error {
  return fail('term_not_found', { detail: `No ${one} has the slug or ID "${slugOrId.slice(0, 200)}"` });
}

/** Creates a term, or finds the one with the same `id` (a repeated request). Throws 409 slug_taken. */
export async function createTerm(
  ctx: WriteContext,
  rules: TermRules,
  input: NewTerm & Placed & { id: string },
): Promise<TaxonomyTerm> {
  const parentId = input.parent ? await parentOf(ctx, rules, input.id, input.parent) : null;
  const created = await addTerm(ctx, { ...input, taxonomy: rules.key, parentId });
  if (created.id !== input.id || (input.slug !== undefined && created.slug !== input.slug))
    throw slugTaken(rules, input.slug ?? created.slug);
  return getTermWithId(ctx, rules, created.id);
}

type TermInput = {
  id?: string | undefined;
  taxonomy: TaxonomyKey;
  /** Made from the name if absent. */
  slug?: string | undefined;
  name: string;
  description?: string | undefined;
  parentId?: string | null | undefined;
  menuOrder?: number | undefined;
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
    const now = timeOf(ctx);
    const row: Row<'terms'> = {
      id,
      taxonomy: input.taxonomy,
      slug,
      name: input.name,
      description: input.description ?? '',
      parentId: input.parentId ?? null,
      createdAt: now,
      updatedAt: now,
      menuOrder: input.menuOrder ?? 0,
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

function findTerms(ctx: WriteContext, taxonomy: TaxonomyKey, slugs: string[], id: string): Promise<Row<'terms'>[]> {
  return ctx.db
    .selectFrom('terms')
    .selectAll()
    .where('taxonomy', '=', taxonomy)
    .where((eb) => eb.or([eb('slug', 'in', slugs), eb('id', '=', id)]))
    .execute();
}

/** The term, locked for this transaction alone until it ends. */
export async function lockTerm(ctx: WriteContext, rules: TermRules, slugOrId: string): Promise<TaxonomyTerm> {
  return lockTermWithId(ctx, rules, (await getTerm(ctx, rules, slugOrId)).id);
}

/** The same for the term with this ID. */
export async function lockTermWithId(ctx: WriteContext, rules: TermRules, id: string): Promise<TaxonomyTerm> {
  const row = ctx.db
    .selectFrom('terms')
    .select('id')
    .where((eb) => ctx.dialect.inTurn(eb('id', '=', id), eb.ref('id'), 'alone'));
  await ctx.dialect.lockRows(row).execute();
  return getTermWithId(ctx, rules, id);
}

/** Updates a term that passes the check. */
export async function updateTerm(
  ctx: WriteContext,
  rules: TermRules,
  slugOrId: string,
  change: TermChange & Placed,
  check: (term: TaxonomyTerm) => void,
): Promise<TaxonomyTerm> {
  // Two concurrent changes of parents could form a circle that neither sees.
  if (change.parent) await lockTree(ctx, rules);
  const term = await lockTerm(ctx, rules, slugOrId);
  check(term);
  const parentId = change.parent ? await parentOf(ctx, rules, term.id, change.parent) : change.parent;
  const { parent: _parent, ...texts } = change;
  const set = differenceOf(term, {
    ...texts,
    ...(parentId === undefined ? {} : { parentId }),
  } as Partial<TaxonomyTerm>);
  if (Object.keys(set).length > 0) {
    await ctx.db
      .updateTable('terms')
      .set({ ...set, updatedAt: timeOf(ctx) })
      .where('id', '=', term.id)
      .execute()
      .catch((error) => {
        throw ctx.dialect.isUniqueViolation(error) ? slugTaken(rules, change.slug) : error;
      });
  }
  if (change.name !== undefined && change.name !== term.name) await renewItemsOfTerm(ctx, term.id);
  return getTermWithId(ctx, rules, term.id);
}

/** Deletes a term that passes the check, and removes it from its items; its children move up. */
export async function deleteTerm(
  ctx: WriteContext,
  rules: TermRules,
  slugOrId: string,
  check: (term: TaxonomyTerm) => void,
): Promise<string> {
  const { id } = await getTerm(ctx, rules, slugOrId);
  await lockItemsWith(ctx, [id]);
  const term = await lockTermWithId(ctx, rules, id);
  check(term);
  const { parentId } = term;
  await ctx.db
    .updateTable('terms')
    .set({ parentId, updatedAt: timeOf(ctx) })
    .where('parentId', '=', id)
    .execute();
  for await (const items of unlinkTerms(ctx, [id])) await markStale(ctx, items);
  await indexStaleItems(ctx);
  await ctx.db.deleteFrom('formerTerms').where('termId', '=', id).execute();
  await forgetImported(ctx, id);
  await ctx.db.deleteFrom('terms').where('id', '=', id).execute();
  return id;
}

/** For changes of parents; items with these terms are saved meanwhile. */
export async function lockTree(ctx: WriteContext, { key }: Pick<TermRules, 'key'>): Promise<void> {
  const all = ctx.db.selectFrom('terms').select('id').where('taxonomy', '=', key).orderBy('id');
  await ctx.dialect.lockRowsForChange(all).execute();
}

async function parentOf(ctx: WriteContext, rules: TermRules, ownId: string, parent: string): Promise<string> {
  const { key, one, many, nested } = rules;
  const fault = (code: FaultCode, detail: string) => failBody([{ pointer: '/parent', code, detail }]);
  if (!nested) throw fault('not_allowed', `${many} cannot have a parent`);
  const terms = ctx.db.selectFrom('terms').select(['id', 'slug', 'parentId']).where('taxonomy', '=', key);
  const named = await findNamed(terms, parent);
  // It cannot be deleted until the transaction ends.
  const found = named && (await ctx.dialect.lockKeyShare(terms.where('id', '=', named.id)).executeTakeFirst());
  if (!found) throw fault('unknown', `no ${one} has this slug or ID`);
  let next: Pick<Row<'terms'>, 'id' | 'parentId'> | undefined = found;
  for (let depth = 0; next; depth++) {
    if (next.id === ownId) throw fault('circular', `would make the ${one} its own ancestor`);
    if (depth >= maxDepth) throw fault('too_deep', `would be nested more than ${maxDepth} levels deep`);
    next = next.parentId === null ? undefined : await findParent(ctx, next.parentId);
  }
  return found.id;
}

function findParent(ctx: WriteContext, id: string) {
  return ctx.db.selectFrom('terms').select(['id', 'parentId']).where('id', '=', id).executeTakeFirst();
}

function slugTaken({ one }: TermRules, slug: string | undefined): Error {
  return fail('slug_taken', { detail: `Another ${one} has the slug "${slug}"` });
}

// How many items have a term, as one expression for each term that is read.

/** In a transaction that changes links, `linkedItems` may not have them yet. */
type LinkRows = 'termItems' | 'linkedItems';

/** Only items of types that the caller may read count. */
function publishedCount(ctx: ReadContext, children: boolean, from: LinkRows): RawBuilder<number> {
  const items = from === 'linkedItems' ? linkedItems(ctx) : itemsWithTerms(ctx);
  const counted = items
    .where((eb) => hasStatus('publish', timeOf(ctx))(eb as unknown as ItemsBuilder))
    .where(ofReadableType(ctx));
  const termId = sql.ref(from === 'linkedItems' ? 'items.toId' : 'termItems.termId');
  if (!children) {
    const own = counted.where(sql<SqlBool>`${termId} = ${sql.ref('terms.id')}`);
    return sql<number>`(${own.select((eb) => eb.fn.countAll<number>().as('count'))})`;
  }
  const below = sql`(with recursive "below"("id") as (
    select "terms"."id" union select "child"."id" from "below" join "terms" as "child" on "child"."parentId" = "below"."id"
  ) select "id" from "below")`;
  const all = counted.where(sql<SqlBool>`${termId} in ${below}`);
  return sql<number>`(${all.select((eb) => eb.fn.count<number>(sql.ref('items.id')).distinct().as('count'))})`;
}

function itemsWithTerms({ db }: ReadContext) {
  return db.selectFrom('termItems').innerJoin('items', 'items.id', 'termItems.itemId') as unknown as Counted;
}

/** In the index, the type comes before the status. */
function linkedItems({ db, dialect }: ReadContext) {
  const isOfSome = sql<SqlBool>`${sql.ref('items.type')} ${dialect.isOneOf(sql`select "name" from "postTypes"`)}`;
  return db.selectFrom('linkedItems as items').where(isOfSome) as unknown as Counted;
}

type Counted = SelectQueryBuilder<Tables, 'items', object>;
