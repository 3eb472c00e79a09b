// A draft is what will change in an item when it is published. It holds only what differs from the item, like the body of an
// update, so that other changes of the item meanwhile stay.

import { isDeepStrictEqual } from 'node:util';
import { type ReadContext, timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { storedLanguage } from '../../lib/language-tag.ts';
import { mergeByName } from '../../lib/names.ts';
import { authorIdOf } from '../authors/author-of-item.ts';
import { makerOf } from '../model/changes.ts';
import { changedFields, type FieldValues } from '../model/item-fields.ts';
import type { DraftNote, WholeItem } from '../model/item-json.ts';
import { readContent } from '../model/item-texts.ts';
import { changedTerms, type ItemTerms, type TermLists } from '../model/terms-of-items.ts';
import type { ItemInput } from './create-item.ts';

/** Whether and until when it is published is not part of a draft. */
export type DraftChange = Omit<ItemInput, 'status' | 'unpublishAt' | 'externalId'>;

/** What the draft of an item changes; null if it has none. */
export async function readDraft(ctx: ReadContext, itemId: string): Promise<DraftChange | null> {
  const row = await ctx.db.selectFrom('drafts').select('change').where('itemId', '=', itemId).executeTakeFirst();
  return row ? JSON.parse(row.change) : null;
}

/**
 * Adds a change to the draft of a locked item; custom fields merge key by key. A draft that differs in nothing is
 * none. Nothing is checked: that is done when it is published.
 */
export async function saveDraft(
  ctx: WriteContext,
  item: Row<'items'>,
  terms: ItemTerms,
  asked: DraftChange,
): Promise<void> {
  const change = { ...asked, authorId: await authorIdOf(ctx, asked.authorId) };
  const stored = (await readDraft(ctx, item.id)) ?? {};
  const fields = { ...stored.fields, ...change.fields };
  const ownTerms = { ...stored.terms, ...change.terms };
  const members = Object.entries(change).filter(([, value]) => value !== undefined);
  const merged = withoutUnchanged({ ...stored, ...Object.fromEntries(members), terms: ownTerms, fields }, item, terms);
  if (isDeepStrictEqual(merged, stored)) return;
  const changed = Object.entries(merged).flatMap(([name, value]) =>
    name === 'fields' || name === 'terms' ? Object.keys(value as object).map((key) => `${name}.${key}`) : [name],
  );
  if (changed.length === 0) return deleteDraft(ctx, item.id);
  const row = { change: JSON.stringify(merged) };
  await ctx.db
    .insertInto('drafts')
    .values({ itemId: item.id, ...row })
    .onConflict((conflict) => conflict.column('itemId').doUpdateSet(row))
    .execute();
  const before = noteOf(item);
  await writeNote(ctx, item.id, {
    version: (before?.version ?? 0) + 1,
    updatedAt: timeOf(ctx),
    by: makerOf(ctx),
    changed,
    publishAt: before?.publishAt ?? null,
    problem: null,
  });
}

/** What the item says about its draft. */
export function noteOf({ draft }: Pick<Row<'items'>, 'draft'>): DraftNote | null {
  return draft === null ? null : JSON.parse(draft);
}

/** The column of an item that is live no longer: its draft does not wait for a time, and says why. */
export function draftAfterEnd(item: Row<'items'>, status: 'draft' | 'trash'): Pick<Row<'items'>, 'draft'> {
  const note = noteOf(item);
  if (!note?.publishAt) return { draft: item.draft };
  const problem = status === 'trash' ? 'The item was moved to the trash before' : 'The item was unpublished before';
  return {
    draft: JSON.stringify({ ...note, version: note.version + 1, publishAt: null, problem } satisfies DraftNote),
  };
}

/** The item's version stays: what is live does not change. */
export async function writeNote(ctx: WriteContext, itemId: string, note: DraftNote | null): Promise<void> {
  const draft = note && JSON.stringify(note);
  await ctx.db.updateTable('items').set({ draft }).where('id', '=', itemId).execute();
}

export async function deleteDraft(ctx: WriteContext, itemId: string): Promise<void> {
  await ctx.db.deleteFrom('drafts').where('itemId', '=', itemId).execute();
  await writeNote(ctx, itemId, null);
}

function withoutUnchanged(
  { fields = {}, terms: ownTerms = {}, ...change }: DraftChange,
  item: Row<'items'>,
  terms: ItemTerms,
): DraftChange {
  const isSame: { [Name in keyof Omit<DraftChange, 'fields' | 'terms'>]-?: (value: never) => boolean } = {
    title: (value) => value === item.title,
    content: (value) => value === item.content,
    slug: (value) => value === item.slug,
    excerpt: (value) => (value === null ? item.excerptIsMade === 1 : value === item.excerpt),
    publishedAt: (value) => value === item.publishedAt,
    menuOrder: (value) => value === item.menuOrder,
    parentId: (value) => value === item.parentId,
    language: (value) => storedLanguage(value) === item.language,
    authorId: (value) => value === item.authorId,
    tags: (value) => isSameSet(value, terms.tags),
    categories: (value) => isSameSet(value, terms.categories),
  };
  const changed = Object.entries(change).filter(
    ([name, value]) => !isSame[name as keyof typeof isSame](value as never),
  );
  const stored: FieldValues = JSON.parse(item.fields);
  const changedValues = Object.entries(changedFields(stored, fields)).filter(
    ([name, value]) => value !== null || Object.hasOwn(stored, name),
  );
  const values = changedValues.length > 0 ? { fields: Object.fromEntries(changedValues) } : {};
  const differing = changedTerms(ownTerms, terms.terms);
  const own = Object.keys(differing).length > 0 ? { terms: differing } : {};
  return { ...Object.fromEntries(changed), ...own, ...values };
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return isDeepStrictEqual(new Set(some), new Set(others));
}

// An item as it will be when its draft is published.

/** The item with what its draft changes; the item itself if it has none. Its terms are as they were given. */
export async function viewDraft(ctx: ReadContext, item: WholeItem): Promise<WholeItem> {
  const change = await readDraft(ctx, item.id);
  if (change === null) return item;
  const { title, slug, content, menuOrder, parentId, language, publishedAt } = change;
  return {
    ...item,
    ...(title === undefined ? {} : { title }),
    ...(slug === undefined ? {} : { slug }),
    ...(content === undefined ? {} : { content }),
    ...(menuOrder === undefined ? {} : { menuOrder }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(language === undefined ? {} : { language: storedLanguage(language) }),
    ...(change.tags ? { tags: [...change.tags] } : {}),
    ...(change.categories ? { categories: [...change.categories] } : {}),
    ...(item.terms ? { terms: shownTerms(item.terms, change.terms) } : {}),
    ...(change.fields ? { fields: JSON.stringify(mergeByName(JSON.parse(item.fields), change.fields)) } : {}),
    excerpt: await excerptOf(ctx, item, change),
    ...(await authorOf(ctx, item, change)),
  };
}

/** A draft may have terms of a taxonomy that the type no longer has. */
function shownTerms(terms: Record<string, string[]>, changed: TermLists = {}): Record<string, string[]> {
  return Object.fromEntries(Object.keys(terms).map((name) => [name, [...(changed[name] ?? terms[name] ?? [])]]));
}

async function excerptOf(ctx: ReadContext, item: WholeItem, { excerpt, content }: DraftChange): Promise<string> {
  if (typeof excerpt === 'string') return excerpt;
  if (excerpt === undefined && content === undefined) return item.excerpt;
  const row = ctx.db.selectFrom('items').select('excerptIsMade').where('id', '=', item.id);
  const isMade = excerpt === null || (await row.executeTakeFirst())?.excerptIsMade === 1;
  return isMade ? (await readContent(item.type, content ?? item.content)).excerpt : item.excerpt;
}

async function authorOf(ctx: ReadContext, item: WholeItem, { authorId }: DraftChange) {
  if (authorId === undefined) return { authorSlug: item.authorSlug, authorName: item.authorName };
  const author = ctx.db.selectFrom('authors').select(['slug as authorSlug', 'name as authorName']);
  const found = await author.where('id', '=', authorId ?? '').executeTakeFirst();
  return found ?? { authorSlug: null, authorName: null };
}
