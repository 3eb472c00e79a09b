// Reads whole lists, page by page.

/** A page of a list. */
export type Page<T, Total extends boolean = true> = {
  /** The records of this page. */
  items: T[];
  /** Number of matches on all pages; null with `total: false`. */
  total: TotalOf<Total>;
};

type TotalOf<Total extends boolean> = Total extends true ? number : null;

/** `false` leaves out the total, which takes long if many match. */
export type WithTotal<Total extends boolean> = {
  /** `false` leaves out the total, which takes long if many match. */
  total?: Total | undefined;
};

const pageSize = 100;

/** Which page. */
export type PageQuery = {
  /** 1 to 100; 20 by default. */
  limit?: number | undefined;
  /** How many records are before it; 0 by default. */
  offset?: number | undefined;
};

/** Every record of a list with offsets. If records are added meanwhile, some may come twice or be skipped. */
export async function* eachByOffset<T, Q extends PageQuery>(
  readPage: (query: Q) => Promise<Page<T, boolean>>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  let offset = query.offset ?? 0;
  for (;;) {
    const limit = query.limit ?? pageSize;
    const { items, total } = await readPage({ ...query, limit, offset });
    yield* items;
    offset += items.length;
    if (items.length === 0 || (total === null ? items.length < limit : offset >= total)) return;
  }
}

/** Every record of a list with cursors, each exactly once. */
export async function* eachByCursor<T, Q extends { limit?: number | undefined }>(
  readPage: (query: Q & { cursor: string }) => Promise<{ items: T[]; nextCursor?: string | null }>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { items: T[]; nextCursor?: string | null } = await readPage({
      ...query,
      limit: query.limit ?? pageSize,
      cursor,
    });
    yield* page.items;
    cursor = page.nextCursor ?? null;
  }
}
