// Which items the texts of an item link to: links that the editor makes have the ID of their item in `data-item`.

import type { WriteContext } from '../../context/context.ts';
import { inParts } from '../../database/kept-queries.ts';
import { type ChangedTexts, differencesIn, type ItemTexts } from './media-in-texts.ts';

/** In a custom field, quotation marks are escaped as in JSON. */
const links = /data-item\s{0,9}=\s{0,9}\\?["']?(item_[0-9a-z]{26})/gi;

/** The IDs of other items that the texts link to. */
export function linksIn(itemId: string, texts: readonly string[]): string[] {
  const found = texts
    .filter((text) => text.includes('item_'))
    .flatMap((text) => Array.from(text.matchAll(links), ([, id]) => id as string));
  return [...new Set(found)].filter((id) => id !== itemId).sort();
}

/** Stores which items the texts of items link to after changes. */
export async function storeLinksInTexts(ctx: WriteContext, changes: readonly ChangedTexts[]): Promise<void> {
  const idsIn = ({ id, content, fields }: ItemTexts): string[] => linksIn(id, [content, fields]);
  const { stale, found } = differencesIn(changes, idsIn);
  for (const id of stale) await ctx.db.deleteFrom('linksInTexts').where('itemId', '=', id).execute();
  const rows = found.map(({ itemId, id: targetId }) => ({ itemId, targetId }));
  for (const part of inParts(rows)) await ctx.db.insertInto('linksInTexts').values(part).execute();
}
