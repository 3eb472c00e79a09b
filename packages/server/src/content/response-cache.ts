// Responses to content reads, cached as bytes with their ETag until content changes.
//
// A response depends on its URL, what the caller may see, the content's version (a counter that the database increments
// with every change), and the time, because scheduled items appear. A read after a write on the same node is never
// stale: the commit changes the stamp, and the version is read again.

import { may } from '../accounts/access.ts';
import { type Context, timeOf } from '../context.ts';
import { etagOf } from '../http/conditional.ts';

export type CachedResponse = {
  body: Buffer;
  etag: string;
  /** When it becomes stale though nothing changes: a scheduled item appears. */
  until: string | null;
};

type Cache = {
  stamp: string | number;
  version: number;
  until: string | null;
  responses: Map<string, CachedResponse>;
  bytes: number;
};

const maxBytes = 32 * 1024 * 1024;

export type ResponseCache = {
  /** The response at this URL for this caller, made by `make` unless it is cached. Errors of `make` are not cached. */
  get(ctx: Context, url: string, make: () => Promise<{ json: string; etag?: string }>): Promise<CachedResponse>;
};

export function createResponseCache(): ResponseCache {
  let current: Cache | null = null;
  return {
    async get(ctx, url, make) {
      const cache = await refresh(ctx, current);
      current = cache;
      const { stamp } = cache;
      const key = `${audienceOf(ctx)} ${url}`;
      const cached = cache.responses.get(key);
      if (cached) return cached;
      const { json, etag } = await make();
      const body = Buffer.from(json);
      const response = { body, etag: etag ?? etagOf(body), until: cache.until };
      // If something was committed meanwhile, this response may be from before it or after it.
      if (cache.stamp === stamp && ctx.stamp() === stamp) store(cache, key, response);
      return response;
    },
  };
}

/** Callers of the same audience see the same. */
function audienceOf({ actor }: Context): string {
  if (may(actor, 'content:write')) return 'writer';
  return may(actor, 'content:read') ? 'reader' : 'visitor';
}

/** The same cache if no content has changed, else an empty one. */
async function refresh(ctx: Context, current: Cache | null): Promise<Cache> {
  const stamp = ctx.stamp();
  const now = timeOf(ctx);
  const isDue = current?.until != null && current.until <= now;
  if (current && current.stamp === stamp && !isDue) return current;
  const version = await readVersion(ctx);
  if (current && current.version === version && !isDue) {
    current.stamp = stamp;
    return current;
  }
  return { stamp, version, until: await nextScheduled(ctx, now), responses: new Map(), bytes: 0 };
}

async function readVersion(ctx: Context): Promise<number> {
  const { value } = await ctx.db.selectFrom('contentVersion').select('value').executeTakeFirstOrThrow();
  return value;
}

async function nextScheduled(ctx: Context, now: string): Promise<string | null> {
  const next = await ctx.db
    .selectFrom('items')
    .select((eb) => eb.fn.min('sortDate').as('at'))
    .where('status', '=', 'publish')
    .where('sortDate', '>', now)
    .executeTakeFirst();
  return next?.at ?? null;
}

/** Removes the oldest responses when the space is used up. */
function store(cache: Cache, key: string, response: CachedResponse): void {
  cache.responses.set(key, response);
  cache.bytes += response.body.length + key.length;
  for (const [oldest, { body }] of cache.responses) {
    if (cache.bytes <= maxBytes) return;
    cache.responses.delete(oldest);
    cache.bytes -= body.length + oldest.length;
  }
}
