// Rate limits: reported in the RateLimit headers (draft-ietf-httpapi-ratelimit-headers), enforced with 429.
// All processes on one PostgreSQL count together.

import type { FastifyRequest } from 'fastify';
import { type Context, inTransaction } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import { addToWindow } from '../limits/limit-counts.ts';
import { limitedCaller } from './caller.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A policy other than `read` or `write`. */
    rateLimit?: Policy;
    /** What the limit counts apart besides the caller: the ID of a form, however the URL names it. */
    rateLimitSubject?: (request: FastifyRequest) => Promise<string>;
  }
}

const policies = {
  read: { points: 6000, duration: 60 },
  write: { points: 600, duration: 60 },
  /** Public submissions, for each IP address and form. */
  submit: { points: 30, duration: 60 },
  /** What an order would cost, for each IP address and form. */
  quote: { points: 120, duration: 60 },
} as const;

type Policy = keyof typeof policies | 'none';

type Counted = { isExceeded: boolean; secondsLeft: number; headers: [name: string, value: string][] };

export type RateLimits = {
  /** Counts a request of `caller`. */
  take(policy: keyof typeof policies, caller: string): Counted | Promise<Counted>;
};

export function createRateLimits(context: Context): RateLimits {
  const now = (): number => context.now().getTime();
  const windowsOf = (name: string, { points: max, duration }: (typeof policies)[keyof typeof policies]): RateWindows =>
    new RateWindows({
      ...{ max, windowMs: duration * 1000, now },
      addToSum: context.dialect.isShared ? sharedSum(context, name) : null,
    });
  const windows = Object.fromEntries(Object.entries(policies).map(([name, policy]) => [name, windowsOf(name, policy)]));
  return {
    take(policy, caller) {
      const describe = ({ isExceeded, window }: { isExceeded: boolean; window: Window }): Counted => {
        const { points, duration } = policies[policy];
        const secondsLeft = Math.max(1, Math.ceil((window.until - now()) / 1000));
        const headers: Counted['headers'] = [
          ['ratelimit-policy', `"${policy}";q=${points};w=${duration}`],
          ['ratelimit', `"${policy}";r=${Math.max(0, points - window.count)};t=${secondsLeft}`],
        ];
        return { isExceeded, secondsLeft, headers };
      };
      const taken = (windows[policy] as RateWindows).take(caller);
      return taken instanceof Promise ? taken.then(describe) : describe(taken);
    },
  };
}

/** The sum of all processes, in the database. */
function sharedSum(context: Context, policy: string): AddToSum {
  return async (caller, tries, until) => {
    const id = context.sealer.mark(`${policy}\n${caller}`, 'limits');
    try {
      return await inTransaction(context, (context) => addToWindow(context, { id, tries, until }));
    } catch (err) {
      context.log.warn({ err }, 'requests could not be counted together with those of other processes');
      throw err;
    }
  };
}

/** Counts each request against its policy: per token if there is one, otherwise per IP address. */
export function limitRates(app: App, limits: RateLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    const policy = policyOf(request);
    if (policy === 'none') return;
    const { isExceeded, secondsLeft, headers } = await limits.take(policy, await countedBy(request, policy));
    for (const [name, value] of headers) reply.header(name, value);
    if (isExceeded) throw fail('rate_limited', { headers: { 'retry-after': String(secondsLeft) } });
  });
}

function policyOf(request: FastifyRequest): Policy {
  const { config } = request.routeOptions;
  if (config.access === 'signature') return 'none';
  if (config.rateLimitSubject && request.ctx.actor.kind !== 'visitor') return 'write';
  return config.rateLimit ?? (request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write');
}

async function countedBy(request: FastifyRequest, policy: Policy): Promise<string> {
  const { rateLimitSubject } = request.routeOptions.config;
  const caller = limitedCaller(request);
  return rateLimitSubject && policy !== 'write' ? `${caller}:${await rateLimitSubject(request)}` : caller;
}

// The requests of each caller in the current window, counted in memory. Where several processes serve one database, each adds
// its own to a common sum whenever it has counted a tenth of what is allowed: so a request rarely costs a statement, and
// a caller that goes from one process to the next gains little (decision 0101).

/** A window of a caller, which begins with the first request. Times are in milliseconds since 1970. */
type Window = {
  /** Of all processes, as far as it is known. */
  count: number;
  /** Those that the others do not know of yet. */
  unshared: number;
  until: number;
  /** Settled when the common sum is known. */
  sharing: Promise<void> | null;
};

/** Adds requests to the sum of all processes in a window that ends then, or in the one that has begun there already. */
type AddToSum = (key: string, tries: number, until: number) => Promise<{ tries: number; until: number }>;

type Options = {
  max: number;
  windowMs: number;
  now: () => number;
  /** Null where this process is alone. */
  addToSum: AddToSum | null;
};

const sharedPart = 0.1;

class RateWindows {
  /** By caller, those that began last at the end. */
  readonly #windows = new Map<string, Window>();
  readonly #options: Options;
  readonly #sharedAt: number;

  constructor(options: Options) {
    this.#options = options;
    this.#sharedAt = Math.ceil(options.max * sharedPart);
  }

  /** Counts a request. `isExceeded`: it is one too many, and was not counted. */
  take(key: string): { isExceeded: boolean; window: Window } | Promise<{ isExceeded: boolean; window: Window }> {
    const window = this.#windowOf(key);
    if (window.sharing) return window.sharing.then(() => this.take(key));
    if (window.count >= this.#options.max) return { isExceeded: true, window };
    window.count++;
    window.unshared++;
    const { addToSum } = this.#options;
    if (addToSum === null || window.unshared < this.#sharedAt) return { isExceeded: false, window };
    return this.#share(key, window, addToSum).then(() => ({ isExceeded: window.count > this.#options.max, window }));
  }

  #windowOf(key: string): Window {
    const now = this.#options.now();
    const known = this.#windows.get(key);
    // One that ends later than windows do is of a clock that was ahead.
    if (known && known.until > now && known.until - now <= 2 * this.#options.windowMs) return known;
    this.#windows.delete(key);
    for (const [oldest, { until }] of this.#windows) {
      if (until > now) break;
      this.#windows.delete(oldest);
    }
    const window: Window = { count: 0, unshared: 0, until: now + this.#options.windowMs, sharing: null };
    this.#windows.set(key, window);
    return window;
  }

  /** Requests that come meanwhile wait for the sum. If it cannot be had, they are counted here alone. */
  #share(key: string, window: Window, addToSum: AddToSum): Promise<void> {
    const own = window.unshared;
    window.unshared = 0;
    window.sharing = addToSum(key, own, window.until)
      .then(({ tries, until }) => {
        window.count = tries;
        window.until = until;
      })
      .catch(() => {})
      .finally(() => {
        window.sharing = null;
      });
    return window.sharing;
  }
}
