// Records the responses of a service, so that they can be compared with the document of the API and the rules for headers.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

export type Kept = {
  method: string;
  url: string;
  status: number;
  headers: Record<string, unknown>;
  /** Of JSON below /api only. */
  text: string;
  /** Whether bytes were sent. */
  hasBody: boolean;
  /** Whether the request had a token or a cookie. */
  isPersonal: boolean;
};
type Keep = (response: Kept) => void;

/** Longer bodies have the same schemas as shorter ones. */
const maxBodyBytes = 64 * 1024;
const maxKept = 2000;

/** Passes on responses that differ from those before: in their bodies if they are the API's, otherwise in their headers. */
export function keepDifferent(keep: Keep): Keep {
  const known = new Set<string>();
  return (response) => {
    const { method, status, url, headers } = response;
    const text = url.startsWith('/api/') ? response.text : '';
    const key = `${method} ${status} ${url} ${text || Object.keys(headers).join()}`;
    if (known.size >= maxKept || known.has(key)) return;
    known.add(key);
    keep({ ...response, text });
  };
}

/** Whether a request says who sends it. */
export function isPersonal(headers: Record<string, unknown> = {}): boolean {
  return Object.keys(headers).some((name) => /^(authorization|cookie)$/i.test(name));
}

/** Collects what is written to a response over HTTP. */
export function record(request: IncomingMessage, response: ServerResponse, keep: Keep): void {
  const { method = '', url = '' } = request;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let headers: Record<string, unknown> = {};
  const take = (chunk: unknown): void => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(Buffer.from(chunk as Uint8Array));
  };
  const { write, end, writeHead } = response;
  Object.assign(response, {
    writeHead(...given: Parameters<typeof writeHead>) {
      const own = given.at(-1) as unknown;
      if (Array.isArray(own)) for (let at = 0; at < own.length; at += 2) headers[own[at].toLowerCase()] = own[at + 1];
      else if (typeof own === 'object') headers = { ...own };
      return writeHead.apply(response, given);
    },
    write(...given: Parameters<typeof write>) {
      take(given[0]);
      return write.apply(response, given);
    },
    end(...given: Parameters<typeof end>) {
      take(given[0]);
      return end.apply(response, given);
    },
  });
  response.once('finish', () => {
    const all = { ...response.getHeaders(), ...headers };
    const body = bytes <= maxBodyBytes ? Buffer.concat(chunks) : Buffer.alloc(0);
    keep({
      ...{ method, url, status: response.statusCode, headers: all, text: textOf(body, all) },
      ...{ hasBody: bytes > 0, isPersonal: isPersonal(request.headers) },
    });
  });
}

const decoders = new Map<string, (body: Buffer) => Buffer>([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** Empty for a body that is not JSON, or long. */
export function textOf(body: Buffer, headers: Record<string, unknown>): string {
  if (body.length === 0 || body.length > maxBodyBytes || !/json/.test(String(headers['content-type']))) return '';
  const decode = decoders.get(String(headers['content-encoding']));
  return (decode ? decode(body) : body).toString();
}
