// Who sends a request, for whatever is kept apart by caller: visitors are told apart by their IP addresses.

import type { FastifyRequest } from 'fastify';
import { networkOf } from '../lib/public-address.ts';

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
