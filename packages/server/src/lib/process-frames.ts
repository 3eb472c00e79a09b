// What the service and its processes (pictures, imports, backups) write to each other: the lengths of two parts (32 bits each), JSON, bytes.

import type { Readable, Writable } from 'node:stream';

export type Frame = { head: unknown; bytes: Buffer };

const lengthsBytes = 8;

/** The frames of a stream, until it ends. */
export async function* readFrames(source: Readable): AsyncGenerator<Frame> {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = lengthsBytes;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= needed) {
      const all = Buffer.concat(chunks);
      const headEnd = lengthsBytes + all.readUInt32BE(0);
      const end = headEnd + all.readUInt32BE(4);
      needed = end;
      chunks = [all];
      if (length < end) break;
      yield { head: JSON.parse(all.toString('utf8', lengthsBytes, headEnd)), bytes: all.subarray(headEnd, end) };
      chunks = length > end ? [all.subarray(end)] : [];
      length -= end;
      needed = lengthsBytes;
    }
  }
}

/** Writes a frame whose bytes are at hand. */
export async function writeFrame(target: Writable, head: unknown, bytes: Buffer): Promise<void> {
  await write(target, startOf(head, bytes.length));
  if (bytes.length > 0) await write(target, bytes);
}

/** The first part of a frame: `bytes` more follow. */
export function startOf(head: unknown, bytes: number): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(lengthsBytes);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(bytes, 4);
  return Buffer.concat([lengths, json]);
}

/** Waits until there is room for more. */
export function write(target: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => target.write(bytes, (error) => (error ? reject(error) : resolve())));
}
