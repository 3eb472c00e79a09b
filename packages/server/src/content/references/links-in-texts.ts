// Which items the texts of an item link to: links that the editor makes have the ID of their item in `data-item`.

import type { WriteContext } from '../../context/context.ts';
import type { ItemTexts } from './media-in-texts.ts';

/** In a custom field, quotation marks are escaped as in JSON. */
const links = /data-item\s{0,9}=\s{0,9}\\?["']?(item_[0-9a-z]{26})/gi;

/** The IDs of other items that the texts link to. */
export function linksIn(itemId: string, texts: readonly string[]): string[] {
  const found = texts
    .filter((text) => text.includes('item_'))
    .flatMap((text) => Array.from(text.matchAll(links), ([, id]) => id as string));
  return [...new Set(found)].filter((id) => id !== itemId).sort();
}

/** Stores what the texts of new items link to. */
export async function addLinksInTexts(
  ctx: WriteContext,
  items: readonly { id: string; content: string; fields: Record<string, unknown> }[],
): Promise<void> {
  await insert(
    ctx,
    items.flatMap(({ id, content, fields }) => rowsOf(id, linksIn(id, [content, JSON.stringify(fields)]))),
  );
}

/** Stores what the texts of an item link to after a change. */
export async function changeLinksInTexts(
  ctx: WriteContext,
  itemId: string,
  before: ItemTexts,
  after: ItemTexts,
): Promise<void> {
  const [known, found] = [before, after].map(({ content, fields }) => linksIn(itemId, [content, fields]));
  if (String(known) === String(found)) return;
  await ctx.db.deleteFrom('linksInTexts').where('itemId', '=', itemId).execute();
  await insert(ctx, rowsOf(itemId, found as string[]));
}

/** Forgets the links in the texts of an item that is deleted, and those that lead to it. */
export async function deleteLinksInTexts(ctx: WriteContext, itemId: string): Promise<void> {
  await ctx.db.deleteFrom('linksInTexts').where('itemId', '=', itemId).execute();
  await ctx.db.deleteFrom('linksInTexts').where('targetId', '=', itemId).execute();
}

function rowsOf(itemId: string, targetIds: readonly string[]) {
  return targetIds.map((targetId) => ({ itemId, targetId }));
}

const partSize = 500;

async function insert(ctx: WriteContext, rows: { itemId: string; targetId: string }[]): Promise<void> {
  for (let start = 0; start < rows.length; start += partSize)
    await ctx.db
      .insertInto('linksInTexts')
      .values(rows.slice(start, start + partSize))
      .execute();
}
