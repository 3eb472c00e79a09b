// Responses that many routes share.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageQuery } from '../database/list-page.ts';

/** Sets 201 and the URL of the new record, which ends with `name`. */
export function created<T>(request: FastifyRequest, reply: FastifyReply, record: T, name: string): T {
  const collection = request.url.split('?')[0]?.replace(/\/$/, '');
  reply.status(201).header('location', `${collection}/${encodeURIComponent(name)}`);
  return record;
}

/** The response to deleting a record. */
export function deleted(id: string) {
  return { id, deleted: true as const };
}

/** A list that is complete unless a part of it is asked for. */
export function completeList<T>(items: T[], { limit, offset = 0 }: Partial<PageQuery> = {}) {
  return { items: items.slice(offset, limit && offset + limit), total: items.length };
}
