// Lists from their first record to their last, page by page.

export type Page<T> = {
  items: T[];
  /** Number of all that match. */
  total: number;
};

const pageSize = 100;

type PageQuery = { limit?: number | undefined; offset?: number | undefined };

/** Every record of a list that goes by offset. What is added meanwhile may be seen twice, or moved past. */
export async function* eachByOffset<T, Q extends PageQuery>(
  readPage: (query: Q) => Promise<Page<T>>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  let offset = query.offset ?? 0;
  for (;;) {
    const { items, total } = await readPage({ ...query, limit: query.limit ?? pageSize, offset });
    yield* items;
    offset += items.length;
    if (items.length === 0 || offset >= total) return;
  }
}

/** Every record of a list that goes by cursor, each once, whatever is added meanwhile. */
export async function* eachByCursor<T, Q extends { limit?: number | undefined }>(
  readPage: (query: Q & { cursor: string }) => Promise<Page<T> & { nextCursor?: string | null }>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page<T> & { nextCursor?: string | null } = await readPage({
      ...query,
      limit: query.limit ?? pageSize,
      cursor,
    });
    yield* page.items;
    cursor = page.nextCursor ?? null;
  }
}
