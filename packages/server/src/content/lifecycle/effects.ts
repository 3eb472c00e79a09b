// What follows from a change of an item, in the transaction of the change. Every way of creating, changing or deleting one
// ends here. What another slice does about it is in reactions.ts.

import type { WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { isTextField } from '../../fields/field-kinds.ts';
import { namesIn } from '../../fields/places.ts';
import { type ReadContent, readContent, readWords } from '../model/item-texts.ts';
import { storeLinksInTexts, storeMediaInTexts } from '../references/links-in-texts.ts';
import { addReferences, storeReferences } from '../references/referrers.ts';
import { addToIndex, readNames, writeToIndex } from '../search/index-items.ts';
import { forgetImported } from '../sources/import-sources.ts';
import { getPostType, type PostType } from '../types/post-types.ts';
import { keepFormerSlug } from './former-slugs.ts';
import { unpublishLater } from './planned-changes.ts';
import { reportChange } from './report-change.ts';

export type ChangedItem = {
  /** Read if it is not given and something needs it. */
  type?: Pick<PostType, 'name' | 'plural' | 'url' | 'fields'> | undefined;
  /** Null for a new item. */
  before: Row<'items'> | null;
  /** As it is stored now; null for an item that is about to be deleted. */
  after: Row<'items'> | null;
  /** The names of the members with other values, custom fields as `fields.` and their name. */
  changed: readonly string[];
  /** Its fields are declared otherwise than when it was stored last: values that stay may refer to others and have other words. */
  isRedeclared?: boolean | undefined;
  /** The content that it has now, if it was read before. */
  content?: ReadContent | undefined;
  /** The names of the terms and the author that it has now, if they are known. */
  names?: readonly string[] | undefined;
  /** Imports publish nothing unless it is asked for. */
  isSilent?: boolean | undefined;
};

type Effect = (ctx: WriteContext, changes: readonly ChangedItem[]) => Promise<void>;

/** In this order. A new item may be one of many that are stored at once, so an effect gets all of them. */
const effects: readonly Effect[] = [
  deleteRowsOf,
  eachOf(async (ctx, { before, after }) => {
    if (after && after.unpublishAt !== (before?.unpublishAt ?? null)) await unpublishLater(ctx, after);
  }),
  eachOf(async (ctx, { before, after }) => {
    if (before && after) await keepFormerSlug(ctx, before, after);
  }),
  updateReferences,
  (ctx, changes) => storeMediaInTexts(ctx, changes.filter(hasOtherTexts)),
  (ctx, changes) => storeLinksInTexts(ctx, changes.filter(hasOtherTexts)),
  updateIndex,
  eachOf(reportChange),
];

/** Call it with the rows stored, but before a row is deleted. */
export async function followChanges(ctx: WriteContext, changes: readonly ChangedItem[]): Promise<void> {
  for (const effect of effects) await effect(ctx, changes);
}

function eachOf(follow: (ctx: WriteContext, change: ChangedItem) => Promise<void>): Effect {
  return async (ctx, changes) => {
    for (const change of changes) await follow(ctx, change);
  };
}

/** What belongs to an item, and goes with it. Its media stay. */
async function deleteRowsOf(ctx: WriteContext, changes: readonly ChangedItem[]): Promise<void> {
  const deleted = changes.flatMap(({ before, after }) => (before && !after ? [before] : []));
  for (const { id } of deleted) {
    await ctx.db.deleteFrom('itemTerms').where('itemId', '=', id).execute();
    await ctx.db.deleteFrom('itemReferences').where('itemId', '=', id).execute();
    await ctx.db.deleteFrom('revisions').where('itemId', '=', id).execute();
    await ctx.db.deleteFrom('convertedItems').where('itemId', '=', id).execute();
    await ctx.db.deleteFrom('formerSlugs').where('itemId', '=', id).execute();
    await ctx.db.deleteFrom('drafts').where('itemId', '=', id).execute();
    await ctx.db.deleteFrom('mediaInTexts').where('itemId', '=', id).execute();
    await ctx.db.deleteFrom('linksInTexts').where('itemId', '=', id).execute();
    await ctx.db.deleteFrom('linksInTexts').where('targetId', '=', id).execute();
    await ctx.db.updateTable('media').set({ itemId: null }).where('itemId', '=', id).execute();
    await ctx.dialect.search.remove(ctx.db, id);
    await forgetImported(ctx, id);
  }
}

async function updateReferences(ctx: WriteContext, changes: readonly ChangedItem[]): Promise<void> {
  const added: Parameters<typeof addReferences>[1][number][] = [];
  for (const change of changes) {
    const { before, after, isRedeclared = false } = change;
    if (!after || (after.fields === before?.fields && !isRedeclared)) continue;
    const item = { id: after.id, type: await typeOf(ctx, change), fields: JSON.parse(after.fields) };
    if (before) await storeReferences(ctx, item.type, item.id, item.fields);
    else added.push(item);
  }
  await addReferences(ctx, added);
}

function hasOtherTexts({ before, after }: ChangedItem): boolean {
  return after !== null && (before?.content !== after.content || before.fields !== after.fields);
}

async function updateIndex(ctx: WriteContext, changes: readonly ChangedItem[]): Promise<void> {
  const added: Parameters<typeof addToIndex>[1][number][] = [];
  for (const change of changes) {
    const { before, after } = change;
    if (!after || !(await hasOtherWords(ctx, change))) continue;
    const { id, title, excerpt, language } = after;
    const type = await typeOf(ctx, change);
    const content =
      change.content?.html === after.content ? change.content : await readContent(type.name, after.content);
    const names = change.names ?? (await readNames(ctx, [id])).get(id) ?? [];
    const values = JSON.parse(after.fields);
    const words = await readWords(type, { title, excerpt, content, values, names, language });
    if (before) await writeToIndex(ctx, id, words);
    else added.push({ itemId: id, words });
  }
  if (added.length > 0) await addToIndex(ctx, added);
}

const texts = ['title', 'excerpt', 'content', 'language'] as const;
const membersWithNames = /^(author|tags|categories|terms\..*)$/s;
const prefix = 'fields.';

/** Whether the words by which an item is found may have changed: of its texts, and the names of its terms and author. */
async function hasOtherWords(ctx: WriteContext, change: ChangedItem): Promise<boolean> {
  const { before, after, changed, isRedeclared = false } = change;
  if (!before || isRedeclared || texts.some((name) => before[name] !== after?.[name])) return true;
  if (changed.some((name) => membersWithNames.test(name))) return true;
  const names = changed.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  if (names.length === 0) return false;
  const { fields } = await typeOf(ctx, change);
  return names.some((name) => {
    const declared = fields.filter((field) => field.name === name);
    return declared.length === 0 || namesIn(declared).some(({ field }) => isTextField(field));
  });
}

async function typeOf(ctx: WriteContext, { type, before, after }: ChangedItem) {
  return type ?? (await getPostType(ctx, ((after ?? before) as Row<'items'>).type));
}
