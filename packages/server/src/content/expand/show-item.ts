// An item as a response shows it, with what `expand` asks for.

import { type ReadContext, timeOf } from '../../context.ts';
import { failQuery } from '../../errors.ts';
import { expandedTag, itemJson, itemTag, type WholeItem } from '../items/item-json.ts';
import type { PostType } from '../types/post-types.ts';
import { expandItems } from './expand-items.ts';
import { readExpand } from './read-expand.ts';

/** Reads the item and returns its JSON text and ETag. Throws invalid_query before it is read. */
export async function showItem(
  ctx: ReadContext,
  type: PostType,
  expand: string | undefined,
  read: () => Promise<WholeItem>,
): Promise<{ json: string; etag: string }> {
  const { expansion, faults } = readExpand(type, expand, { hasContent: true });
  if (faults.length > 0) throw failQuery(faults);
  const item = await read();
  const now = timeOf(ctx);
  const [shown = item] = await expandItems(ctx, type.name, expansion, [item]);
  const json = itemJson(shown, now);
  const etag = itemTag(item, now);
  return { json, etag: expansion === null ? etag : expandedTag(etag, json) };
}
