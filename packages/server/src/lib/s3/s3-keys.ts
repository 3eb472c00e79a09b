// The keys with which requests to an S3 store are signed. Temporary ones are read again before they expire, while those that are known
// still work, so that no request waits for them but the first.

import type { S3KeySource, S3Keys } from './s3-place.ts';
import { readRoleKeys, type TemporaryKeys } from './s3-roles.ts';

/** How long before its end new keys are asked for. AWS has them ready about five minutes before. */
const earlyMs = 5 * 60_000;

/** Returns a function that gives the current keys. It throws S3Error if there are none. */
export function keyReader(source: S3KeySource): () => Promise<S3Keys> {
  if (source.from === 'settings') return async () => source;
  let known: TemporaryKeys | null = null;
  let reading: Promise<TemporaryKeys> | null = null;
  const read = (): Promise<TemporaryKeys> => {
    reading ??= readRoleKeys(source)
      .then((keys) => {
        known = keys;
        return keys;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  return async () => {
    const leftMs = known === null ? 0 : known.expiresAt.getTime() - Date.now();
    if (known === null || leftMs <= 0) return read();
    // A failure is no harm yet: the next request tries again.
    if (leftMs < earlyMs) read().catch(() => {});
    return known;
  };
}
