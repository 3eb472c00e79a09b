// An item as a response shows it, with what `select` and `expand` ask for.

import { type ReadContext, timeOf } from '../../context/context.ts';
import { failQuery } from '../../lib/errors.ts';
import { expandItems } from '../expand/expand-items.ts';
import { readExpand } from '../expand/read-expand.ts';
import { expandedTag, itemJson, itemTag, type WholeItem } from '../model/item-json.ts';
import { checkExpanded, readSelect } from '../select/read-select.ts';
import { selectedJson, withFields } from '../select/selected-members.ts';
import { hiddenIn, isScoped, withoutFields } from '../types/hidden-fields.ts';
import type { PostType } from '../types/post-types.ts';

/**
 * Reads the item, of a type as the caller sees it, and returns its JSON text, ETag and time, and the IDs of items that it has
 * null for. Throws invalid_query before it is read.
 */
export async function showItem(
  ctx: ReadContext,
  type: PostType,
  { select, expand }: { select?: string | undefined; expand?: string | undefined },
  read: () => Promise<WholeItem>,
): Promise<{ json: string; etag: string; updatedAt: string; hidden: ReadonlySet<string> }> {
  const { selected, faults } = readSelect(type, select, 'item');
  const hasContent = selected === null || selected.members.has('content');
  const { expansion, faults: expandFaults } = await readExpand(ctx, type, expand, { hasContent });
  const all = [...faults, ...expandFaults, ...checkExpanded(selected, expand)];
  if (all.length > 0) throw failQuery(all);
  const item = withoutFields(await read(), hiddenIn(type));
  const now = timeOf(ctx);
  const trimmed = selected === null ? item : withFields(item, selected.fields);
  const [shown = item] = await expandItems(ctx, type.name, expansion, [trimmed]);
  const json = selected === null ? itemJson(shown, now) : selectedJson(shown, selected.members, now);
  const etag = itemTag(item, now);
  // Those who see fields that others do not see must not take one's response for the other's.
  const isForAll = expansion === null && selected === null && !type.fields.some(isScoped);
  const tag = isForAll ? etag : expandedTag(etag, json);
  return { json, etag: tag, updatedAt: item.updatedAt, hidden: expansion?.hidden ?? new Set() };
}
