// Who sends a request, for whatever is kept apart by caller: visitors are told apart by their IP addresses.

import type { FastifyRequest } from 'fastify';

export function callerOf({ ctx: { actor }, ip }: FastifyRequest): string {
  return actor.kind === 'visitor' ? `address:${ip}` : actor.id;
}
