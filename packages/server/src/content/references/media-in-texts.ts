// Which texts of items contain the URL of a media record: the content, and custom fields that hold more than an ID.

import type { WriteContext } from '../../context/context.ts';

const addresses = /\/media\/(med_[0-9a-hjkmnp-tv-z]{26})\//g;

/** The IDs of the records whose URLs the texts contain. */
export function mediaIn(texts: readonly string[]): string[] {
  const found = texts
    .filter((text) => text.includes('/media/med_'))
    .flatMap((text) => Array.from(text.matchAll(addresses), ([, id]) => id as string));
  return [...new Set(found)].sort();
}

/** The ID in the URL of a file, whatever the host: the site may have had another one. */
export function mediaIdIn(url: string): string | null {
  const path = /^(?:https?:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url.trim())?.[1] ?? '';
  return /^\/media\/(med_[0-9a-hjkmnp-tv-z]{26})\//.exec(path)?.[1] ?? null;
}

/** Texts of an item: its content, and its custom fields as JSON. */
export type ItemTexts = { content: string; fields: string };

/** Stores what the texts of new items contain. */
export async function addMediaInTexts(
  ctx: WriteContext,
  items: readonly { id: string; content: string; fields: Record<string, unknown> }[],
): Promise<void> {
  const rows = items.flatMap(({ id, content, fields }) =>
    mediaIn([content, ...Object.values(fields).map(textOf)]).map((mediaId) => ({ itemId: id, mediaId })),
  );
  if (rows.length > 0) await ctx.db.insertInto('mediaInTexts').values(rows).execute();
}

/** Stores what the texts of an item contain after a change. */
export async function changeMediaInTexts(
  ctx: WriteContext,
  itemId: string,
  before: ItemTexts,
  after: ItemTexts,
): Promise<void> {
  const [known, found] = [before, after].map(({ content, fields }) => mediaIn([content, fields]));
  if (String(known) === String(found)) return;
  await ctx.db.deleteFrom('mediaInTexts').where('itemId', '=', itemId).execute();
  const rows = (found as string[]).map((mediaId) => ({ itemId, mediaId }));
  if (rows.length > 0) await ctx.db.insertInto('mediaInTexts').values(rows).execute();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
