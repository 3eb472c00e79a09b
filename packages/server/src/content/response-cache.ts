// Responses to content reads, cached as bytes with their ETag until content changes.
//
// A response depends on its URL, what the caller may see, the content's version (a counter that the database increments
// with every change), and the time, because scheduled items appear. A read after a write on the same node is never
// stale: the commit changes the stamp, and the version is read again.

import { may } from '../accounts/access.ts';
import { type Context, timeOf } from '../context.ts';
import { etagOf } from '../http/conditional.ts';
import { type RecentBytes, recentBytes } from '../lib/recent-bytes.ts';

export type CachedResponse = {
  body: Buffer;
  etag: string;
  /** When it becomes stale though nothing changes: a scheduled item appears. */
  until: string | null;
};

/** How many items a selection has, counted once for all its pages. */
export type Totals = { of(selection: string, count: () => Promise<number>): Promise<number> };

type Make = (totals: Totals) => Promise<{ json: string; etag?: string }>;

type Cache = {
  stamp: string | number;
  version: number;
  until: string | null;
  responses: RecentBytes<CachedResponse>;
  totals: Map<string, number>;
  /** Responses that are being made, for this stamp. */
  pending: Map<string, Promise<CachedResponse>>;
};

const maxBytes = 32 * 1024 * 1024;
const maxTotals = 10_000;

export type ResponseCache = {
  /** The response at this URL for this caller, made by `make` unless it is cached. Errors of `make` are not cached. */
  get(ctx: Context, url: string, make: Make): Promise<CachedResponse>;
};

export function createResponseCache(): ResponseCache {
  let current: Cache | null = null;
  return {
    async get(ctx, url, make) {
      const cache = await refresh(ctx, current);
      current = cache;
      const key = `${audienceOf(ctx)} ${url}`;
      const known = cache.responses.get(key) ?? cache.pending.get(key);
      if (known) return known;
      const { pending } = cache;
      const response = makeResponse(ctx, cache, key, make).finally(() => pending.delete(key));
      pending.set(key, response);
      return response;
    },
  };
}

async function makeResponse(ctx: Context, cache: Cache, key: string, make: Make): Promise<CachedResponse> {
  const totals: Totals = {
    async of(selection, count) {
      const name = `${audienceOf(ctx)} ${selection}`;
      const known = cache.totals.get(name);
      if (known !== undefined) return known;
      const total = await count();
      if (cache.totals.size >= maxTotals) cache.totals.clear();
      cache.totals.set(name, total);
      return total;
    },
  };
  // What is read is at least as new as the cache's version. If it is newer, that version has ended, and the cache with it.
  const { json, etag } = await make(totals);
  const body = Buffer.from(json);
  const response = { body, etag: etag ?? etagOf(body), until: cache.until };
  cache.responses.set(key, response);
  return response;
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
    current.pending = new Map();
    return current;
  }
  const until = await nextScheduled(ctx, now);
  const sizeOf = ({ body }: CachedResponse): number => body.length;
  return { stamp, version, until, responses: recentBytes(maxBytes, sizeOf), totals: new Map(), pending: new Map() };
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
