// One request to an S3 store: signed (AWS Signature Version 4), and sent again while the store is busy or out of reach. A body is
// signed with its hash, so the store accepts exactly these bytes or none.

import { createHash, randomInt } from 'node:crypto';
import type { Agent, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readXml, refusedBy, S3Error, textOf, unreachable } from './s3-error.ts';
import { exchange, readText } from './s3-exchange.ts';
import { bucketUrl, type S3Access, type S3KeySource, type S3Keys } from './s3-place.ts';
import { readRoleKeys, type TemporaryKeys } from './s3-roles.ts';

// The keys with which requests to an S3 store are signed. Temporary ones are read again before they expire, while those that are known
// still work, so that no request waits for them but the first.

/** How long before its end new keys are asked for. AWS has them ready about five minutes before. */
const earlyMs = 5 * 60_000;

/** Returns a function that gives the current keys. It throws S3Error if there are none. */
function keyReader(source: S3KeySource): () => Promise<S3Keys> {
  if (source.from === 'settings') return async () => source;
  let known: TemporaryKeys | null = null;
  let reading: Promise<TemporaryKeys> | null = null;
  const read = (): Promise<TemporaryKeys> => {
    reading ??= readRoleKeys(source)
      .then((keys) => {
        known = keys;
        return keys;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  return async () => {
    const leftMs = known === null ? 0 : known.expiresAt.getTime() - Date.now();
    if (known === null || leftMs <= 0) return read();
    // A failure is no harm yet: the next request tries again.
    if (leftMs < earlyMs) read().catch(() => {});
    return known;
  };
}

export type S3Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The name of the object; empty for the bucket. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: readonly Uint8Array[];
};

/** `silenceMs`: how long nothing may be sent or received. `tries` include the first. */
export type S3Patience = { silenceMs: number; tries: number; pauseMs: number };
const usualPatience: S3Patience = { silenceMs: 20_000, tries: 4, pauseMs: 200 };

export type S3Requests = {
  /** The answer, of which the body is not read yet. Throws S3Error for any status but 2xx. */
  send(call: S3Call): Promise<IncomingMessage>;
  /** The whole body as text, for small ones. Throws S3Error. */
  read(call: S3Call): Promise<string>;
  /** For silence while a body is read. */
  silenceMs: number;
};

export function createS3Requests(access: S3Access, bucket: string, patience: S3Patience = usualPatience): S3Requests {
  const base = bucketUrl(access, bucket);
  const where = { origin: base.origin, bucket };
  const signingKeys = new Map<string, ArrayBuffer>();
  const agents = new Map<string, Agent>();
  const readKeys = keyReader(access.keys);

  const sign = async ({ method, key, query = {}, headers = {}, body = [] }: S3Call, keys: S3Keys) => {
    const { AwsV4Signer } = await import('aws4fetch');
    const url = new URL(base);
    url.pathname = key === '' ? url.pathname.replace(/(?<=.)\/$/, '') : url.pathname + key;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const hash = createHash('sha256');
    let length = 0;
    for (const part of body) {
      hash.update(part);
      length += part.length;
    }
    const { accessKeyId, secretAccessKey, sessionToken } = keys;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
      service: 's3',
      region: access.region,
      cache: signingKeys,
    });
    const signed = await signer.sign();
    const sent = Object.fromEntries(signed.headers);
    // A store need not accept chunks.
    if (method === 'PUT' || method === 'POST') sent['content-length'] = String(length);
    return { url: signed.url, headers: sent };
  };

  const sendOnce = async (call: S3Call): Promise<IncomingMessage> => {
    const { url, headers } = await sign(call, await readKeys());
    const { method, body = [] } = call;
    const { silenceMs } = patience;
    const response = await exchange(url, { method, headers, body, silenceMs, agents }).catch((error) => {
      throw unreachable(where, error);
    });
    const { statusCode = 0 } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    const text = await readText(response, patience.silenceMs).catch(() => '');
    throw await refusalOf(where, statusCode, text);
  };

  const attempt = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof S3Error && error.isPassing) || tries >= patience.tries) throw error;
        const pauseMs = patience.pauseMs * 2 ** (tries - 1);
        await sleep(pauseMs / 2 + randomInt(Math.ceil(pauseMs / 2) + 1));
      }
    }
  };

  return {
    send: (call) => attempt(() => sendOnce(call)),
    read: (call) =>
      attempt(async () => {
        const response = await sendOnce(call);
        const text = await readText(response, patience.silenceMs).catch((error) => {
          throw unreachable(where, error);
        });
        // Some answers begin with 200 before their end is known (CompleteMultipartUpload, CopyObject).
        if (/<Error\b/.test(text.slice(0, 200))) throw await refusalOf(where, 500, text);
        return text;
      }),
    silenceMs: patience.silenceMs,
  };
}

async function refusalOf(where: { origin: string; bucket: string }, status: number, text: string): Promise<S3Error> {
  const error = await readXml(text).catch(() => null);
  const code = error && textOf(error, 'Code');
  return refusedBy(where, status, code, error && textOf(error, 'Message'));
}
