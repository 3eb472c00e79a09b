// Who sends a request, for whatever is kept apart by caller: visitors are told apart by their IP addresses.

import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { bareAddress, networkOf } from '../lib/public-address.ts';

export function callerOf({ ctx: { actor }, ip }: FastifyRequest): string {
  return actor.kind === 'visitor' ? `address:${ip}` : actor.id;
}

/** The same for limits: those who have a whole IPv6 network count as one visitor. */
export function limitedCaller({ ctx: { actor }, ip }: FastifyRequest): string {
  return actor.kind === 'visitor' ? limitedVisitor(ip) : actor.id;
}

export function limitedVisitor(ip: string): string {
  return `address:${ip.includes(':') ? networkOf(ip) : ip}`;
}

// The addresses of X-Forwarded-For without what some proxies add: the port of Azure's, the brackets around IPv6.

const header = 'x-forwarded-for';

/** To be called before the client's address is read, so that a client is the same one from each of its ports. */
export function useBareAddresses({ headers }: IncomingMessage): void {
  const forwarded = headers[header];
  // Only a port and IPv6 have a colon.
  if (typeof forwarded !== 'string' || !forwarded.includes(':')) return;
  headers[header] = forwarded.split(',').map(bareAddress).join(', ');
}
