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

/** The ETag of a record without a version number: it changes with whatever the record shows. */
export function contentTag(record: object): string {
  return etagOf(JSON.stringify(record));
}

/**
 * The ETag of a record that is shown with more than its own tag names, such as counts or what it refers to: it changes with all
 * that is shown.
 */
export function shownTag(tag: string, more: string): string {
  return `${tag.slice(0, -1)}~${hash('sha1', more, 'base64url').slice(0, 10)}"`;
}

/** The same tags without what they say about the rest: changes are about the record itself. */
function withoutMore(tags: string): string {
  return tags.replace(/~[\w-]+"/g, '"');
}

/** Sets the ETag of the record that is about to be sent. */
export function tagged<T>(reply: FastifyReply, record: T, tagOf: (record: T) => string): T {
  reply.header('etag', tagOf(record));
  return record;
}

/** Checks a record against If-Match and If-None-Match before it is changed. */
export function matchCheck<T>(
  request: Pick<FastifyRequest, 'headers'>,
  tagOf: (record: T) => string,
): (record: T) => void {
  return (record) => requireMatch(request, tagOf(record));
}

/**
 * Throws 412 if the record has changed since the caller read it, or must not be the one that If-None-Match names; null is for a
 * record that does not exist yet. RFC 9110, 13.1.1, has weak tags never match; but ours name the version of a record and
 * not its bytes, and proxies that compress make them weak.
 */
export function requireMatch({ headers }: Pick<FastifyRequest, 'headers'>, etag: string | null): void {
  const isExpected = headers['if-match'] !== undefined;
  if (etag === null) {
    if (isExpected)
      throw fail('version_mismatch', 'The record in the URL does not exist, so it has no ETag of `If-Match`');
    return;
  }
  const names = (tags: string | undefined): boolean =>
    matches(tags === undefined ? undefined : withoutMore(withoutEncoding(tags)), etag);
  if (isExpected && !names(headers['if-match'])) throw fail('version_mismatch');
  if (names(headers['if-none-match']))
    throw fail('version_mismatch', 'The record exists, and has an ETag that `If-None-Match` rules out');
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return withoutEncoding(header)
    .split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
