// Storing a new item, under a free slug and with its words in the search index.

import type { WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { fail } from '../../errors.ts';
import { findFreeSlug } from '../slugs.ts';
import { getPostType, lockPostType, type PostType } from '../types/post-types.ts';
import type { FieldValues } from './item-fields.ts';
import type { StoredStatus } from './item-status.ts';
import { type ReadContent, searchDocument, titleKeyOf } from './item-texts.ts';

export type StoredItem = { id: string; slug: string; isNew: boolean };

export type ItemToInsert = StoredStatus & {
  id: string;
  type: PostType;
  title: string;
  slug: string;
  /** A slug in use is an error; otherwise it is numbered. */
  mustKeepSlug: boolean;
  /** Null: made from the content. */
  excerpt: string | null;
  content: ReadContent;
  fields: FieldValues;
  menuOrder: number;
  parentId: string | null;
  authorId: string | null;
  sourceKey: string | null;
  createdAt: string;
  updatedAt: string;
};

/** A custom type is locked until the commit, so that it is not removed meanwhile and unique values stay unique. */
export async function lockTypeForNewItem(ctx: WriteContext, given: PostType | string): Promise<PostType> {
  const type = typeof given === 'string' ? await getPostType(ctx, given) : given;
  const mustLock = !type.builtIn || type.fields.some((field) => field.unique);
  return mustLock ? lockPostType(ctx, type.name) : type;
}

/** Stores the item, or finds the one with the same `id` or `sourceKey`. Throws 409 slug_taken. */
export async function insertItem(ctx: WriteContext, item: ItemToInsert): Promise<StoredItem> {
  const { type, content, fields, mustKeepSlug, ...columns } = item;
  const excerpt = item.excerpt ?? content.excerpt;
  const stored = await insertRow(ctx, mustKeepSlug, {
    ...columns,
    type: type.name,
    titleKey: titleKeyOf(item.title),
    excerpt,
    excerptIsMade: item.excerpt === null ? 1 : 0,
    content: content.html,
    fields: JSON.stringify(fields),
    sortDate: item.publishedAt ?? item.createdAt,
    version: 1,
  });
  if (!stored.isNew) return stored;
  const document = searchDocument(type.fields, { title: item.title, excerpt, content, values: fields });
  await ctx.dialect.search.write(ctx.db, item.id, document);
  return stored;
}

async function insertRow(ctx: WriteContext, mustKeepSlug: boolean, row: Row<'items'>): Promise<StoredItem> {
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
  return fail('slug_taken', { detail: `Another item of this type has the slug "${slug}"` });
}

/** The base, or the base with the first number that no item of the type has. */
function freeItemSlug(ctx: WriteContext, type: string, base: string): Promise<string> {
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
