// An item as it will be when its draft is published.

import type { ReadContext } from '../../context/context.ts';
import { storedLanguage } from '../../lib/language-tag.ts';
import { mergeByName } from '../../lib/merge-by-name.ts';
import type { WholeItem } from '../model/item-json.ts';
import { readContent } from '../model/item-texts.ts';
import type { TermLists } from '../model/terms-of-items.ts';
import { type DraftChange, readDraft } from './drafts.ts';

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
