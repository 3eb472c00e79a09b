// What reads of content share until content changes: the types, totals, and which way to some items is short.
//
// It holds for one version of the content (a counter that the database increments with every change) and until the next
// scheduled item appears. A read after a write on the same node never gets anything older: the commit changes the stamp, and
// the version is read again.

import { audienceOf } from '../../context/access.ts';
import { type Context, timeOf } from '../../context/context.ts';
import { etagOfBytes } from '../../http/conditional.ts';
import type { Readable } from '../../http/kept-responses.ts';
import type { Shared } from '../../http/shared-caching.ts';
import { bytesOf } from '../../lib/text-bytes.ts';
import { typeFor } from '../types/hidden-fields.ts';
import { listPostTypes, type PostType, requireReadable } from '../types/post-types.ts';
import { mayReadType } from './visibility.ts';

/** Of one audience: what a caller may not see is never in it. */
export type Memo = {
  /** The type with this name, if the caller may read it. Throws 401, 403, 404. */
  type(name: string): PostType;
  /** The same, or null. */
  readable(name: string): PostType | null;
  /** A value by its name, made once. */
  value<Value>(name: string, make: () => Promise<Value>): Promise<Value>;
  /** The same for what remains useful while content changes, and is never wrong: which way to some items is short. */
  lasting<Value>(name: string, make: () => Promise<Value>): Promise<Value>;
};

/** The JSON text may be given in parts. */
type Make = (memo: Memo) => Promise<{ json: readonly string[]; etag?: string; shared: Shared }>;

/** The response at this URL for this caller. Requests that arrive while it is made share it. */
export type MakeResponse = (ctx: Context, url: string, make: Make) => Promise<Readable>;

type Current = {
  stamp: string | number;
  version: number;
  /** The version of the types, which last longer than the rest. */
  typeVersion: number;
  /** By singular and plural name. */
  types: Map<string, PostType>;
  /** When the next scheduled item appears. */
  until: string | null;
  values: Map<string, Promise<unknown>>;
  /** Responses that are being made, for this stamp. */
  pending: Map<string, Promise<Readable>>;
};

const maxValues = 10_000;
/** Meanwhile a site does not grow so much that another way is much shorter. */
const lastingMs = 60_000;

type Lasting = Map<string, { value: Promise<unknown>; until: number }>;

export function responseMaker(): MakeResponse {
  const upToDate = sharedCurrent();
  const lasting: Lasting = new Map();
  return async (ctx, url, make) => {
    const current = await upToDate(ctx);
    const { pending } = current;
    const key = `${audienceOf(ctx.actor)} ${url}`;
    const making = pending.get(key) ?? respond(ctx, current, lasting, make).finally(() => pending.delete(key));
    pending.set(key, making);
    return making;
  };
}

/** Returns a function for what is current. Requests for the same stamp wait for one refresh, and share it. */
function sharedCurrent(): (ctx: Context) => Promise<Current> {
  let current: Current | null = null;
  let refreshing: { stamp: string | number; result: Promise<Current> } | null = null;
  return async (ctx) => {
    const stamp = ctx.stamp();
    const now = timeOf(ctx);
    if (current?.stamp === stamp && !isDue(current, now)) return current;
    if (refreshing?.stamp === stamp) {
      const result = await refreshing.result;
      // An item may have appeared since that began.
      if (!isDue(result, now)) return result;
    }
    const own = { stamp, result: refresh(ctx, current, stamp, now) };
    refreshing = own;
    try {
      current = await own.result;
      return current;
    } finally {
      if (refreshing === own) refreshing = null;
    }
  };
}

function isDue({ until }: Current, now: string): boolean {
  return until !== null && until <= now;
}

async function respond(ctx: Context, current: Current, lasting: Lasting, make: Make): Promise<Readable> {
  // What is read is at least as new as this version. If it is newer, the version has ended, and what is kept with it.
  const { json, etag, shared } = await make(memoFor(ctx, current, lasting));
  const body = await bytesOf(json);
  return { body, etag: etag ?? (await etagOfBytes(body)), until: current.until, shared };
}

function memoFor(ctx: Context, { types, values }: Current, lasting: Lasting): Memo {
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

/** The same values if no content has changed, else none. */
async function refresh(ctx: Context, current: Current | null, stamp: string | number, now: string): Promise<Current> {
  const { version, typeVersion } = await readVersions(ctx);
  if (current && current.version === version && !isDue(current, now)) {
    current.stamp = stamp;
    current.pending = new Map();
    return current;
  }
  const until = await nextScheduled(ctx, now);
  const types = current?.typeVersion === typeVersion ? current.types : await readTypes(ctx);
  return { stamp, version, typeVersion, types, until, values: new Map(), pending: new Map() };
}

async function readTypes(ctx: Context): Promise<Map<string, PostType>> {
  const types = await listPostTypes(ctx);
  return new Map(types.flatMap((type) => [type.plural, type.name].map((name) => [name, type])));
}

function readVersions(ctx: Context): Promise<Record<'version' | 'typeVersion', number>> {
  return ctx.db
    .selectFrom(['contentVersion', 'typeVersion'])
    .select(['contentVersion.value as version', 'typeVersion.value as typeVersion'])
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
