// Compressed bodies (RFC 9110, section 8.4): which encoding a caller prefers, and bodies in it.

import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { fail, type Problem } from '../lib/errors.ts';

/** The one that takes the least time first. */
const names = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof names)[number];

/** Shorter bodies gain nothing: they fit into one packet anyway. */
const minBytes = 1400;

const chosen = new Map<string, Encoding | null>();
const maxChosen = 100;

/** The encoding that `Accept-Encoding` prefers; null for none. */
export function preferredEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  let found = chosen.get(header);
  if (found === undefined) {
    if (chosen.size >= maxChosen) chosen.clear();
    found = chooseEncoding(header);
    chosen.set(header, found);
  }
  return found;
}

function chooseEncoding(header: string): Encoding | null {
  const best = Math.max(...names.map((name) => qualityOf(header, name)));
  if (best === 0 || best < (namedQuality(header, 'identity') ?? 0)) return null;
  return names.find((name) => qualityOf(header, name) === best) ?? null;
}

/** From 0, which refuses it, to 1. */
export function qualityOf(header: string, encoding: string): number {
  return namedQuality(header, encoding) ?? namedQuality(header, '*') ?? 0;
}

function namedQuality(header: string, encoding: string): number | null {
  for (const part of header.split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (name !== encoding) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return Number(quality) || 0;
  }
  return null;
}

export function isWorthEncoding(body: Buffer): boolean {
  return body.length >= minBytes;
}

/** In a thread of libuv's pool, at levels that take about a millisecond for a page of a list. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const made = await compressors[encoding](body);
  // It is a part of a larger block, which would be kept with it.
  const own = Buffer.allocUnsafeSlow(made.length);
  made.copy(own);
  return own;
}

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  zstd: (body) => promisify(zstdCompress)(body),
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body),
};

/** The strong tag of the same response in an encoding: its bytes are other ones (RFC 9110, section 8.8.3). */
export function encodedTag(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)};${encoding}"`;
}

/** The same tags without what they say about the encoding: what they name is the same. */
export function withoutEncoding(tags: string): string {
  return tags.replace(/;(?:zstd|br|gzip)"/g, '"');
}

// Texts of bodies are UTF-8. Decoders replace what is not with U+FFFD, so that a text would be stored other than it was
// sent: such a body is rejected instead.

/** Throws not_utf8. */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString('utf8');
}

/**
 * A url-encoded text, ready to be decoded: a percent sign that encodes nothing stands for itself. Throws not_utf8 if its
 * bytes or those it encodes are not UTF-8.
 */
export function readPercentEncoded(bytes: Buffer): string {
  const text = decodeUtf8(bytes).replace(unencoded, '%25');
  if (!encodesUtf8(text)) throw notUtf8();
  return text;
}

/** Throws not_utf8 for a query, or a value of one, that is not. A parser leaves what it cannot decode as it is. */
export function checkUtf8Query(query: string): void {
  if (!encodesUtf8(query.replace(unencoded, '%25'))) throw fail('not_utf8', 'The query is not valid UTF-8');
}

/** Percent signs that encode nothing. */
const unencoded = /%(?![0-9a-f]{2})/gi;

function encodesUtf8(text: string): boolean {
  try {
    // A bundler drops calls whose result is not used.
    return !/%[89a-f]/i.test(text) || decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
}

export function notUtf8(): Problem {
  return fail('not_utf8', 'The body is not valid UTF-8');
}
