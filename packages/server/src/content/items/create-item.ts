// Creating an item.

import { timeOf, type WriteContext } from '../../context.ts';
import { failBody } from '../../errors.ts';
import { newId } from '../../lib/ids.ts';
import { slugBase } from '../slugs.ts';
import { addItemTerms } from '../terms/item-terms.ts';
import type { PostType } from '../types/post-types.ts';
import { checkUniqueFields } from '../types/unique-fields.ts';
import { insertItem, lockTypeForNewItem, type StoredItem } from './insert-item.ts';
import { changeFields, type FieldValues } from './item-fields.ts';
import { checkReferences } from './item-references.ts';
import { resolveStatus, type StatusChange } from './item-status.ts';
import { type ReadContent, readContent } from './item-texts.ts';

export type ItemInput = StatusChange & {
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
};

/**
 * Creates an item, or finds the one with the same `id` (a repeated request). `read` is the result of readContent, if it
 * was called before the transaction. Throws 404 type_not_found, 409 slug_taken, 422.
 */
export async function createItem(
  ctx: WriteContext,
  input: NewItem,
  read: ReadContent = readContent(input.content ?? ''),
): Promise<StoredItem> {
  const type = await lockTypeForNewItem(ctx, input.type);
  const id = input.id ?? newId('item');
  const now = timeOf(ctx);
  const fields = changeFields(type, {}, input.fields ?? {});
  const faults = [
    ...(await checkUniqueFields(ctx, type, fields, id)),
    ...(await checkReferences(ctx, type.name, id, input)),
  ];
  if (faults.length > 0) throw failBody(faults);
  const stored = await insertItem(ctx, {
    id,
    type,
    title: input.title,
    slug: input.slug ?? slugBase(input.title, 'untitled'),
    mustKeepSlug: input.slug !== undefined,
    excerpt: input.excerpt ?? null,
    content: read,
    fields,
    ...resolveStatus({ status: 'draft', publishedAt: null }, input, now),
    menuOrder: input.menuOrder ?? 0,
    parentId: input.parentId ?? null,
    authorId: input.authorId ?? null,
    sourceKey: null,
    createdAt: now,
    updatedAt: now,
  });
  if (!stored.isNew) return stored;
  await addItemTerms(ctx, id, 'tag', input.tags ?? []);
  await addItemTerms(ctx, id, 'category', input.categories ?? []);
  return stored;
}
