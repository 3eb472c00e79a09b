// Stores objects of unknown size with little memory: small ones in one request, others in parts of which one is sent while the
// next is read. An object appears when all of it is stored; one that breaks off leaves nothing that can be read.

import { createHash } from 'node:crypto';
import { escapeXml } from '../escape-xml.ts';
import { readXml, S3Error, textOf } from './s3-error.ts';
import type { S3Place } from './s3-place.ts';
import type { S3Requests } from './s3-request.ts';

export interface S3Uploads {
  /**
   * Stores an object. Returns when the store has confirmed every byte by its hash, and the size of the whole. If the source
   * fails, nothing is stored. `partBytes` is what is held in memory twice, at least `minPartBytes`.
   */
  put(name: string, source: AsyncIterable<Uint8Array>, partBytes?: number): Promise<{ size: number; sha256: string }>;
  /** Ends uploads that began before this time and were never completed. Returns how many. */
  abortUploads(before: Date): Promise<number>;
}

/** What S3 requires of all parts but the last. */
export const minPartBytes = 5 * 1024 * 1024;
const maxParts = 10_000;

type Part = { bytes: Uint8Array[]; size: number };

export function createUploads(
  requests: S3Requests,
  { prefix }: S3Place,
  sizeOf: (name: string) => Promise<number | null>,
): S3Uploads {
  const putPart = async (key: string, uploadId: string, number: number, { bytes }: Part): Promise<string> => {
    const query = { partNumber: String(number), uploadId };
    const response = await requests.send({ method: 'PUT', key, query, body: bytes });
    response.resume();
    return response.headers.etag ?? '';
  };

  const complete = async (key: string, uploadId: string, etags: readonly string[]): Promise<void> => {
    const parts = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
    await requests.read({ method: 'POST', key, query: { uploadId }, body: [Buffer.from(body)] }).catch((error) => {
      // An attempt that got no answer may have completed it: its size decides.
      if (!(error instanceof S3Error && error.code === 'NoSuchUpload')) throw error;
    });
  };

  const abort = async (key: string, uploadId: string): Promise<void> => {
    await requests.read({ method: 'DELETE', key, query: { uploadId } });
  };

  const putParts = async (name: string, parts: AsyncGenerator<Part>, first: Part): Promise<void> => {
    const key = prefix + name;
    const begun = await readXml(await requests.read({ method: 'POST', key, query: { uploads: '' } }));
    const uploadId = textOf(begun, 'UploadId') ?? '';
    const etags: string[] = [];
    let size = 0;
    let sending: Promise<unknown> | null = null;
    try {
      for (let part: Part | undefined = first; part; part = (await parts.next()).value as Part | undefined) {
        await sending;
        const number = etags.push('');
        if (number > maxParts) throw new Error(`${name} is too large: it has more than ${maxParts} parts`);
        size += part.size;
        sending = putPart(key, uploadId, number, part).then((etag) => {
          etags[number - 1] = etag;
        });
        // Its end is waited for above or below, but only after the source.
        sending.catch(() => {});
      }
      await sending;
      await complete(key, uploadId, etags);
      const stored = await sizeOf(name);
      if (stored !== size) throw new Error(`${name} was not stored whole: it has ${stored} of ${size} bytes`);
    } catch (error) {
      await sending?.catch(() => {});
      // What cannot be ended now is ended by the next sweep.
      await abort(key, uploadId).catch(() => {});
      throw error;
    }
  };

  return {
    async put(name, source, partBytes = minPartBytes) {
      const hash = createHash('sha256');
      let size = 0;
      const parts = partsOf(source, partBytes, (chunk) => {
        hash.update(chunk);
        size += chunk.length;
      });
      const first = (await parts.next()).value as Part;
      if (first.size < partBytes) {
        const response = await requests.send({ method: 'PUT', key: prefix + name, body: first.bytes });
        response.resume();
      } else await putParts(name, parts, first);
      return { size, sha256: hash.digest('hex') };
    },

    async abortUploads(before) {
      const query = { uploads: '', prefix };
      const found = await readXml(await requests.read({ method: 'GET', key: '', query }));
      let count = 0;
      for (const upload of found.children.filter(({ name }) => name === 'Upload')) {
        const [key, uploadId, begunAt] = ['Key', 'UploadId', 'Initiated'].map((field) => textOf(upload, field) ?? '');
        const name = key?.slice(prefix.length) ?? '';
        if (!key?.startsWith(prefix) || name.includes('/') || !(new Date(begunAt ?? '') < before)) continue;
        await abort(key, uploadId as string);
        count++;
      }
      return count;
    },
  };
}

/** Parts of this size but for the last, which may be the first. */
async function* partsOf(
  source: AsyncIterable<Uint8Array>,
  partBytes: number,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Part> {
  let part: Part = { bytes: [], size: 0 };
  let count = 0;
  for await (const chunk of source) {
    onChunk(chunk);
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, partBytes - part.size);
      part.bytes.push(taken);
      part.size += taken.length;
      rest = rest.subarray(taken.length);
      if (part.size < partBytes) continue;
      yield part;
      count++;
      part = { bytes: [], size: 0 };
    }
  }
  if (part.size > 0 || count === 0) yield part;
}
