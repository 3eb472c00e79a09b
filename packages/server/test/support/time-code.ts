// The codes that an authenticator app shows.

import { Secret, TOTP } from 'otpauth';

/** The code of a secret in base 32 at a time in milliseconds. */
export function timeCode(secret: string, timestamp = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
