// Which items have what leads to a record in texts that the caller may read: fields that need a scope are not among them.

import type { ReadContext } from '../../context/context.ts';
import { readInParts } from '../../database/contains-text.ts';
import { withoutFields } from '../types/hidden-fields.ts';
import { linksIn } from './links-in-texts.ts';
import { mediaIn } from './media-in-texts.ts';

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
