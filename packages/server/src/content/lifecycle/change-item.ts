// Updating an item, moving it to the trash, deleting it.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { taken } from '../../database/external-ids.ts';
import { differenceOf } from '../../database/update-row.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { storedLanguage } from '../../lib/language-tag.ts';
import { isBlank } from '../../lib/typed-text.ts';
import { escapePointer } from '../../lib/validation.ts';
import { authorIdOf } from '../authors/author-of-item.ts';
import { type ChangeKind, changedMembers } from '../model/changes.ts';
import { findIdByExternalId, lockItem, lockItemForDelete } from '../model/find-item.ts';
import { changedFields, fieldColumns, mergeAndCheck } from '../model/item-fields.ts';
import { isPublishing, resolveStatus } from '../model/item-status.ts';
import { type ReadContent, readContent, titleKeyOf } from '../model/item-texts.ts';
import { slugBase } from '../model/slugs.ts';
import { checkTaxonomies, type ItemTerms, listsOf } from '../model/terms-of-items.ts';
import { checkReferences } from '../references/check-references.ts';
import { setItemTerms } from '../terms/item-terms.ts';
import { lockPostType, type PostType, shareType } from '../types/post-types.ts';
import { checkUniqueFields } from '../types/unique-fields.ts';
import { findUsedSlugs, freeItemSlug, type ItemInput, slugTaken } from './create-item.ts';
import { draftAfterEnd } from './drafts.ts';
import { followChanges } from './effects.ts';
import { endAutosaves, readTermsOf } from './keep-revision.ts';
import { lockReferrers, releaseReferences } from './release-references.ts';
import { storeChange } from './store-change.ts';

export type ItemChange = Omit<ItemInput, 'slug'> & {
  /** Null: made from the title. */
  slug?: string | null | undefined;
  /** From lockTypeForChange. */
  type: PostType;
};

export type UpdateOptions = {
  /** The result of readContent for new content, if it was called before the transaction. */
  read?: ReadContent | undefined;
  /** The terms that the item has, if they are known. */
  terms?: ItemTerms;
  /** What the revision says about the change. */
  kind?: ChangeKind;
  /** All rules of the type bind, as when an item is published. */
  isWhole?: boolean;
};

/**
 * Updates what is given; custom fields merge key by key. A change to what is stored already is none; others leave a
 * revision of what the item was. Lock the item first if the change depends on its state.
 * Throws 404 item_not_found, 409 slug_taken and external_id_taken, 422.
 */
export async function updateItem(
  ctx: WriteContext,
  id: string,
  input: ItemChange,
  options: UpdateOptions = {},
): Promise<void> {
  const change = { ...input, authorId: await authorIdOf(ctx, input.authorId) };
  const { type } = change;
  const { read, kind = {} } = options;
  const before = await lockItem(ctx, type.name, id);
  const endUnchanged = async (): Promise<void> => (kind.isAutosave ? undefined : endAutosaves(ctx, before));
  if (Object.entries(change).every(([key, value]) => key === 'type' || value === undefined)) return endUnchanged();
  const after = await applyChange(ctx, type, before, change, options);
  after.slug = await chooseSlug(ctx, before, after, change);
  const terms = options.terms ?? (await readTermsOf(ctx, id));
  const changed = changedMembers(before, after);
  const lists = listsOf(change);
  for (const { member, key, texts } of lists) if (await setItemTerms(ctx, id, key, texts)) changed.push(member);
  const columns = differenceOf(before, after);
  if (changed.length === 0 && Object.keys(columns).length === 0) return endUnchanged();
  await storeChange(ctx, { type, before, after, changed, content: read, terms, kind });
}

/** Throws what updateItem would throw for a locked item, and changes nothing. */
export async function checkItemChange(
  ctx: WriteContext,
  before: Row<'items'>,
  change: ItemChange,
  options: UpdateOptions,
): Promise<void> {
  await chooseSlug(ctx, before, await applyChange(ctx, change.type, before, change, options), change);
}

/** The type, locked as the change requires. Always before the item, so that two transactions do not wait for each other. */
export async function lockTypeForChange(
  ctx: WriteContext,
  known: PostType,
  change: Omit<ItemChange, 'type'>,
): Promise<PostType> {
  // An item that leaves the trash needs a free slug, which no other transaction may store meanwhile.
  const mayRestore = change.status !== undefined && change.status !== 'trash';
  if (change.parentId || mayRestore) return lockPostType(ctx, known.name);
  return change.fields || change.terms || change.slug !== undefined ? shareType(ctx, known.name) : known;
}

async function applyChange(
  ctx: WriteContext,
  type: PostType,
  before: Row<'items'>,
  change: Omit<ItemChange, 'type'>,
  { read, isWhole: mustBeWhole = false }: UpdateOptions,
): Promise<Row<'items'>> {
  const now = timeOf(ctx);
  const stored = JSON.parse(before.fields);
  const status = resolveStatus(before, change, now);
  const isWhole = mustBeWhole || isPublishing(before, status, now);
  const changed = changedFields(stored, change.fields ?? {});
  const hasNewFields = isWhole || Object.keys(changed).length > 0;
  const { values, faults } = hasNewFields
    ? await mergeAndCheck(type, stored, changed, { isWhole })
    : { values: stored, faults: [] as Fault[] };
  const title = change.title ?? before.title;
  // That of a draft may be empty.
  if (change.title !== undefined && change.title !== before.title && isBlank(change.title))
    faults.unshift({ pointer: '/title', code: 'required', detail: 'is required' });
  const wrong = new Set(faults.map(({ pointer }) => pointer.split('/')[2]));
  const isRight = ([name]: [string, unknown]) => !wrong.has(escapePointer(name));
  const bound = Object.fromEntries(Object.entries(isWhole ? values : changed).filter(isRight));
  faults.push(
    ...(await checkReferences(
      ctx,
      type,
      before.id,
      {
        parentId: change.parentId === before.parentId ? undefined : change.parentId,
        authorId: change.authorId === before.authorId ? undefined : change.authorId,
        fields: bound,
      },
      stored,
    )),
    ...(await checkUniqueFields(ctx, type, bound, before.id)),
    ...checkTaxonomies(type, change.terms),
  );
  if (faults.length > 0) throw failBody(faults);
  const externalId = change.externalId === undefined ? before.externalId : change.externalId;
  if (externalId !== null && externalId !== before.externalId) {
    const other = await findIdByExternalId(ctx, type.name, externalId);
    if (other !== undefined) throw taken('external_id_taken', 'item', other);
  }
  return {
    ...before,
    ...(await excerptOf(before, change, read)),
    ...status,
    title,
    titleKey: titleKeyOf(title),
    slug: change.slug ?? before.slug,
    content: change.content ?? before.content,
    ...(hasNewFields ? await fieldColumns(type, values) : {}),
    menuOrder: change.menuOrder ?? before.menuOrder,
    sortDate: status.publishedAt ?? before.createdAt,
    ...(status.status === 'publish' ? {} : draftAfterEnd(before, status.status)),
    parentId: change.parentId === undefined ? before.parentId : change.parentId,
    externalId,
    language: change.language === undefined ? before.language : storedLanguage(change.language),
    authorId: change.authorId === undefined ? before.authorId : change.authorId,
  };
}

/** An excerpt made from the content follows it. */
async function excerptOf(
  before: Row<'items'>,
  change: Pick<ItemInput, 'content' | 'excerpt'>,
  read: ReadContent | undefined,
): Promise<Pick<Row<'items'>, 'excerpt' | 'excerptIsMade'>> {
  const hasNewContent = change.content !== undefined && change.content !== before.content;
  // An item that is sent back as it was read keeps an excerpt that follows its content.
  if (change.excerpt === before.excerpt && !hasNewContent) return pickExcerpt(before);
  if (typeof change.excerpt === 'string') return { excerpt: change.excerpt, excerptIsMade: 0 };
  const isMade = change.excerpt === null || before.excerptIsMade === 1;
  if (!isMade || (change.content === undefined && change.excerpt === undefined)) return pickExcerpt(before);
  const html = change.content ?? before.content;
  const content = read?.html === html ? read : await readContent(before.type, html);
  return { excerpt: content.excerpt, excerptIsMade: 1 };
}

function pickExcerpt({ excerpt, excerptIsMade }: Row<'items'>): Pick<Row<'items'>, 'excerpt' | 'excerptIsMade'> {
  return { excerpt, excerptIsMade };
}

/** An item from the trash gets its slug back, numbered if another item has it now. Throws 409 for a given slug. */
async function chooseSlug(
  ctx: WriteContext,
  before: Row<'items'>,
  after: Row<'items'>,
  change: Pick<ItemChange, 'slug'>,
): Promise<string> {
  const { type, slug, title } = after;
  const isRestored = before.status === 'trash' && after.status !== 'trash';
  if (change.slug === null) {
    const base = slugBase(title, 'untitled');
    const isNumber = (end: string): boolean => /^(-\d+)?$/.test(end);
    if (slug.startsWith(base) && isNumber(slug.slice(base.length)) && !isRestored) return slug;
    return after.status === 'trash' ? base : freeItemSlug(ctx, type, base);
  }
  if (isRestored && change.slug === undefined) return freeItemSlug(ctx, type, slug);
  if (after.status === 'trash' || (slug === before.slug && !isRestored)) return slug;
  if ((await findUsedSlugs(ctx, type, [slug])).size > 0) throw slugTaken(slug);
  return slug;
}

/** Moves an item to the trash; one that is already there stays unchanged. */
export async function trashItem(ctx: WriteContext, type: string, id: string): Promise<void> {
  const before = await lockItem(ctx, type, id);
  if (before.status === 'trash') return;
  const now = timeOf(ctx);
  const after: Row<'items'> = {
    ...before,
    ...draftAfterEnd(before, 'trash'),
    status: 'trash',
    unpublishAt: null,
    trashedAt: now,
  };
  await storeChange(ctx, { before, after, changed: ['status'], updatedAt: now });
}

/**
 * Deletes an item permanently. Its children move up to its parent; its media stay. Lock the type first.
 * Throws 409 still_referenced if other items refer to it, unless `clearReferences`; with `leaveTexts`, links in their
 * texts are no obstacle.
 */
export async function deleteItem(
  ctx: WriteContext,
  type: string,
  id: string,
  { clearReferences = false, leaveTexts = false } = {},
): Promise<void> {
  await lockReferrers(ctx, id, clearReferences);
  const item = await lockItemForDelete(ctx, type, id);
  await releaseReferences(ctx, id, { clear: clearReferences, leaveTexts });
  await moveChildren(ctx, item);
  await followChanges(ctx, [{ before: item, after: null, changed: [] }]);
  await ctx.db.deleteFrom('items').where('id', '=', id).execute();
}

/** Up to the parent of an item that is being deleted. */
async function moveChildren(ctx: WriteContext, { id, parentId }: Row<'items'>): Promise<void> {
  const children = await ctx.db
    .updateTable('items')
    .set((eb) => ({ parentId, version: eb('version', '+', 1), updatedAt: timeOf(ctx) }))
    .where('parentId', '=', id)
    .returningAll()
    .execute();
  await followChanges(
    ctx,
    children.map((child) => ({ before: child, after: child, changed: ['parentId'] })),
  );
}
