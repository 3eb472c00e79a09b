// Stores what items from another system refer to by name: content types, authors, terms. An author or a term that only an
// item names is completed once a file describes it.

import type { ExpressionBuilder } from 'kysely';
import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Tables } from '../../database/tables.ts';
import { newId } from '../../lib/ids.ts';
import { insertIfNew } from '../authors/author-of-item.ts';
import { lockAuthor } from '../authors/change-author.ts';
import { lockNamed } from '../model/lock-named.ts';
import { slugBase } from '../model/slugs.ts';
import { renewItemsOfAuthor } from '../search/index-items.ts';
import { addSources, rememberName, unknownStamp } from '../sources/import-sources.ts';
import { createTaxonomy, giveToType, isReserved, letNest } from '../terms/taxonomies.ts';
import { addTerm, type TaxonomyKey } from '../terms/terms.ts';
import { createPostType, ensureBuiltInTypes, findPostType } from '../types/post-types.ts';
import { addLinks, type LinkKind, linkId, termKey } from './import-links.ts';

type Builder = ExpressionBuilder<Tables, keyof Tables>;

const maxNameLength = 50;

/** `sourceKey`: under which it is remembered (import-sources.ts). */
export type Stored = { id: string; isNew: boolean; sourceKey: string };

/**
 * The type for items of a type with this name in the source. A new one accepts any custom field; it gets another name if
 * this one is the plural of another type. `others` are the names of the types that may follow.
 */
export async function importPostType(
  ctx: WriteContext,
  source: string,
  name: string,
  others: readonly string[],
): Promise<{ name: string; isNew: boolean }> {
  await ensureBuiltInTypes(ctx);
  const sourceKey = `${source}#type/${name}`;
  const known = await ctx.db
    .selectFrom('importSources')
    .innerJoin('postTypes', 'postTypes.name', 'importSources.recordId')
    .select('postTypes.name')
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirst();
  if (known) return { name: known.name, isNew: false };
  const existing = await findPostType(ctx, name);
  if (existing?.name === name) return { name, isNew: false };
  const freeName = existing ? await numberName(ctx, name) : name;
  const plural = pluralOf(freeName);
  const isTaken = others.includes(plural) || (await findPostType(ctx, plural)) !== null;
  await createPostType(ctx, { name: freeName, plural: isTaken ? freeName : plural, strict: false });
  if (existing)
    await addSources(ctx, [{ sourceKey, recordId: freeName, digest: '', stamp: unknownStamp, hiddenFields: null }]);
  return { name: freeName, isNew: true };
}

async function numberName(ctx: WriteContext, name: string): Promise<string> {
  for (let number = 2; ; number++) {
    const numbered = `${name.slice(0, maxNameLength - 10)}-${number}`;
    if (!(await findPostType(ctx, numbered))) return numbered;
  }
}

/** By the rules of English; a name that ends with s counts as a plural. */
function pluralOf(name: string): string {
  if (/[s\d_-]$/.test(name)) return name;
  const plural = /[^aeiou]y$/.test(name)
    ? `${name.slice(0, -1)}ies`
    : `${name}${/(?:x|z|ch|sh)$/.test(name) ? 'es' : 's'}`;
  return plural.length > maxNameLength ? name : plural;
}

export type ImportedAuthor = {
  login: string;
  name: string;
  email: string | null;
  /** Only items name the author. */
  isNamedOnly: boolean;
};

/**
 * Stores an author under a slug made from the login. An existing one with that slug stays unchanged, and so does the one
 * that an imported author was merged with.
 */
export async function importAuthor(
  ctx: WriteContext,
  source: string,
  { login, name, email, isNamedOnly }: ImportedAuthor,
): Promise<Stored> {
  const sourceKey = `${source}#author/${login}`;
  const slug = slugBase(login, 'author');
  const known = await findAuthor(ctx, slug, sourceKey);
  const id = known?.id ?? newId('aut');
  if (!known) {
    const row = { id, slug, name, email, createdAt: timeOf(ctx) };
    // Another request has just created one.
    if (!(await insertIfNew(ctx, row))) return importAuthor(ctx, source, { login, name, email, isNamedOnly });
    if (isNamedOnly) await addLinks(ctx, source, [{ kind: 'author', fromId: id, target: sourceKey }]);
  }
  if (known?.remembered !== id) await rememberName(ctx, sourceKey, id);
  if (known?.slug === slug && !isNamedOnly && (await closeLink(ctx, id, 'author'))) {
    // Items that get the author now have the new name in the index.
    await lockAuthor(ctx, id, { alone: true });
    await ctx.db.updateTable('authors').set({ name, email }).where('id', '=', id).execute();
    await renewItemsOfAuthor(ctx, id);
  }
  return { id, isNew: !known, sourceKey };
}

/** The author with this slug, or else the one that is remembered. */
async function findAuthor(ctx: WriteContext, slug: string, sourceKey: string) {
  const authors = await ctx.db
    .selectFrom('authors')
    .select((eb) => ['id', 'slug', remembered(eb, sourceKey).as('remembered')])
    .where((eb) => eb.or([eb('slug', '=', slug), eb('id', '=', remembered(eb, sourceKey))]))
    .execute();
  return authors.find((author) => author.slug === slug) ?? authors[0];
}

function remembered(eb: Builder, sourceKey: string) {
  return eb.selectFrom('importSources').select('recordId').where('sourceKey', '=', sourceKey);
}

export type ImportedTerm = {
  taxonomy: TaxonomyKey;
  /** Null: made from the name. */
  slug: string | null;
  name: string;
  description: string;
  parentId: string | null;
  /** Slug or name of the parent, used if its ID is not known yet. */
  parent: string | null;
  /** Only items name the term. */
  isNamedOnly: boolean;
};

/**
 * Stores a term. An existing one with the same slug, or without a slug the same name, stays unchanged, and so does the one
 * that an imported term was merged with.
 */
export async function importTerm(
  ctx: WriteContext,
  source: string,
  { parent, isNamedOnly, ...record }: ImportedTerm,
): Promise<Stored> {
  const named = record.slug ?? record.name;
  const sourceKey = `${source}#term/${record.taxonomy}/${named}`;
  const known = await findTerm(ctx, record, sourceKey);
  const term = known ? record : { ...record, parentId: await lockParent(ctx, record.parentId) };
  const id = known?.id ?? (await addTerm(ctx, { ...term, slug: term.slug ?? undefined })).id;
  const isNew = known === undefined;
  if (known?.remembered !== id) await rememberName(ctx, sourceKey, id);
  if (isNew && isNamedOnly) {
    const target = termKey(source, term.taxonomy, named);
    await addLinks(ctx, source, [{ kind: 'term', fromId: id, target }]);
  }
  const isCompleted = !isNew && !isNamedOnly && (await closeLink(ctx, id, 'term'));
  if (isCompleted) await completeTerm(ctx, id, term);
  if (parent !== null && (isCompleted || (isNew && term.parentId === null))) {
    await addLinks(ctx, source, [{ kind: 'termParent', fromId: id, target: termKey(source, term.taxonomy, parent) }]);
  }
  return { id, isNew, sourceKey };
}

/** Null if it was deleted since it was imported. It cannot be until the transaction ends. */
async function lockParent(ctx: WriteContext, parentId: string | null): Promise<string | null> {
  return parentId !== null && (await lockNamed(ctx, 'terms', [parentId])).has(parentId) ? parentId : null;
}

type TermName = Pick<ImportedTerm, 'taxonomy' | 'slug' | 'name'>;

/** The term, or the one that it was merged with. It cannot be deleted until the transaction ends. */
async function findTerm(ctx: WriteContext, term: TermName, sourceKey: string) {
  const { taxonomy, slug, name } = term;
  const terms = ctx.db
    .selectFrom('terms')
    .select((eb) => ['id', remembered(eb, sourceKey).as('remembered')])
    .where('taxonomy', '=', taxonomy);
  const lock = (query: typeof terms) =>
    ctx.dialect.lockKeyShare(query).executeTakeFirst() as Promise<
      { id: string; remembered: string | null } | undefined
    >;
  const named = await lock(
    terms.where((eb) =>
      ctx.dialect.inTurn(eb(slug === null ? 'name' : 'slug', '=', slug ?? name), eb.ref('id'), 'shared'),
    ),
  );
  if (named) return named;
  const former = ctx.db.selectFrom('formerTerms').select('termId').where('taxonomy', '=', taxonomy);
  return lock(
    terms.where((eb) => {
      const isMerged = eb.or([
        eb('id', 'in', former.where('slug', '=', slug ?? '')),
        eb('id', '=', remembered(eb as unknown as Builder, sourceKey)),
      ]);
      return ctx.dialect.inTurn(isMerged, eb.ref('id'), 'shared');
    }),
  );
}

async function completeTerm(ctx: WriteContext, id: string, { description }: { description: string }): Promise<void> {
  const change = { description, updatedAt: timeOf(ctx) };
  await ctx.db.updateTable('terms').set(change).where('id', '=', id).where('description', '=', '').execute();
}

async function closeLink(ctx: WriteContext, fromId: string, kind: LinkKind): Promise<boolean> {
  const closed = await ctx.db
    .deleteFrom('importLinks')
    .where('id', '=', linkId(fromId, kind))
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

// Taxonomies that another system has beside tags and categories.

/**
 * The taxonomy for terms of one with this name in the source. A new one gets another name if this one means tags or
 * categories here.
 */
export async function importTaxonomy(
  ctx: WriteContext,
  slug: string,
  { isNested }: { isNested: boolean },
): Promise<{ name: string; isNew: boolean }> {
  const name = isReserved(slug) ? `${slug}-2` : slug;
  const existing = ctx.db.selectFrom('taxonomies').select('nested').where('name', '=', name);
  const known = await existing.executeTakeFirst();
  if (!known) await createTaxonomy(ctx, { name, nested: isNested });
  else if (isNested && known.nested === 0) await letNest(ctx, name);
  return { name, isNew: known === undefined };
}

/** Items of the type have terms of the taxonomy. */
export async function importTaxonomyOfType(ctx: WriteContext, taxonomy: string, type: string): Promise<void> {
  await giveToType(ctx, taxonomy, type);
}
