// The authors of items, as `expand=author` shows them.

import type { ReadContext } from '../../context/context.ts';
import { readInParts } from '../../database/contains-text.ts';
import type { Row } from '../../database/dialect.ts';
import type { ExpandedAuthor } from '../model/expand.schemas.ts';

const columns = [
  ...(['authors.id', 'authors.slug', 'authors.name'] as const),
  ...(['authors.bio', 'authors.pictureId', 'authors.links'] as const),
] as const;

type Stored = Pick<Row<'authors'>, 'id' | 'slug' | 'name' | 'bio' | 'pictureId' | 'links'>;

function describe({ bio, links, ...author }: Stored): ReadAuthor {
  return { ...author, bio: bio ?? '', links: JSON.parse(links ?? '[]') };
}

/** An item whose author may be that of its draft (`authorSlug`), or not read yet. */
type Written = { id?: string; authorSlug?: string | null };

/** An author without the picture, which is read with all other media. */
export type ReadAuthor = Omit<ExpandedAuthor, 'picture'> & { pictureId: string | null };

/** Returns the author of an item, read in one statement for all. Their email addresses are not for readers. */
export async function readAuthors(
  ctx: ReadContext,
  items: readonly Written[],
): Promise<(item: Written) => ReadAuthor | null> {
  const slugs = items.flatMap(({ authorSlug }) => authorSlug ?? []);
  const ids = items.flatMap(({ id, authorSlug }) => (authorSlug === undefined ? (id ?? []) : []));
  const bySlug = await readInParts([...new Set(slugs)], (part) =>
    ctx.db.selectFrom('authors').select(columns).where('slug', 'in', part).execute(),
  );
  const byItem = await readInParts(ids, (part) =>
    ctx.db
      .selectFrom('items')
      .innerJoin('authors', 'authors.id', 'items.authorId')
      .select(['items.id as itemId', ...columns])
      .where('items.id', 'in', part)
      .execute(),
  );
  const known = new Map<string, ReadAuthor>([
    ...bySlug.map((author) => [author.slug, describe(author)] as const),
    ...byItem.map(({ itemId, ...author }) => [itemId, describe(author)] as const),
  ]);
  return ({ id, authorSlug }) => known.get((authorSlug === undefined ? id : authorSlug) ?? '') ?? null;
}
