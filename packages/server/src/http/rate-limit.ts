// Rate limits: reported in the RateLimit headers (draft-ietf-httpapi-ratelimit-headers), enforced with 429.
// Each process counts on its own.

import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from '../errors.ts';
import { callerOf } from './caller.ts';
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
  take(policy: keyof typeof policies, caller: string): Promise<Counted>;
};

export function createRateLimits(): RateLimits {
  const limiters = Object.fromEntries(
    Object.entries(policies).map(([name, policy]) => [name, new RateLimiterMemory(policy)]),
  );
  return {
    async take(policy, caller) {
      const result = await (limiters[policy] as RateLimiterMemory).consume(caller).catch((rejection) => rejection);
      if (!(result instanceof RateLimiterRes)) throw result;
      const { points, duration } = policies[policy];
      const secondsLeft = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
      const isExceeded = result.consumedPoints > points;
      const remaining = Math.max(0, result.remainingPoints);
      const headers: Counted['headers'] = [
        ['ratelimit-policy', `"${policy}";q=${points};w=${duration}`],
        ['ratelimit', `"${policy}";r=${remaining};t=${secondsLeft}`],
      ];
      return { isExceeded, secondsLeft, headers };
    },
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
  const caller = callerOf(request);
  return rateLimitSubject && policy !== 'write' ? `${caller}:${await rateLimitSubject(request)}` : caller;
}
