// The present URLs of items that texts link to.

import { sql } from 'kysely';
import type { ReadContext } from '../../context/context.ts';
import { inParts } from '../model/in-parts.ts';
import { ofReadableType, visibleOfAll } from '../model/visibility.ts';
import { urlOfItem } from '../types/item-urls.ts';

/** The URLs of those that the caller may see and that have one, in one statement. */
export async function readLinkedItems(ctx: ReadContext, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const rows = await inParts([...ids], (part) =>
    ctx.db
      .selectFrom('items')
      .innerJoin('postTypes', 'postTypes.name', 'items.type')
      .select(['items.id', 'items.slug', 'postTypes.name', 'postTypes.plural', 'postTypes.url'])
      .where('items.id', 'in', part)
      .where('items.status', '!=', sql.lit('trash'))
      .where(visibleOfAll(ctx))
      .where(ofReadableType(ctx))
      .execute(),
  );
  return new Map(
    rows.flatMap(({ id, slug, ...type }) => {
      const url = urlOfItem(type, { id, slug });
      return url === null ? [] : [[id, url]];
    }),
  );
}
