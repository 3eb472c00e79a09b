// Which texts of items contain the URL of a media record: the content, and custom fields that hold more than an ID.

import type { WriteContext } from '../../context/context.ts';
import { inParts } from '../../database/kept-queries.ts';

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
export type ItemTexts = { id: string; content: string; fields: string };

/** The texts before a change, and after it; null where there is no item. */
export type ChangedTexts = { before: ItemTexts | null; after: ItemTexts | null };

/** Stores which media the texts of items contain after changes. */
export async function storeMediaInTexts(ctx: WriteContext, changes: readonly ChangedTexts[]): Promise<void> {
  const idsIn = ({ content, fields }: ItemTexts): string[] => mediaIn([content, fields]);
  const { stale, found } = differencesIn(changes, idsIn);
  for (const id of stale) await ctx.db.deleteFrom('mediaInTexts').where('itemId', '=', id).execute();
  const rows = found.map(({ itemId, id: mediaId }) => ({ itemId, mediaId }));
  for (const part of inParts(rows)) await ctx.db.insertInto('mediaInTexts').values(part).execute();
}

/** What texts name now where they named others before: the items whose rows are stale, and the rows to store. */
export function differencesIn(
  changes: readonly ChangedTexts[],
  idsIn: (texts: ItemTexts) => string[],
): { stale: string[]; found: { itemId: string; id: string }[] } {
  const differing = changes.flatMap(({ before, after }) => {
    const [known, found] = [before, after].map((texts) => (texts ? idsIn(texts) : []));
    return after && String(known) !== String(found)
      ? [{ item: after, isNew: before === null, found: found ?? [] }]
      : [];
  });
  return {
    stale: differing.filter(({ isNew }) => !isNew).map(({ item }) => item.id),
    found: differing.flatMap(({ item, found }) => found.map((id) => ({ itemId: item.id, id }))),
  };
}
