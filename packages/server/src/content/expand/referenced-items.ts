// The items that others refer to, as `expand` shows them.

import { sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { inParts } from '../model/in-parts.ts';
import { type ListRow, listColumns } from '../model/item-json.ts';
import { visibleOfAll } from '../model/visibility.ts';
import { hiddenIn, withoutFields } from '../types/hidden-fields.ts';
import type { PostType } from '../types/post-types.ts';

/** Those of the items that the caller may see, by their ID, in one statement. `types` are those that the caller may read. */
export async function readReferencedItems(
  ctx: ReadContext,
  types: ReadonlyMap<string, PostType>,
  ids: ReadonlySet<string>,
): Promise<Map<string, ListRow>> {
  const rows = await inParts([...ids], (part) =>
    ctx.db
      .selectFrom('items')
      .select(listColumns)
      .where('items.id', 'in', part)
      .where('items.status', '!=', sql.lit('trash'))
      .where(visibleOfAll(ctx))
      .execute(),
  );
  const readable = rows.flatMap((row): [string, ListRow][] => {
    const type = types.get(row.type);
    if (type === undefined) return [];
    // When it ends is for those who may change it.
    return [[row.id, { ...withoutFields(row, hiddenIn(type)), unpublishAt: null }]];
  });
  return new Map(readable);
}
