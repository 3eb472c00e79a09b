// The addresses of X-Forwarded-For without what some proxies add: the port of Azure's, the brackets around IPv6.

import type { IncomingMessage } from 'node:http';
import { SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';

const header = 'x-forwarded-for';

/** To be called before the client's address is read, so that a client is the same one from each of its ports. */
export function useBareAddresses({ headers }: IncomingMessage): void {
  const forwarded = headers[header];
  // Only a port and IPv6 have a colon.
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return;
  headers[header] = forwarded.split(',').map(bareAddress).join(', ');
}

/** `203.0.113.9` for `203.0.113.9:50001` and `::ffff:203.0.113.9`, `2001:db8::1` for `[2001:db8::1]:443`. What is no address stays. */
function bareAddress(text: string): string {
  const trimmed = text.trim();
  const address = ipaddr.isValid(trimmed) ? trimmed : (SocketAddress.parse(trimmed)?.address ?? trimmed);
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
