// The authors of items, as `expand=author` shows them.

import type { ReadContext } from '../../context.ts';
import type { ExpandedAuthor } from './expand.schemas.ts';
import { inParts } from './in-parts.ts';

/** An item whose author may be that of its draft (`authorSlug`), or not read yet. */
type Written = { id?: string; authorSlug?: string | null };

/** Returns the author of an item, read in one statement for all. Their email addresses are not for readers. */
export async function readAuthors(
  ctx: ReadContext,
  items: readonly Written[],
): Promise<(item: Written) => ExpandedAuthor | null> {
  const slugs = items.flatMap(({ authorSlug }) => authorSlug ?? []);
  const ids = items.flatMap(({ id, authorSlug }) => (authorSlug === undefined ? (id ?? []) : []));
  const bySlug = await inParts([...new Set(slugs)], (part) =>
    ctx.db.selectFrom('authors').select(['id', 'slug', 'name']).where('slug', 'in', part).execute(),
  );
  const byItem = await inParts(ids, (part) =>
    ctx.db
      .selectFrom('items')
      .innerJoin('authors', 'authors.id', 'items.authorId')
      .select(['items.id as itemId', 'authors.id', 'authors.slug', 'authors.name'])
      .where('items.id', 'in', part)
      .execute(),
  );
  const known = new Map<string, ExpandedAuthor>([
    ...bySlug.map((author) => [author.slug, author] as const),
    ...byItem.map(({ itemId, ...author }) => [itemId, author] as const),
  ]);
  return ({ id, authorSlug }) => known.get((authorSlug === undefined ? id : authorSlug) ?? '') ?? null;
}
