// Files that arrive in a stream, from a form or from a URL: their first bytes are looked at, and they go to the storage.

import type { Context } from '../context/context.ts';
import { fail } from '../lib/errors.ts';
import type { StoredFile } from '../storage/storage.ts';
import { sampleBytes } from './sniff.ts';

/** Stores a file. Throws store_unavailable if the storage fails, not if the upload breaks off. */
export async function storeBytes(
  ctx: Pick<Context, 'files'>,
  id: string,
  source: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  let uploadError: unknown;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      uploadError = error;
      throw error;
    }
  }
  try {
    return await ctx.files.put(id, watched());
  } catch (error) {
    if (error === uploadError) throw error;
    throw fail('store_unavailable', { detail: 'Files cannot be stored right now; try again later' }, error);
  }
}

/** Throws file_too_large, after at most `moreBytes` more have been read and dropped. */
export async function* limitBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  pointer: string,
  moreBytes = 0,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes + moreBytes) break;
    if (bytes <= maxBytes) yield chunk;
  }
  if (bytes <= maxBytes) return;
  const detail = `must be at most ${maxBytes} bytes`;
  throw fail('file_too_large', {
    detail: `${pointer}: ${detail}`,
    errors: [{ pointer, code: 'too_large', detail }],
    extra: { maxSize: maxBytes },
  });
}

/** Reads the first bytes, and returns them together with a stream of all bytes. */
export async function readSample(
  source: AsyncGenerator<Uint8Array>,
): Promise<{ sample: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < sampleBytes) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* chunks;
    yield* source;
  }
  return { sample: Buffer.concat(chunks).subarray(0, sampleBytes), whole: whole() };
}
