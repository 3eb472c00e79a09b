// Where items of a list have the words that were searched for.

import type { ReadContext } from '../../context/context.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { type SearchQuery, wantedWords } from '../../lib/search-query.ts';
import { type Highlight, highlightTexts } from './highlight.ts';

const queries = keptQueries();

/** Words further back in a content are not shown. */
const maxLength = 100_000;

/** By the IDs of the items. */
export async function readHighlights(
  ctx: ReadContext,
  query: SearchQuery,
  itemIds: readonly string[],
): Promise<Map<string, Highlight>> {
  if (itemIds.length === 0) return new Map();
  const ids = filledUp(itemIds);
  const rows = await queries.run(ctx, `texts ${ids.length}`, { ...ids }, () =>
    ctx.db
      .selectFrom('items')
      .select(['id', 'title', 'excerpt'])
      .select((eb) => eb.fn<string>('substr', ['content', eb.lit(1), eb.lit(maxLength)]).as('html'))
      .where('id', 'in', slotsIn(ids)),
  );
  const highlights = await highlightTexts({ words: wantedWords(query), texts: rows });
  return new Map(rows.map(({ id }, index) => [id, highlights[index]!]));
}
