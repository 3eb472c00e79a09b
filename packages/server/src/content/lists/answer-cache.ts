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

export type AnswerCache = {
  /** The answer at this address for this caller, made by `make` unless it is kept. What `make` throws is not kept. */
  get(ctx: Context, address: string, make: () => Promise<string>): Promise<CachedAnswer>;
};

export function answerCache(): AnswerCache {
  let known: Cache | null = null;
  return {
    async get(ctx, address, make) {
      const cache = await freshen(ctx, known);
      known = cache;
      const { stamp } = cache;
      const key = `${audienceOf(ctx)} ${address}`;
      const kept = cache.answers.get(key);
      if (kept) return kept;
      const body = Buffer.from(await make());
      const answer = { body, etag: etagOf(body) };
      // If something was committed meanwhile, this answer may be from before it or after it.
      if (cache.stamp === stamp && ctx.stamp() === stamp) keep(cache, key, answer);
      return answer;
    },
  };
}

/** Callers that see the same. */
function audienceOf({ actor }: Context): string {
  if (may(actor, 'content:write')) return 'writer';
  return may(actor, 'content:read') ? 'reader' : 'visitor';
}

/** The cache as it was if no content has changed, else an empty one. */
async function freshen(ctx: Context, known: Cache | null): Promise<Cache> {
  const stamp = ctx.stamp();
  const now = timeOf(ctx);
  const isDue = known?.until != null && known.until <= now;
  if (known && known.stamp === stamp && !isDue) return known;
  const version = await readVersion(ctx);
  if (known && known.version === version && !isDue) {
    known.stamp = stamp;
    return known;
  }
  return { stamp, version, until: await nextScheduled(ctx, now), answers: new Map(), bytes: 0 };
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
