// Limits guessing of passwords: few attempts for each account, more for each IP address. Counted in this process.

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from '../errors.ts';
import { sha256 } from '../lib/crypto.ts';

const seconds = 15 * 60;
const triesPerAccount = 5;
const triesPerAddress = 50;

export type SignInLimit = {
  /** Counts an attempt. Throws rate_limited, with the time to wait. */
  take(account: string | null, address: string): Promise<void>;
  /** The user signed in: failed attempts are reset. */
  forgive(account: string): Promise<void>;
};

export function createSignInLimit(isOn: boolean): SignInLimit {
  const accounts = new RateLimiterMemory({ points: triesPerAccount, duration: seconds });
  const addresses = new RateLimiterMemory({ points: triesPerAddress, duration: seconds });
  return {
    async take(account, address) {
      if (!isOn) return;
      await consume(addresses, address);
      if (account !== null) await consume(accounts, sha256(account));
    },
    async forgive(account) {
      if (isOn) await accounts.delete(sha256(account));
    },
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const wait = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw fail('rate_limited', {
      detail: `Too many attempts. Try again in ${wait} seconds`,
      headers: { 'retry-after': String(wait) },
    });
  }
}
