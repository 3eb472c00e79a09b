// The page that a monitoring program reads, on whichever port.

import { safeEqual } from '../lib/crypto.ts';

export type MetricsPage = {
  /** The key that is required; null for none. */
  token: string | null;
  contentType: string;
  text(): Promise<string>;
};

/** Whether this `Authorization` has the key. */
export function isAllowed(token: string | null, authorization: string | undefined): boolean {
  if (token === null) return true;
  const sent = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return sent !== undefined && safeEqual(sent, token);
}
