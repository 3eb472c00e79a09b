// The items that others refer to, as `expand` shows them.

import { sql } from 'kysely';
import { may } from '../../accounts/access.ts';
import type { ReadContext } from '../../context.ts';
import { type ListRow, listColumns } from '../items/item-json.ts';
import type { PostType } from '../types/post-types.ts';
import { visibleTo } from '../visibility.ts';
import { inParts } from './in-parts.ts';

/** Those of the items that the caller may see, by their ID, in one statement. */
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
      .where(visibleTo(ctx))
      .execute(),
  );
  const mayReadTypes = may(ctx.actor, 'content:read');
  const isReadable = ({ type }: ListRow) => mayReadTypes || types.get(type)?.publicRead === true;
  // When it ends is for those who may change it.
  return new Map(rows.filter(isReadable).map((row) => [row.id, { ...row, unpublishAt: null }]));
}
