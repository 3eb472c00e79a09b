// Which items the texts of an item link to: links that the editor makes have the ID of their item in `data-item`.

import type { ReadContext, WriteContext } from '../../context/context.ts';
import { readInParts } from '../../database/expressions.ts';
import { inParts } from '../../database/kept-queries.ts';
import { withoutFields } from '../types/hidden-fields.ts';

/** In a custom field, quotation marks are escaped as in JSON. */
const links = /data-item\s{0,9}=\s{0,9}\\?["']?(item_[0-9a-z]{26})/gi;

/** The IDs of other items that the texts link to. */
function linksIn(itemId: string, texts: readonly string[]): string[] {
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

// Which items have what leads to a record in texts that the caller may read: fields that need a scope are not among them.

/** The IDs of those of the items that refer to the record by a text that is not in the fields hidden in their types. */
export async function idsWithVisibleTexts(
  ctx: ReadContext,
  targetId: string,
  items: readonly { id: string; hidden: readonly string[] }[],
): Promise<Set<string>> {
  const hiddenOf = new Map(items.map(({ id, hidden }) => [id, hidden]));
  const partly = items.filter(({ hidden }) => hidden.length > 0).map(({ id }) => id);
  const rows = await readInParts(partly, (part) =>
    ctx.db.selectFrom('items').select(['id', 'content', 'fields']).where('id', 'in', part).execute(),
  );
  const unseen = rows.filter((row) => {
    const { content, fields } = withoutFields(row, hiddenOf.get(row.id) ?? []);
    return ![...linksIn(row.id, [content, fields]), ...mediaIn([content, fields])].includes(targetId);
  });
  for (const { id } of unseen) hiddenOf.delete(id);
  return new Set(hiddenOf.keys());
}

// Which texts of items contain the URL of a media record: the content, and custom fields that hold more than an ID.

const addresses = /\/media\/(med_[0-9a-hjkmnp-tv-z]{26})\//g;

/** The IDs of the records whose URLs the texts contain. */
function mediaIn(texts: readonly string[]): string[] {
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
type ItemTexts = { id: string; content: string; fields: string };

/** The texts before a change, and after it; null where there is no item. */
type ChangedTexts = { before: ItemTexts | null; after: ItemTexts | null };

/** Stores which media the texts of items contain after changes. */
export async function storeMediaInTexts(ctx: WriteContext, changes: readonly ChangedTexts[]): Promise<void> {
  const idsIn = ({ content, fields }: ItemTexts): string[] => mediaIn([content, fields]);
  const { stale, found } = differencesIn(changes, idsIn);
  for (const id of stale) await ctx.db.deleteFrom('mediaInTexts').where('itemId', '=', id).execute();
  const rows = found.map(({ itemId, id: mediaId }) => ({ itemId, mediaId }));
  for (const part of inParts(rows)) await ctx.db.insertInto('mediaInTexts').values(part).execute();
}

/** What texts name now where they named others before: the items whose rows are stale, and the rows to store. */
function differencesIn(
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
