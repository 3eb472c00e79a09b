// One request to an S3 store: signed (AWS Signature Version 4), and sent again while the store is busy or out of reach. A body is
// signed with its hash, so the store accepts exactly these bytes or none.

import { createHash, randomInt } from 'node:crypto';
import type { Agent, IncomingMessage, RequestOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusedBy, S3Error, unreachable } from './s3-error.ts';
import { bucketUrl, type S3Access } from './s3-place.ts';
import { readXml, textOf } from './s3-xml.ts';

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

const maxErrorBytes = 64 * 1024;

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
  let agent: Agent | null = null;

  const sign = async ({ method, key, query = {}, headers = {}, body = [] }: S3Call) => {
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
    const { accessKeyId, secretAccessKey, sessionToken, region } = access;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
      service: 's3',
      region,
      cache: signingKeys,
    });
    const signed = await signer.sign();
    const sent = Object.fromEntries(signed.headers);
    // A store need not accept chunks.
    if (method === 'PUT' || method === 'POST') sent['content-length'] = String(length);
    return { url: signed.url, headers: sent };
  };

  const sendOnce = async (call: S3Call): Promise<IncomingMessage> => {
    const { url, headers } = await sign(call);
    const http = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
    agent ??= new http.Agent({ keepAlive: true });
    const options = { method: call.method, headers, agent, timeout: patience.silenceMs };
    const response = await exchange(http.request, url, options, call.body ?? []).catch((error) => {
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

type Send = (url: URL, options: RequestOptions) => import('node:http').ClientRequest;

function exchange(
  send: Send,
  url: URL,
  options: RequestOptions,
  body: readonly Uint8Array[],
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = send(url, options);
    request.on('timeout', () => request.destroy(new Error('it is silent')));
    request.on('error', reject);
    request.on('response', (response) => {
      // Who reads slowly is not the store's fault: silence is measured where it is read.
      request.setTimeout(0);
      response.on('error', () => {});
      resolve(response);
    });
    for (const part of body) request.write(part);
    request.end();
  });
}

async function readText(response: IncomingMessage, silenceMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of heard(response, silenceMs)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxErrorBytes && (response.statusCode ?? 0) >= 300) break;
  }
  return Buffer.concat(chunks).toString();
}

async function refusalOf(where: { origin: string; bucket: string }, status: number, text: string): Promise<S3Error> {
  const error = await readXml(text).catch(() => null);
  const code = error && textOf(error, 'Code');
  return refusedBy(where, status, code, error && textOf(error, 'Message'));
}

/** The chunks of a stream. Throws if it is silent for too long while one is waited for, or ends too early. */
export async function* heard(source: IncomingMessage, silenceMs: number): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const timer = setTimeout(() => source.destroy(new Error('it is silent')), silenceMs);
      const { value, done } = await chunks.next().finally(() => clearTimeout(timer));
      if (done) break;
      yield value;
    }
    if (!source.complete) throw new Error('it closed the connection');
  } finally {
    source.destroy();
  }
}
