// A ZIP that is written while it is read: in memory are one of its files, and the names of all. Nothing is compressed, which a PDF is
// already: the names would hold the memory that a compressor takes for each file.

import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ZippedFile = { name: string; content: string | Uint8Array | AsyncIterable<string>; changedAt: Date };

/** The bytes of the ZIP. The next file is asked for when the one before is being written. Fails as `files` do. */
export async function* writeZip(files: AsyncGenerator<ZippedFile>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const bytes = zip.outputStream.pipe(new PassThrough());
  const stop = (error: unknown): unknown => bytes.destroy(error as Error);
  zip.on('error', stop);
  // One function for all files, because the ZIP holds it to its end, and what it refers to.
  let content: ZippedFile['content'] = '';
  const open: Parameters<ZipFile['addReadStreamLazy']>[2] = (give) => {
    give(null, Readable.from(encode(content)).on('error', stop));
    addNext().catch(stop);
  };
  const addNext = async (): Promise<void> => {
    const { done, value } = await files.next();
    if (done) return zip.end();
    content = value.content;
    zip.addReadStreamLazy(value.name, { mtime: value.changedAt, compress: false }, open);
  };
  addNext().catch(stop);
  try {
    yield* inParts(bytes);
  } finally {
    bytes.destroy();
    await files.return(undefined);
  }
}

/** In memory of its own: the names, which stay, would hold what `Buffer` shares among small texts. */
async function* encode(content: ZippedFile['content']): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  if (content instanceof Uint8Array) yield content;
  else if (typeof content === 'string') yield encoder.encode(content);
  else for await (const text of content) yield encoder.encode(text);
}

/** About as many bytes are sent at once. */
const partBytes = 65_536;

/** There are several chunks for each file, which may be small. */
async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield Buffer.concat(chunks);
    [chunks, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(chunks);
}
