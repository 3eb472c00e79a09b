// A request over HTTP and its answer, neither of which may be silent for too long.

import type { Agent, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';

type Sent = {
  method: string;
  headers: OutgoingHttpHeaders;
  body?: readonly Uint8Array[];
  /** How long nothing may be sent or received. */
  silenceMs: number;
  /** Keeps connections of these protocols open. */
  agents?: Map<string, Agent>;
};

const maxTextBytes = 64 * 1024;

/** The answer, of which the body is not read yet. */
export async function exchange(
  url: URL,
  { method, headers, body = [], silenceMs, agents }: Sent,
): Promise<IncomingMessage> {
  const http = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const agent = agents && (agents.get(url.protocol) ?? new http.Agent({ keepAlive: true }));
  if (agent) agents.set(url.protocol, agent);
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers, timeout: silenceMs, ...(agent && { agent }) });
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

/** The body. Of an error, as much as may say what it is. */
export async function readText(response: IncomingMessage, silenceMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of heard(response, silenceMs)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxTextBytes && (response.statusCode ?? 0) >= 300) break;
  }
  return Buffer.concat(chunks).toString();
}

/** The chunks of a stream. Throws if it is silent for too long while one is waited for, or ends too early. */
async function* heard(source: IncomingMessage, silenceMs: number): AsyncGenerator<Buffer> {
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

// Reads an object as a stream. A connection that breaks on the way is opened again where it broke, if the object is still the same.

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
