// Stores what items from another system refer to by name: content types, authors, terms. An author or a term that only an
// item names is completed once a file describes it.

import { timeOf, type WriteContext } from '../../context.ts';
import { newId } from '../../lib/ids.ts';
import { renewItemsOfAuthor } from '../search/index-items.ts';
import { slugBase } from '../slugs.ts';
import { addTerm, type TaxonomyKey } from '../terms/terms.ts';
import { createPostType, ensureBuiltInTypes, findPostType } from '../types/post-types.ts';
import { addLinks, type LinkKind, linkId, termKey } from './import-links.ts';
import { addSources, unknownStamp } from './import-sources.ts';

const maxNameLength = 50;

export type Stored = { id: string; isNew: boolean };

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

/** Stores an author under a slug made from the login. An existing one with that slug stays unchanged. */
export async function importAuthor(
  ctx: WriteContext,
  source: string,
  { login, name, email, isNamedOnly }: ImportedAuthor,
): Promise<Stored> {
  const row = { id: newId('aut'), slug: slugBase(login, 'author'), name, email, createdAt: timeOf(ctx) };
  await ctx.db
    .insertInto('authors')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await ctx.db.selectFrom('authors').select('id').where('slug', '=', row.slug).executeTakeFirstOrThrow();
  const isNew = id === row.id;
  if (isNew && isNamedOnly) {
    await addLinks(ctx, source, [{ kind: 'author', fromId: id, target: `${source}#author/${login}` }]);
  }
  if (!isNew && !isNamedOnly && (await closeLink(ctx, id, 'author'))) {
    await ctx.db.updateTable('authors').set({ name, email }).where('id', '=', id).execute();
    await renewItemsOfAuthor(ctx, id);
  }
  return { id, isNew };
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

/** Stores a term. An existing one with the same slug, or without a slug the same name, stays unchanged. */
export async function importTerm(
  ctx: WriteContext,
  source: string,
  { parent, isNamedOnly, ...term }: ImportedTerm,
): Promise<Stored> {
  const existing =
    (await ctx.db
      .selectFrom('terms')
      .select('id')
      .where('taxonomy', '=', term.taxonomy)
      .where(term.slug === null ? 'name' : 'slug', '=', term.slug ?? term.name)
      .executeTakeFirst()) ?? (await findMerged(ctx, term));
  const { id } = existing ?? (await addTerm(ctx, { ...term, slug: term.slug ?? undefined }));
  const isNew = existing === undefined;
  if (isNew && isNamedOnly) {
    const target = termKey(source, term.taxonomy, term.slug ?? term.name);
    await addLinks(ctx, source, [{ kind: 'term', fromId: id, target }]);
  }
  const isCompleted = !isNew && !isNamedOnly && (await closeLink(ctx, id, 'term'));
  if (isCompleted) await completeTerm(ctx, id, term);
  if (parent !== null && (isCompleted || (isNew && term.parentId === null))) {
    await addLinks(ctx, source, [{ kind: 'termParent', fromId: id, target: termKey(source, term.taxonomy, parent) }]);
  }
  return { id, isNew };
}

/** The term that one with this slug was merged with. */
function findMerged(ctx: WriteContext, { taxonomy, slug }: Pick<ImportedTerm, 'taxonomy' | 'slug'>) {
  const former = ctx.db.selectFrom('formerTerms').select('termId as id').where('taxonomy', '=', taxonomy);
  return former.where('slug', '=', slug ?? '').executeTakeFirst();
}

async function completeTerm(ctx: WriteContext, id: string, { description }: { description: string }): Promise<void> {
  await ctx.db.updateTable('terms').set({ description }).where('id', '=', id).where('description', '=', '').execute();
}

async function closeLink(ctx: WriteContext, fromId: string, kind: LinkKind): Promise<boolean> {
  const closed = await ctx.db
    .deleteFrom('importLinks')
    .where('id', '=', linkId(fromId, kind))
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}
