// The addresses of X-Forwarded-For without what some proxies add: the port of Azure's, the brackets around IPv6.

import type { IncomingMessage } from 'node:http';
import { bareAddress } from '../lib/public-address.ts';

const header = 'x-forwarded-for';

/** To be called before the client's address is read, so that a client is the same one from each of its ports. */
export function useBareAddresses({ headers }: IncomingMessage): void {
  const forwarded = headers[header];
  // Only a port and IPv6 have a colon.
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return;
  headers[header] = forwarded.split(',').map(bareAddress).join(', ');
}
