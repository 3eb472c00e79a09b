// Browsers in which a person has signed in before. They are recognized by a cookie that only this service can create, and
// strangers who guess passwords do not lock them out. The cookie signs no one in.

import type { Context } from '../context/context.ts';
import { randomText, sha256 } from '../lib/crypto.ts';

const purpose = 'knownDevice';
const maxAgeMs = 365 * 86_400_000;

type Device = { id: string; account: string; at: string };

/** The cookie's value for a browser in which this account has just signed in. */
export function rememberDevice(ctx: Context, emailKey: string): string {
  const device: Device = { id: randomText(16), account: sha256(emailKey), at: ctx.now().toISOString() };
  return ctx.sealer.seal(JSON.stringify(device), purpose);
}

/** The ID of a browser in which this account has signed in within a year; null for others. */
export function findDevice(ctx: Context, cookie: string | null, emailKey: string): string | null {
  const text = cookie === null ? null : ctx.sealer.unseal(cookie, purpose);
  if (text === null) return null;
  const { id, account, at } = JSON.parse(text) as Device;
  const isValid = account === sha256(emailKey) && Date.parse(at) > ctx.now().getTime() - maxAgeMs;
  return isValid ? id : null;
}
