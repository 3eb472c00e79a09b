// Conditional requests (RFC 9110, section 13): strong ETags, 304, and If-Match against lost updates.

import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { fail } from '../lib/errors.ts';
import { sha1Of } from '../lib/text-bytes.ts';
import { withoutEncoding } from './encodings.ts';

/** The schema of a 304, for routes that call sendTagged. */
export const NotModified = Type.Null({ description: 'Not modified' });

/** Sends JSON text with its ETag, or 304 if the caller already has it. Unless its headers say more, only the caller's own cache may keep it. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string | Buffer,
  etag = etagOf(json),
): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  reply.headers({
    vary: 'authorization, accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  });
  return sendUnlessKnown(request, reply, json, etag);
}

/** Sends a body with its ETag, or 304 if the caller already has it. */
export function sendUnlessKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  etag: string,
): FastifyReply {
  reply.header('etag', etag);
  if (isKnown(request, etag)) return reply.removeHeader('content-type').status(304).send();
  return reply.serializer((text: string) => text).send(body);
}

/** Whether the caller has what this ETag names. */
export function isKnown(request: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  return matches(request.headers['if-none-match'], etag);
}

export function etagOf(text: string | Buffer): string {
  return `"${hash('sha1', text, 'base64url')}"`;
}

/** The same for bytes that may be many, so that the event loop serves others in between. */
export async function etagOfBytes(bytes: Buffer): Promise<string> {
  return `"${await sha1Of(bytes)}"`;
}

type Versioned = { id: string; version: number };

/** The ETag of a record with a version number. IDs that callers chose themselves can have any characters. */
export function versionTag({ id, version }: Versioned): string {
  return `"${encodeURIComponent(id)}.${version}"`;
}

/** Sets the ETag of the record that is about to be sent. */
export function tagged<T extends Versioned>(reply: FastifyReply, record: T): T {
  reply.header('etag', versionTag(record));
  return record;
}

/** Checks the version of a record against If-Match. */
export function versionCheck(request: FastifyRequest): (record: Versioned) => void {
  return (record) => requireMatch(request, versionTag(record));
}

/**
 * Throws 412 if the record has changed since the caller read it. RFC 9110, 13.1.1, has weak tags never match; but ours name
 * the version of a record and not its bytes, and proxies that compress make them weak.
 */
export function requireMatch(request: Pick<FastifyRequest, 'headers'>, etag: string): void {
  const header = request.headers['if-match'];
  if (header !== undefined && !matches(header, etag)) throw fail('version_mismatch');
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return withoutEncoding(header)
    .split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
