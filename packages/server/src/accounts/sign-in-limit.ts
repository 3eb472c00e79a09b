// Limits guessing of passwords without letting strangers lock people out (docs/decisions/0012). Counted in this process.

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from '../errors.ts';
import { sha256 } from '../lib/crypto.ts';
import { networkOf } from '../lib/public-address.ts';
import { GrowingDelay } from './growing-delay.ts';

const perAddress = { points: 50, duration: 15 * 60 };
/**
 * Codes, which count only after the right password: a stranger who does not have it blocks no one. Of a million codes, three are
 * right.
 */
const codesPerAccount = { points: 20, duration: 60 * 60 };
/** Over all addresses together: far more than people need, and far too little to guess a password. */
const perAccount = { points: 100, duration: 60 * 60 };

/** Who tries to sign in. A `device` is a browser that the account is known to use. */
export type Attempt = { account: string; address: string; device: string | null; now: Date };

export type SignInLimit = {
  /** Counts an attempt. Throws rate_limited, with the time to wait. */
  take(attempt: Attempt): Promise<void>;
  /** Counts a code that came with the right password. Throws rate_limited. */
  takeCode(attempt: Attempt): Promise<void>;
  /** The attempt succeeded: it does not count, nor do those before it. */
  forgive(attempt: Attempt): Promise<void>;
  /** Counts a wrong setup code, or the use of a link of a mail, against its address. Throws rate_limited. */
  takeFrom(address: string): Promise<void>;
};

export function createSignInLimit(isOn: boolean): SignInLimit {
  const delays = new GrowingDelay();
  const addresses = new RateLimiterMemory(perAddress);
  const accounts = new RateLimiterMemory(perAccount);
  const codes = new RateLimiterMemory(codesPerAccount);
  return {
    async take(attempt) {
      if (!isOn) return;
      if (attempt.device === null) await consume(addresses, networkOf(attempt.address));
      const waitMs = delays.take(keyOf(attempt), attempt.now.getTime());
      if (waitMs > 0) throw limited(waitMs);
      if (attempt.device === null) await consume(accounts, sha256(attempt.account));
    },
    async takeCode({ account, device }) {
      if (isOn && device === null) await consume(codes, sha256(account));
    },
    async forgive(attempt) {
      if (!isOn) return;
      delays.forget(keyOf(attempt));
      if (attempt.device === null) await accounts.reward(sha256(attempt.account));
    },
    async takeFrom(address) {
      if (isOn) await consume(addresses, networkOf(address));
    },
  };
}

/** A known device is counted on its own, wherever it is. */
function keyOf({ account, address, device }: Attempt): string {
  return sha256(`${account}\n${device ?? networkOf(address)}`);
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw limited(refusal.msBeforeNext);
  }
}

function limited(waitMs: number): Error {
  const wait = Math.max(1, Math.ceil(waitMs / 1000));
  return fail('rate_limited', {
    detail: `Too many attempts. Try again in ${wait} seconds`,
    headers: { 'retry-after': String(wait) },
  });
}
