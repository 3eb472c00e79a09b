// Answers of content reads, kept as bytes with their ETag while no content has changed.
//
// What an answer depends on: its address, what the caller may see, the content's version (a counter that the database
// raises with every change), and the time, because a scheduled item appears by itself. A read after a write on the same
// node is never stale: the stamp has changed with the commit, and the version is asked again.

import { may } from '../../accounts/access.ts';
import { type Context, timeOf } from '../../context.ts';
import { etagOf } from '../../http/conditional.ts';

export type CachedAnswer = { body: Buffer; etag: string };

type Cache = {
  stamp: string | number;
  version: number;
  /** When the next scheduled item appears; after that nothing kept here is right. */
  until: string | null;
  answers: Map<string, CachedAnswer>;
  bytes: number;
};

const mostBytes = 32 * 1024 * 1024;

/** One for each open database. */
const caches = new WeakMap<object, Cache>();

/** The answer at this address for this caller, made by `make` where it is not kept. What `make` throws is not kept. */
export async function cachedAnswer(ctx: Context, address: string, make: () => Promise<string>): Promise<CachedAnswer> {
  const cache = await freshCache(ctx);
  const { stamp } = cache;
  const key = `${audienceOf(ctx)} ${address}`;
  const kept = cache.answers.get(key);
  if (kept) return kept;
  const body = Buffer.from(await make());
  const answer = { body, etag: etagOf(body) };
  // Where something was committed meanwhile, nobody knows which side of it this answer is from.
  if (cache.stamp === stamp && ctx.stamp() === stamp) keep(cache, key, answer);
  return answer;
}

/** Callers that see the same. */
function audienceOf({ actor }: Context): string {
  if (may(actor, 'content:write')) return 'writer';
  return may(actor, 'content:read') ? 'reader' : 'visitor';
}

async function freshCache(ctx: Context): Promise<Cache> {
  const stamp = ctx.stamp();
  const known = caches.get(ctx.writer);
  const now = timeOf(ctx);
  const isDue = known?.until != null && known.until <= now;
  if (known && known.stamp === stamp && !isDue) return known;
  const version = await readVersion(ctx);
  if (known && known.version === version && !isDue) {
    known.stamp = stamp;
    return known;
  }
  const cache = { stamp, version, until: await nextScheduled(ctx, now), answers: new Map(), bytes: 0 };
  caches.set(ctx.writer, cache);
  return cache;
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

/** The oldest go first when the room is used up. */
function keep(cache: Cache, key: string, answer: CachedAnswer): void {
  cache.answers.set(key, answer);
  cache.bytes += answer.body.length + key.length;
  for (const [oldest, { body }] of cache.answers) {
    if (cache.bytes <= mostBytes) return;
    cache.answers.delete(oldest);
    cache.bytes -= body.length + oldest.length;
  }
}
