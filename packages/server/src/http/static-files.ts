// Files that a build or a package brings along: read on use, sent in the smallest encoding that the caller accepts.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../lib/errors.ts';
import { etagOf, sendUnlessKnown } from './conditional.ts';
import { qualityOf } from './encodings.ts';
import { keepReply } from './kept-responses.ts';

/** Only what the admin's build consists of. */
const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/** Copies that a build writes beside a file, the smallest first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/**
 * Sends the file `name` of `folder`, and keeps the response. Throws not_found for names that do not stay in the folder,
 * start with a dot, or end with an unknown type.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, cacheControl }: { folder: string; name: string; cacheControl: string },
): Promise<FastifyReply> {
  const type = types[path.extname(name).slice(1)];
  if (!type || !/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(name)) throw fail('not_found');
  const file = path.join(folder, name);
  const { body, encoding } = await readSmallest(file, request.headers['accept-encoding']);
  reply.headers({ 'content-type': type, 'cache-control': cacheControl, vary: 'accept-encoding' });
  if (encoding) reply.header('content-encoding', encoding);
  keepReply(reply);
  return sendUnlessKnown(request, reply, body, etagOf(body));
}

async function readSmallest(file: string, accepted = ''): Promise<{ body: Buffer; encoding: string | null }> {
  for (const { name, ending } of encodings) {
    const body = qualityOf(accepted, name) > 0 ? await readIfExists(file + ending) : null;
    if (body) return { body, encoding: name };
  }
  const body = await readIfExists(file);
  if (!body) throw fail('not_found');
  return { body, encoding: null };
}

async function readIfExists(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error) => {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(error.code)) return null;
    throw error;
  });
}
