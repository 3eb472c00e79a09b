// Updates an imported item with what the other system has now.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { mergeByName } from '../../lib/names.ts';
import { findUsedSlugs, freeItemSlug } from '../lifecycle/create-item.ts';
import { readTermsOf } from '../lifecycle/keep-revision.ts';
import { storeChange } from '../lifecycle/store-change.ts';
import { changedMembers } from '../model/changes.ts';
import { type FieldValues, fieldColumns } from '../model/item-fields.ts';
import { resolveStatus, type StoredStatus } from '../model/item-status.ts';
import { titleKeyOf } from '../model/item-texts.ts';
import { lockNamed } from '../model/lock-named.ts';
import { type ItemTerms, listsOf } from '../model/terms-of-items.ts';
import { linkTerms } from '../terms/item-terms.ts';
import { getPostType } from '../types/post-types.ts';
import { featuredImageField, type LinkKind } from './import-links.ts';
import type { ImportedItem, PreparedItem } from './imported-item.ts';

/** Replaces all that was imported; links that are the same stay, and others are set later. Lock the item first. */
export async function replaceItem(
  ctx: WriteContext,
  before: Row<'items'>,
  { item, content }: PreparedItem,
  { shown, isSilent }: { shown: FieldValues; isSilent: boolean },
): Promise<void> {
  const { id } = before;
  const { title, menuOrder, authorId } = item;
  const type = await getPostType(ctx, before.type);
  const image = JSON.parse(before.fields)[featuredImageField];
  const excerpt = item.excerpt ?? content.excerpt;
  const kept = (await pointsTo(ctx, 'media', image, item, 'image')) ? { [featuredImageField]: image } : {};
  const fields = mergeByName(kept, shown);
  const publishedAt = item.publishedAt ?? timeOf(ctx);
  const unpublishAt = before.unpublishAt !== null && before.unpublishAt > publishedAt ? before.unpublishAt : null;
  const status = resolveStatus(
    { ...before, publishedAt: null, unpublishAt },
    { status: item.status, publishedAt: item.publishedAt ?? undefined },
    timeOf(ctx),
  );
  const after: Row<'items'> = {
    ...before,
    title,
    titleKey: titleKeyOf(title),
    slug: await chooseSlug(ctx, before, item.slug, status.status),
    excerpt,
    excerptIsMade: item.excerpt === null ? 1 : 0,
    content: content.html,
    ...(await fieldColumns(type, fields)),
    ...status,
    menuOrder,
    sortDate: status.publishedAt ?? before.createdAt,
    parentId: (await pointsTo(ctx, 'items', before.parentId, item, 'parent')) ? before.parentId : null,
    authorId,
  };
  const terms = await readTermsOf(ctx, id);
  await ctx.db.deleteFrom('itemTerms').where('itemId', '=', id).execute();
  await linkTerms(ctx, [{ id, termIds: item.termIds }], await lockNamed(ctx, 'terms', item.termIds));
  const changed = [...changedMembers(before, after), ...changedTerms(terms, await readTermsOf(ctx, id))];
  await ctx.db.deleteFrom('importLinks').where('fromId', '=', id).execute();
  const updatedAt = item.updatedAt ?? undefined;
  await storeChange(ctx, {
    type,
    before,
    after,
    changed,
    updatedAt,
    content,
    terms,
    kind: { way: 'import' },
    isSilent,
  });
}

function changedTerms(before: ItemTerms, after: ItemTerms): string[] {
  const [old, next] = [before, after].map(
    (terms) => new Map(listsOf(terms).map(({ member, texts }) => [member, String(texts)])),
  ) as [Map<string, string>, Map<string, string>];
  const members = new Set([...old.keys(), ...next.keys()]);
  return [...members].filter((member) => (old.get(member) ?? '') !== (next.get(member) ?? ''));
}

/** Whether the record with this ID is what the item's link names. */
async function pointsTo(
  ctx: WriteContext,
  table: 'items' | 'media',
  id: unknown,
  item: ImportedItem,
  kind: LinkKind,
): Promise<boolean> {
  const target = item.links.find((link) => link.kind === kind)?.target;
  if (target === undefined || typeof id !== 'string') return false;
  const record = ctx.db.selectFrom(table).select('sourceKey').where('id', '=', id);
  return (await record.executeTakeFirst())?.sourceKey === target;
}

/** The slug of the other system if it is free, else the one that the item has here. */
async function chooseSlug(
  ctx: WriteContext,
  before: Row<'items'>,
  slug: string | null,
  status: StoredStatus['status'],
): Promise<string> {
  const isNew = slug !== null && slug !== before.slug;
  if (isNew && (await findUsedSlugs(ctx, before.type, [slug])).size === 0) return slug;
  // In the trash, its slug may have gone to another item.
  const isRestored = before.status === 'trash' && status !== 'trash';
  return isRestored ? freeItemSlug(ctx, before.type, before.slug) : before.slug;
}
