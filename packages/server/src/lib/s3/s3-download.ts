// Reads an object as a stream. A connection that breaks on the way is opened again where it broke, if the object is still the same.

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { heard } from './s3-exchange.ts';

/** Both included. */
export type ByteRange = { start: number; end: number };

const maxBreaks = 5;

/** `get` asks for the rest. `bytes` is the size of the object. */
export function readStored(
  first: IncomingMessage,
  range: ByteRange | undefined,
  get: (range: ByteRange, etag: string | undefined) => Promise<IncomingMessage>,
  silenceMs: number,
): { bytes: number; stream: Readable } {
  const { etag, 'content-length': length, 'content-range': part } = first.headers;
  const bytes = Number(part?.split('/')[1] ?? length);
  const start = range?.start ?? 0;
  const end = start + Number(length) - 1;
  let current = range ? requirePart(first, start) : first;

  async function* whole(): AsyncGenerator<Buffer> {
    let at = start;
    for (let breaks = 0; ; ) {
      try {
        for await (const chunk of heard(current, silenceMs)) {
          at += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (++breaks > maxBreaks || etag === undefined || at > end) throw error;
        current = requirePart(await get({ start: at, end }, etag), at);
      }
    }
  }

  const stream = Readable.from(whole(), { objectMode: false });
  // Also if it is closed before it is read.
  stream.on('close', () => current.destroy());
  return { bytes, stream };
}

/** Of a store that sends another part than the one asked for, nothing is passed on: bytes would be there twice, or be missing. */
function requirePart(response: IncomingMessage, start: number): IncomingMessage {
  const { statusCode, headers } = response;
  if (statusCode === 206 && headers['content-range']?.startsWith(`bytes ${start}-`)) return response;
  response.destroy();
  throw new Error(`The S3 store was asked for the bytes from ${start} on and sent others`);
}
