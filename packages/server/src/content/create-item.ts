// Making an item.

import { timeOf, type WriteContext } from '../context.ts';
import type { Row } from '../database/dialect.ts';
import { fail, failBody } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { findFreeSlug, slugBase } from './free-slug.ts';
import { changeFields, type FieldValues, mergeFields } from './item-fields.ts';
import { checkReferences } from './item-references.ts';
import { resolveStatus, type WantedStatus } from './item-status.ts';
import { addItemTerms } from './item-terms.ts';
import { type ReadContent, readContent, searchDocument, titleKeyOf } from './item-texts.ts';
import { getPostType, lockPostType, type PostType } from './post-types.ts';
import { checkUniqueFields } from './unique-fields.ts';

export type ItemInput = WantedStatus & {
  title?: string | undefined;
  content?: string | undefined;
  slug?: string | undefined;
  /** Null: made from the content. */
  excerpt?: string | null | undefined;
  fields?: FieldValues | undefined;
  menuOrder?: number | undefined;
  /** Slugs or names. */
  tags?: readonly string[] | undefined;
  categories?: readonly string[] | undefined;
  parentId?: string | null | undefined;
  authorId?: string | null | undefined;
};

export type NewItem = ItemInput & {
  id?: string | undefined;
  /** A type, or its singular or plural name. */
  type: PostType | string;
  title: string;
  sourceKey?: string | null | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  /** From an import: odd slugs stay, taken ones are numbered, and neither fields nor references are checked. */
  isImported?: boolean | undefined;
};

/**
 * Makes an item, or finds the one of the same `id` (a request sent again). `read` is what readContent made of the
 * content, where that was done before the transaction. Throws 404 type_not_found, 409 slug_taken, 422.
 */
export async function createItem(
  ctx: WriteContext,
  input: NewItem,
  read: ReadContent = readContent(input.content ?? ''),
): Promise<{ id: string; slug: string; isNew: boolean }> {
  const type = await typeForNewItem(ctx, input.type);
  const now = timeOf(ctx);
  const id = input.id ?? newId('item');
  const given = input.fields ?? {};
  const values = input.isImported ? mergeFields({}, given) : changeFields(type, {}, given);
  if (!input.isImported) await checkNewItem(ctx, type, id, input, values);
  const status = resolveStatus({ status: 'draft', publishedAt: null }, { status: 'draft', ...input }, now);
  const createdAt = input.createdAt ?? now;
  const excerpt = input.excerpt ?? read.excerpt;
  const stored = await insertItem(ctx, input, {
    id,
    type: type.name,
    slug: input.slug ?? slugBase(input.title, 'untitled'),
    title: input.title,
    titleKey: titleKeyOf(input.title),
    excerpt,
    excerptIsMade: input.excerpt == null ? 1 : 0,
    content: read.html,
    ...status,
    fields: JSON.stringify(values),
    menuOrder: input.menuOrder ?? 0,
    sortDate: status.publishedAt ?? createdAt,
    parentId: input.parentId ?? null,
    authorId: input.authorId ?? null,
    sourceKey: input.sourceKey ?? null,
    version: 1,
    createdAt,
    updatedAt: input.updatedAt ?? now,
  });
  if (!stored.isNew) return stored;
  await addItemTerms(ctx, id, 'tag', input.tags ?? []);
  await addItemTerms(ctx, id, 'category', input.categories ?? []);
  const document = searchDocument(type.fields, { title: input.title, excerpt, content: read, values });
  await ctx.dialect.search.write(ctx.db, id, document);
  return stored;
}

/** A custom type is held until the commit, so that it is not removed meanwhile and unique values stay unique. */
async function typeForNewItem(ctx: WriteContext, given: PostType | string): Promise<PostType> {
  const type = typeof given === 'string' ? await getPostType(ctx, given) : given;
  const mustHold = !type.builtIn || type.fields.some((field) => field.unique);
  return mustHold ? lockPostType(ctx, type.name) : type;
}

async function checkNewItem(ctx: WriteContext, type: PostType, id: string, input: NewItem, values: FieldValues) {
  const faults = [
    ...(await checkUniqueFields(ctx, type, values, id)),
    ...(await checkReferences(ctx, type.name, id, input)),
  ];
  if (faults.length > 0) throw failBody(faults);
}

/** Under the slug that was given, or the next free one where it was made here. */
async function insertItem(
  ctx: WriteContext,
  input: NewItem,
  row: Row<'items'>,
): Promise<{ id: string; slug: string; isNew: boolean }> {
  const mustKeepSlug = input.slug !== undefined && !input.isImported;
  for (;;) {
    const slug = mustKeepSlug ? row.slug : await freeItemSlug(ctx, row.type, row.slug);
    const inserted = await ctx.db
      .insertInto('items')
      .values({ ...row, slug })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return { id: row.id, slug, isNew: true };
    const same = await ctx.db
      .selectFrom('items')
      .select(['id', 'slug'])
      .where((eb) => eb.or([eb('id', '=', row.id), eb('sourceKey', '=', row.sourceKey)]))
      .executeTakeFirst();
    if (same) return { ...same, isNew: false };
    if (mustKeepSlug) throw slugTaken(slug);
  }
}

export function slugTaken(slug: string): Error {
  return fail('slug_taken', { detail: `Another item of this type has the slug ${slug}` });
}

/** The base, or the first number behind it that no item of the type has. */
export function freeItemSlug(ctx: WriteContext, type: string, base: string): Promise<string> {
  return findFreeSlug(base, async (slugs) => {
    const rows = await ctx.db
      .selectFrom('items')
      .select('slug')
      .where('type', '=', type)
      .where('slug', 'in', slugs)
      .execute();
    return new Set(rows.map((row) => row.slug));
  });
}
