// Reads an object as a stream. A connection that breaks on the way is opened again where it broke, if the object is still the same.

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { heard } from './s3-request.ts';

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
  let current = first;

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
        current = await get({ start: at, end }, etag);
      }
    }
  }

  const stream = Readable.from(whole(), { objectMode: false });
  // Also if it is closed before it is read.
  stream.on('close', () => current.destroy());
  return { bytes, stream };
}
