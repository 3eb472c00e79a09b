// Keeps every response of a test's service, and compares them with the document of the API when the test ends: measured
// times stay as they are.

import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { App } from '../../src/http/typed-app.ts';
import { documentChecks, type Operation, operationsOf, type Seen } from './document-checks.ts';

type Kept = Seen & { method: string; url: string };

/** Longer bodies have the same schemas as shorter ones. */
const maxBodyBytes = 64 * 1024;
const maxKept = 2000;

/** Returns a function that says what the document does not name about the responses so far. */
export function watchResponses(app: App, readDocument?: () => Promise<object>): () => Promise<string[]> {
  const kept = new Map<string, Kept>();
  const keep = (response: Kept): void => {
    if (kept.size >= maxKept || !response.url.startsWith('/api/')) return;
    kept.set(`${response.method} ${response.status} ${response.url} ${response.text}`, response);
  };

  const inject = app.inject.bind(app) as (options: { method: string; url: string }) => Promise<Injected>;
  app.inject = (async (options: { method: string; url: string }) => {
    const { method, url } = options;
    const response = await inject(options);
    const { statusCode: status, headers, rawPayload } = response;
    keep({ method, url, status, headers, text: textOf(rawPayload, headers) });
    return response;
  }) as unknown as App['inject'];
  app.server.prependListener('request', (request, response) => record(request, response, keep));

  return async () => {
    if (kept.size === 0) return [];
    const { find, check, checkWithout } = await (readDocument ? readDocument().then(rulesOf) : ownRules());
    const faults = new Set<string>();
    for (const response of kept.values()) {
      const { method, url } = response;
      const operation = find(method, url);
      const fault = operation ? check(operation, response) : checkWithout(response);
      if (fault !== null) faults.add(`${method} ${operation?.path ?? url}: ${fault}`);
    }
    return [...faults];
  };
}

type Injected = { statusCode: number; headers: Record<string, unknown>; rawPayload: Buffer };

/** Collects what is written to a response over HTTP. */
function record(request: IncomingMessage, response: ServerResponse, keep: (response: Kept) => void): void {
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
    const { method = '', url = '' } = request;
    const body = bytes <= maxBodyBytes ? Buffer.concat(chunks) : Buffer.alloc(0);
    keep({ method, url, status: response.statusCode, headers: all, text: textOf(body, all) });
  });
}

const decoders = new Map<string, (body: Buffer) => Buffer>([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** Empty for a body that is not JSON, or long. */
function textOf(body: Buffer, headers: Record<string, unknown>): string {
  if (body.length === 0 || body.length > maxBodyBytes || !/json/.test(String(headers['content-type']))) return '';
  const decode = decoders.get(String(headers['content-encoding']));
  return (decode ? decode(body) : body).toString();
}

type Rules = {
  find: (method: string, url: string) => Operation | null;
  check: ReturnType<typeof documentChecks>;
  /** For requests that are none of an operation. */
  checkWithout: (response: Kept) => string | null;
};

function rulesOf(document: object): Rules {
  const operations = operationsOf(document);
  const check = documentChecks(document);
  // They get a problem that operations have, too. What is served at other paths below /api is a page or a file.
  const checkWithout = (response: Kept): string | null => {
    const { method, url, status } = response;
    if (!url.startsWith('/api/v1/') || (method === 'OPTIONS' && status === 204)) return null;
    const like = operations.find(({ shared }) => shared.has(`${status}`));
    return like ? check(like, response) : `no operation answers with ${status}`;
  };
  return { find: finder(operations), check, checkWithout };
}

/** Of the document of every site. The validators are compiled on first use. */
let known: Promise<Rules> | null = null;

function ownRules(): Promise<Rules> {
  known ??= readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')
    .then(JSON.parse)
    .then(rulesOf);
  return known;
}

/** Finds the operation of a URL. A path with a name in a place comes before one with a parameter there. */
function finder(operations: Operation[]): Rules['find'] {
  const routes = operations
    .map((operation) => {
      const path = operation.path.startsWith('/api/') ? operation.path : `/api/v1${operation.path}`;
      const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+');
      return { operation, expression: new RegExp(`^${pattern}/?$`), rank: path.replace(/\{[^}]+\}/g, '~') };
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method, url) => {
    const [path = ''] = url.split('?');
    const asked = method === 'HEAD' ? 'GET' : method;
    const at = routes.filter(({ expression }) => expression.test(path));
    return at.find(({ operation, rank }) => operation.method === asked && rank === at[0]?.rank)?.operation ?? null;
  };
}
