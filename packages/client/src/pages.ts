// Reads whole lists, page by page.

export type Page<T> = {
  items: T[];
  /** Number of matches on all pages. */
  total: number;
};

const pageSize = 100;

export type PageQuery = {
  /** 1 to 100; 20 by default. */
  limit?: number | undefined;
  offset?: number | undefined;
};

/** Every record of a list with offsets. If records are added meanwhile, some may come twice or be skipped. */
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

/** Every record of a list with cursors, each exactly once. */
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
