// Responses to content reads, cached as bytes with their ETag until content changes.
//
// A response depends on its URL, what the caller may see, the content's version (a counter that the database increments
// with every change), and the time, because scheduled items appear. A read after a write on the same node is never
// stale: the commit changes the stamp, and the version is read again.

import { audienceOf } from '../../context/access.ts';
import { type Context, timeOf } from '../../context/context.ts';
import { etagOfBytes } from '../../http/conditional.ts';
import type { Shared } from '../../http/shared-caching.ts';
import { type RecentBytes, recentBytes } from '../../lib/recent-bytes.ts';
import { bytesOf } from '../../lib/text-bytes.ts';
import type { Known } from '../model/known.ts';
import { mayReadType } from '../model/visibility.ts';
import { typeFor } from '../types/hidden-fields.ts';
import { listPostTypes, type PostType, requireReadable } from '../types/post-types.ts';

/** It becomes stale at `until` though nothing changes: a scheduled item appears. */
export type CachedResponse = { body: Buffer; etag: string; until: string | null; shared: Shared };

/** The JSON text may be given in parts. */
type Make = (known: Known) => Promise<{ json: readonly string[]; etag?: string; shared: Shared }>;

type Cache = {
  stamp: string | number;
  version: number;
  /** The version of the types, which last longer than the rest. */
  typeVersion: number;
  /** The version of the media records, which some responses show. */
  mediaVersion: number;
  /** By singular and plural name. */
  types: Map<string, PostType>;
  until: string | null;
  responses: RecentBytes<CachedResponse>;
  values: Map<string, Promise<unknown>>;
  /** Responses that are being made, for this stamp. */
  pending: Map<string, Promise<CachedResponse>>;
};

const maxValues = 10_000;
/** Meanwhile a site does not grow so much that another way is much shorter. */
const lastingMs = 60_000;

type Lasting = Map<string, { value: Promise<unknown>; until: number }>;

export type ResponseCache = {
  /**
   * The response at this URL for this caller, made by `make` unless it is cached. Errors of `make` are not cached.
   * `showsMedia`: it becomes stale with every change of media records as well.
   */
  get(ctx: Context, url: string, make: Make, options?: { showsMedia?: boolean }): Promise<CachedResponse>;
  /** A response that is not cached here. */
  make(ctx: Context, make: Make): Promise<CachedResponse>;
};

export function createResponseCache(maxBytes: number): ResponseCache {
  const upToDate = sharedCache(maxBytes);
  const lasting: Lasting = new Map();
  return {
    async get(ctx, url, make, { showsMedia = false } = {}) {
      const cache = await upToDate(ctx);
      const key = `${audienceOf(ctx.actor)} ${showsMedia ? cache.mediaVersion : ''} ${url}`;
      const known = cache.responses.get(key) ?? cache.pending.get(key);
      if (known) return known;
      const { pending } = cache;
      const making = makeResponse(ctx, cache, lasting, make).finally(() => pending.delete(key));
      pending.set(key, making);
      const response = await making;
      cache.responses.set(key, response, response.body.length);
      return response;
    },
    async make(ctx, make) {
      return makeResponse(ctx, await upToDate(ctx), lasting, make);
    },
  };
}

/** Returns a function for the cache of what is stored now. Requests for the same stamp wait for one refresh, and share it. */
function sharedCache(maxBytes: number): (ctx: Context) => Promise<Cache> {
  let current: Cache | null = null;
  let refreshing: { stamp: string | number; cache: Promise<Cache> } | null = null;
  return async (ctx) => {
    const stamp = ctx.stamp();
    const now = timeOf(ctx);
    if (current?.stamp === stamp && !isDue(current, now)) return current;
    if (refreshing?.stamp === stamp) {
      const cache = await refreshing.cache;
      // An item may have appeared since that began.
      if (!isDue(cache, now)) return cache;
    }
    const own = { stamp, cache: refresh(ctx, current, stamp, now, maxBytes) };
    refreshing = own;
    try {
      current = await own.cache;
      return current;
    } finally {
      if (refreshing === own) refreshing = null;
    }
  };
}

function isDue({ until }: Cache, now: string): boolean {
  return until !== null && until <= now;
}

async function makeResponse(ctx: Context, cache: Cache, lasting: Lasting, make: Make): Promise<CachedResponse> {
  // What is read is at least as new as the cache's version. If it is newer, that version has ended, and the cache with it.
  const { json, etag, shared } = await make(knownTo(ctx, cache, lasting));
  const body = await bytesOf(json);
  return { body, etag: etag ?? (await etagOfBytes(body)), until: cache.until, shared };
}

function knownTo(ctx: Context, { types, values }: Cache, lasting: Lasting): Known {
  return {
    type(name) {
      const type = types.get(name);
      requireReadable(ctx, type, name);
      return typeFor(ctx, type);
    },
    readable(name) {
      const type = types.get(name);
      return type && mayReadType(ctx, type) ? typeFor(ctx, type) : null;
    },
    async value<Value>(name: string, make: () => Promise<Value>) {
      const key = `${audienceOf(ctx.actor)} ${name}`;
      const known = values.get(key);
      if (known !== undefined) return known as Promise<Value>;
      const value = make();
      if (values.size >= maxValues) values.clear();
      values.set(key, value);
      value.catch(() => values.delete(key));
      return value;
    },
    async lasting<Value>(name: string, make: () => Promise<Value>) {
      const key = `${audienceOf(ctx.actor)} ${name}`;
      const now = ctx.now().getTime();
      const kept = lasting.get(key);
      if (kept !== undefined && kept.until > now) return kept.value as Promise<Value>;
      const value = make();
      if (lasting.size >= maxValues) lasting.clear();
      lasting.set(key, { value, until: now + lastingMs });
      value.catch(() => lasting.delete(key));
      return value;
    },
  };
}

/** The same cache if no content has changed, else an empty one. */
async function refresh(
  ctx: Context,
  current: Cache | null,
  stamp: string | number,
  now: string,
  maxBytes: number,
): Promise<Cache> {
  const { version, typeVersion, mediaVersion } = await readVersions(ctx);
  if (current && current.version === version && !isDue(current, now)) {
    current.stamp = stamp;
    current.mediaVersion = mediaVersion;
    current.pending = new Map();
    return current;
  }
  const until = await nextScheduled(ctx, now);
  const types = current?.typeVersion === typeVersion ? current.types : await readTypes(ctx);
  const responses = recentBytes<CachedResponse>(maxBytes);
  return { stamp, version, typeVersion, mediaVersion, types, until, responses, values: new Map(), pending: new Map() };
}

async function readTypes(ctx: Context): Promise<Map<string, PostType>> {
  const types = await listPostTypes(ctx);
  return new Map(types.flatMap((type) => [type.plural, type.name].map((name) => [name, type])));
}

function readVersions(ctx: Context): Promise<Record<'version' | 'typeVersion' | 'mediaVersion', number>> {
  return ctx.db
    .selectFrom(['contentVersion', 'typeVersion', 'mediaVersion'])
    .select(['contentVersion.value as version', 'typeVersion.value as typeVersion'])
    .select('mediaVersion.value as mediaVersion')
    .executeTakeFirstOrThrow();
}

async function nextScheduled(ctx: Context, now: string): Promise<string | null> {
  // For each type, because the index of times begins with it.
  const next = await ctx.db
    .selectFrom((eb) =>
      eb
        .selectFrom('postTypes')
        .select((eb) => [
          eb
            .selectFrom('items')
            .select((eb) => eb.fn.min('sortDate').as('at'))
            .whereRef('items.type', '=', 'postTypes.name')
            .where('items.status', '=', 'publish')
            .where('items.sortDate', '>', now)
            .as('at'),
        ])
        .as('next'),
    )
    .select((eb) => eb.fn.min('next.at').as('at'))
    .executeTakeFirst();
  return next?.at ?? null;
}
