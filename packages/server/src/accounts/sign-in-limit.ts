// Limits guessing of passwords without letting strangers lock people out (docs/decisions/0012). Counted exactly, by all
// processes together (docs/decisions/0101).

import { fail } from '../lib/errors.ts';
import { networkOf } from '../lib/public-address.ts';
import { type Attempts, type Counted, growingDelay } from '../limits/attempts.ts';
import { atMost } from '../limits/rules.ts';

const minuteMs = 60_000;
const perAddress = atMost('signInAddress', { tries: 50, withinMs: 15 * minuteMs });
const perPlace = growingDelay('signInPlace');
/** Over all addresses together: far more than people need, and far too little to guess a password. */
const perAccount = atMost('signInAccount', { tries: 100, withinMs: 60 * minuteMs });
/**
 * Codes, which count only after the right password: a stranger who does not have it blocks no one. Of a million codes, three are
 * right.
 */
const codesPerAccount = atMost('signInCode', { tries: 20, withinMs: 60 * minuteMs });

/** Who tries to sign in. A `device` is a browser that the account is known to use. */
export type Attempt = { account: string; address: string; device: string | null };

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

/** `attempts` is null if nothing is limited. */
export function createSignInLimit(attempts: Attempts | null): SignInLimit {
  const take = async (...counted: Counted[]): Promise<void> => {
    const waitMs = (await attempts?.take(...counted)) ?? 0;
    if (waitMs > 0) throw limited(waitMs);
  };
  return {
    async take(attempt) {
      if (attempt.device !== null) return take(placeOf(attempt));
      await take(fromAddress(attempt.address), placeOf(attempt), atAccount(attempt));
    },
    async takeCode({ account, device }) {
      if (device === null) await take({ rule: codesPerAccount, key: account });
    },
    async forgive(attempt) {
      await attempts?.forgive(placeOf(attempt), ...(attempt.device === null ? [atAccount(attempt)] : []));
    },
    takeFrom: (address) => take(fromAddress(address)),
  };
}

function fromAddress(address: string): Counted {
  return { rule: perAddress, key: networkOf(address) };
}

/** A known device is counted on its own, wherever it is. */
function placeOf({ account, address, device }: Attempt): Counted {
  return { rule: perPlace, key: `${account}\n${device ?? networkOf(address)}` };
}

function atAccount({ account }: Attempt): Counted {
  return { rule: perAccount, key: account };
}

function limited(waitMs: number): Error {
  const wait = Math.max(1, Math.ceil(waitMs / 1000));
  return fail('rate_limited', {
    detail: `Too many attempts. Try again in ${wait} seconds`,
    headers: { 'retry-after': String(wait) },
  });
}
