// Taxonomies: tags and categories, which every type has, and those of the site's own, which the types have that they name.

import Type, { type Static } from 'typebox';
import { requireScope } from '../../context/access.ts';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { bodyOf, nullable, Time } from '../../http/schemas.ts';
import { type Fault, fail, failBody } from '../../lib/errors.ts';
import { nearestHint } from '../../lib/names.ts';
import { mayReadTerms } from '../model/visibility.ts';
import { listPostTypes, lockPostType, setTaxonomies } from '../types/post-types.ts';
import { categoryRules, type TermRules, tagRules } from './terms.ts';

const described = {
  name: {
    description: 'As in URLs, in `terms` of items and in filters (`terms[brands]=nike`): it cannot be changed',
  },
  label: { description: 'What people see, in the plural, such as Brands; made from `name` by default' },
  singular: { description: 'What people see for one term, such as Brand; `label` by default' },
  description: { description: 'What its terms are for' },
  nested: { description: 'Whether terms can have a parent' },
  publicRead: { description: 'Whether its terms can be read without a token' },
  types: { description: 'The singular names of the content types whose items have its terms' },
};

export const TaxonomySchema = Type.Object(
  {
    name: Type.String(described.name),
    label: Type.String(described.label),
    singular: Type.String(described.singular),
    description: Type.String(described.description),
    nested: Type.Boolean(described.nested),
    publicRead: Type.Boolean(described.publicRead),
    types: Type.Array(Type.String(), described.types),
    builtIn: Type.Boolean({ description: 'Tags and categories, which all types have and which cannot be changed' }),
    createdAt: nullable({ ...Time, description: 'Null for tags and categories' }),
    updatedAt: nullable({ ...Time, description: 'Null for tags and categories' }),
  },
  { title: 'Taxonomy', description: 'What items are sorted into: its terms are those of items of some types' },
);
export type Taxonomy = Static<typeof TaxonomySchema>;

const Label = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const changeable = {
  label: Type.Optional({ ...Label, ...described.label }),
  singular: Type.Optional({ ...Label, ...described.singular }),
  description: Type.Optional(Type.String({ maxLength: 10_000, ...described.description })),
  nested: Type.Optional(Type.Boolean(described.nested)),
  publicRead: Type.Optional(Type.Boolean(described.publicRead)),
  types: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 200, ...described.types })),
};

export const NewTaxonomy = bodyOf(
  { name: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,49}$', ...described.name }), ...changeable },
  {
    title: 'NewTaxonomy',
    description: 'A taxonomy to create',
    examples: [{ name: 'brands', label: 'Brands', singular: 'Brand', nested: false, types: ['product'] }],
  },
);
export type NewTaxonomy = Static<typeof NewTaxonomy>;

export const TaxonomyChange = bodyOf(changeable, {
  title: 'TaxonomyChange',
  description: 'Only the given members change',
});
export type TaxonomyChange = Static<typeof TaxonomyChange>;

const builtIns = [
  { ...tagRules, label: 'Tags', singular: 'Tag' },
  { ...categoryRules, label: 'Categories', singular: 'Category' },
];
/** How `terms` stores and names those of the built-in ones, which must not mean anything else. */
const reserved = ['tag', 'tags', 'category', 'categories'];
const maxTaxonomies = 100;

/** Whether the name means tags or categories. */
export function isReserved(name: string): boolean {
  return reserved.includes(name);
}

/** All of them: tags and categories first, then the others by name. */
export async function listTaxonomies(ctx: ReadContext): Promise<Taxonomy[]> {
  const types = await listPostTypes(ctx);
  const rows = await ctx.db.selectFrom('taxonomies').selectAll().orderBy('name').execute();
  const common = builtIns.map(({ name, label, singular, nested, publicRead }) => ({
    ...{ name, label, singular, description: '', nested, publicRead, builtIn: true },
    types: types.map((type) => type.name),
    createdAt: null,
    updatedAt: null,
  }));
  return [...common, ...rows.map((row) => toTaxonomy(row, typesOf(types, row.name)))];
}

type Named = { name: string; taxonomies?: string[] };

function typesOf(types: readonly Named[], taxonomy: string): string[] {
  return types.flatMap(({ name, taxonomies = [] }) => (taxonomies.includes(taxonomy) ? [name] : [])).sort();
}

function toTaxonomy(row: Row<'taxonomies'>, types: string[]): Taxonomy {
  return { ...row, nested: row.nested === 1, publicRead: row.publicRead === 1, types, builtIn: false };
}

/** Throws 404. */
export async function getTaxonomy(ctx: ReadContext, name: string): Promise<Taxonomy> {
  const found = (await listTaxonomies(ctx)).find((taxonomy) => taxonomy.name === name);
  if (!found) throw taxonomyNotFound(name);
  return found;
}

function taxonomyNotFound(name: string): Error {
  return fail('taxonomy_not_found', { detail: `No taxonomy is named "${name.slice(0, 100)}"` });
}

/**
 * What holds for the terms of a taxonomy, if the caller may read them: without a token only those of one with
 * `publicRead`. Throws 401, 403, 404.
 */
export async function readableRules(ctx: ReadContext, name: string): Promise<TermRules> {
  const rules = await findRules(ctx, name);
  if (!mayReadTerms(ctx, rules)) requireScope(ctx, 'content:read');
  if (!rules) throw taxonomyNotFound(name);
  return rules;
}

/** The same for a change of its terms; the taxonomy stays until the transaction ends. Throws 404. */
export async function rulesForChange(ctx: WriteContext, name: string): Promise<TermRules> {
  const row = ctx.db.selectFrom('taxonomies').select('name').where('name', '=', name);
  await ctx.dialect.lockKeyShare(row).execute();
  const rules = await findRules(ctx, name);
  if (!rules) throw taxonomyNotFound(name);
  return rules;
}

async function findRules(ctx: ReadContext, name: string): Promise<TermRules | null> {
  const builtIn = builtIns.find((taxonomy) => taxonomy.name === name);
  if (builtIn) return builtIn;
  const row = await ctx.db.selectFrom('taxonomies').selectAll().where('name', '=', name).executeTakeFirst();
  if (!row) return null;
  const names = { key: name, name, one: `term of ${name}`, many: `terms of ${name}` };
  return { ...names, nested: row.nested === 1, publicRead: row.publicRead === 1 };
}

/** Throws 409 name_taken, 422. */
export async function createTaxonomy(ctx: WriteContext, input: NewTaxonomy): Promise<Taxonomy> {
  if (isReserved(input.name)) throw fail('name_taken', 'Tags and categories are there already');
  // Names and types change one transaction at a time.
  await lockPostType(ctx, 'post');
  const all = await ctx.db.selectFrom('taxonomies').select('name').execute();
  if (all.some(({ name }) => name === input.name))
    throw fail('name_taken', `Another taxonomy is named "${input.name}"`);
  if (all.length >= maxTaxonomies) throw fail('conflict', `A site can have at most ${maxTaxonomies} taxonomies`);
  const now = timeOf(ctx);
  const label = input.label ?? capitalize(input.name);
  const row: Row<'taxonomies'> = {
    name: input.name,
    label,
    singular: input.singular ?? label,
    description: input.description ?? '',
    nested: input.nested ? 1 : 0,
    publicRead: input.publicRead ? 1 : 0,
    createdAt: now,
    updatedAt: now,
  };
  await ctx.db.insertInto('taxonomies').values(row).execute();
  await changeTypes(ctx, input.name, input.types ?? []);
  return getTaxonomy(ctx, input.name);
}

/**
 * Changes a taxonomy that passes the check. Items of a type that it has no longer keep their terms, which are shown again
 * once it has the type again. Throws 404, 409, 422.
 */
export async function updateTaxonomy(
  ctx: WriteContext,
  name: string,
  { types, ...change }: TaxonomyChange,
  check: (taxonomy: Taxonomy) => void,
): Promise<Taxonomy> {
  const before = await lockTaxonomy(ctx, name);
  check(before);
  if (change.nested === false && before.nested && (await hasNestedTerms(ctx, name))) {
    const detail = 'some terms have a parent: move them to the top first';
    throw failBody([{ pointer: '/nested', code: 'not_allowed', detail }]);
  }
  const { nested, publicRead, ...texts } = change;
  const set = {
    ...texts,
    ...(nested === undefined ? {} : { nested: nested ? (1 as const) : (0 as const) }),
    ...(publicRead === undefined ? {} : { publicRead: publicRead ? (1 as const) : (0 as const) }),
    updatedAt: timeOf(ctx),
  };
  await ctx.db.updateTable('taxonomies').set(set).where('name', '=', name).execute();
  if (types) await changeTypes(ctx, name, types);
  return getTaxonomy(ctx, name);
}

async function hasNestedTerms(ctx: WriteContext, name: string): Promise<boolean> {
  const nested = ctx.db.selectFrom('terms').select('id').where('taxonomy', '=', name).where('parentId', 'is not', null);
  return (await nested.limit(1).executeTakeFirst()) !== undefined;
}

/** Deletes a taxonomy that passes the check. Throws 404, and 409 if it is built in or has terms. */
export async function deleteTaxonomy(
  ctx: WriteContext,
  name: string,
  check: (taxonomy: Taxonomy) => void,
): Promise<string> {
  check(await lockTaxonomy(ctx, name));
  await changeTypes(ctx, name, []);
  const terms = ctx.db.selectFrom('terms').select((eb) => eb.fn.countAll<number>().as('count'));
  const { count } = await terms.where('taxonomy', '=', name).executeTakeFirstOrThrow();
  if (Number(count) > 0) {
    const path = `/taxonomies/${name}/terms`;
    const next = `Delete each with DELETE ${path}/:term; GET ${path} lists them`;
    throw fail('taxonomy_in_use', `It has ${count} ${Number(count) === 1 ? 'term' : 'terms'}. ${next}`);
  }
  await ctx.db.deleteFrom('taxonomies').where('name', '=', name).execute();
  return name;
}

/** The taxonomy, locked for this transaction alone until it ends: no terms are added meanwhile. */
async function lockTaxonomy(ctx: WriteContext, name: string): Promise<Taxonomy> {
  if (builtIns.some((taxonomy) => taxonomy.name === name))
    throw fail('conflict', 'Tags and categories cannot be changed or deleted');
  await lockPostType(ctx, 'post');
  const row = ctx.db.selectFrom('taxonomies').select('name').where('name', '=', name);
  await ctx.dialect.lockRows(row).execute();
  return getTaxonomy(ctx, name);
}

/** Its terms can have a parent from now on. */
export async function letNest(ctx: WriteContext, name: string): Promise<void> {
  await lockTaxonomy(ctx, name);
  await ctx.db
    .updateTable('taxonomies')
    .set({ nested: 1, updatedAt: timeOf(ctx) })
    .where('name', '=', name)
    .execute();
}

/** Items of the type have its terms from now on, too. */
export async function giveToType(ctx: WriteContext, name: string, type: string): Promise<void> {
  const { types } = await lockTaxonomy(ctx, name);
  if (!types.includes(type)) await changeTypes(ctx, name, [...types, type]);
}

/** Locks the types, so that no item of theirs is saved meanwhile. */
async function changeTypes(ctx: WriteContext, name: string, typeNames: readonly string[]): Promise<void> {
  const types = await listPostTypes(ctx);
  const faults = typeNames.flatMap((type, index): Fault[] => {
    if (types.some((known) => known.name === type)) return [];
    const hint = nearestHint(
      type,
      types.map((known) => known.name),
    );
    return [{ pointer: `/types/${index}`, code: 'unknown', detail: `no content type has this name${hint}` }];
  });
  if (faults.length > 0) throw failBody(faults);
  const changed = types.filter((type) => (type.taxonomies ?? []).includes(name) !== typeNames.includes(type.name));
  for (const { name: type } of changed.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const locked = await lockPostType(ctx, type);
    const others = (locked.taxonomies ?? []).filter((other) => other !== name);
    await setTaxonomies(ctx, locked, typeNames.includes(type) ? [...others, name].sort() : others);
  }
}

function capitalize(name: string): string {
  const words = name.replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
