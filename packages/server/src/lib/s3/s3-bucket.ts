// The objects of a place in an S3 store: read, listed, copied onto themselves and removed. What is stored goes through
// s3-upload.ts. Names are those behind the prefix of the place.

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { readXml, S3Error, textOf, type XmlElement } from './s3-error.ts';
import { type ByteRange, readStored } from './s3-exchange.ts';
import { describeS3Place, type S3Store } from './s3-place.ts';
import { createS3Requests, type S3Patience } from './s3-request.ts';
import { createUploads, type S3Uploads } from './s3-upload.ts';

export type S3Object = { name: string; bytes: number; changedAt: Date };

export interface S3Bucket extends S3Uploads {
  /** The bytes, or those from `start` to `end`, both included; null if there is no such object. `bytes` is the size of the object. */
  read(name: string, range?: ByteRange): Promise<{ bytes: number; stream: Readable } | null>;
  /** What is known of an object; null if there is none. */
  find(name: string): Promise<S3Object | null>;
  /** All objects in the order of their names, without those below a further slash. */
  list(): AsyncGenerator<S3Object>;
  /** Makes an object as new as if it had just been stored. */
  renew(name: string): Promise<void>;
  /** Removes an object, if there is one. */
  remove(name: string): Promise<void>;
  /** Throws S3Error unless the bucket is there and may be listed. */
  check(): Promise<void>;
  /** Such as `s3://bucket/prefix`. */
  place: string;
}

/** Every function throws S3Error if the store rejects a request, or cannot be reached after some attempts. */
export function openBucket({ access, place }: S3Store, patience?: S3Patience): S3Bucket {
  const requests = createS3Requests(access, place.bucket, patience);
  const keyOf = (name: string): string => place.prefix + name;

  const find: S3Bucket['find'] = async (name) => {
    const response = await requests.send({ method: 'HEAD', key: keyOf(name) }).catch(nullIfMissing);
    response?.resume();
    return response && describeObject(name, response);
  };

  const listPage = async (max: number, token: string | null): Promise<XmlElement> => {
    const query = {
      'list-type': '2',
      'max-keys': String(max),
      delimiter: '/',
      prefix: place.prefix,
      ...(token === null ? {} : { 'continuation-token': token }),
    };
    return readXml(await requests.read({ method: 'GET', key: '', query }));
  };

  return {
    place: describeS3Place(place),
    find,

    async read(name, range) {
      const get = (from: ByteRange | undefined, etag?: string): Promise<IncomingMessage> =>
        requests.send({
          method: 'GET',
          key: keyOf(name),
          headers: {
            ...(from ? { range: `bytes=${from.start}-${from.end}` } : {}),
            ...(etag === undefined ? {} : { 'if-match': etag }),
          },
        });
      const first = await get(range).catch(nullIfMissing);
      return first && readStored(first, range, get, requests.silenceMs);
    },

    async *list() {
      let token: string | null = null;
      do {
        const page: XmlElement = await listPage(1000, token);
        for (const entry of page.children) {
          const key = textOf(entry, 'Key') ?? '';
          if (entry.name === 'Contents' && key.length > place.prefix.length)
            yield {
              name: key.slice(place.prefix.length),
              bytes: Number(textOf(entry, 'Size')),
              changedAt: new Date(textOf(entry, 'LastModified') ?? ''),
            };
        }
        const isTruncated = textOf(page, 'IsTruncated');
        const next = isTruncated === 'true' ? textOf(page, 'NextContinuationToken') : null;
        // A list that is not whole must not be taken for one that is.
        if (isTruncated !== 'false' && (next === null || next === token))
          throw new Error(`The list of ${describeS3Place(place)} ends in the middle`);
        token = next;
      } while (token !== null);
    },

    async renew(name) {
      const key = keyOf(name);
      const headers = { 'x-amz-copy-source': `/${place.bucket}/${key}`, 'x-amz-metadata-directive': 'REPLACE' };
      await requests.read({ method: 'PUT', key, headers });
    },

    async remove(name) {
      await requests.read({ method: 'DELETE', key: keyOf(name) }).catch(nullIfMissing);
    },

    async check() {
      await listPage(1, null);
    },

    ...createUploads(requests, place, async (name) => (await find(name))?.bytes ?? null),
  };
}

/** A missing bucket is a fault, a missing object is not. Answers to HEAD have no code. */
function nullIfMissing(error: unknown): null {
  if (error instanceof S3Error && error.status === 404 && (error.code === null || error.code === 'NoSuchKey'))
    return null;
  throw error;
}

function describeObject(name: string, { headers }: IncomingMessage): S3Object {
  return {
    name,
    bytes: Number(headers['content-length']),
    changedAt: new Date(headers['last-modified'] ?? ''),
  };
}
