// Reads requests and sends responses with node:http.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The request body exceeds the limit. */
export class BodyTooLarge extends Error {}

/** The body as UTF-8 text. Throws BodyTooLarge if it has more than `limit` bytes. */
export async function readBody(request: IncomingMessage, limit = 1_000_000): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge(`Request body is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends JSON, indented as Stripe does. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-cache, no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(text);
}

/** The path and query of a request as sent. Never throws. */
export function splitTarget(request: IncomingMessage): { path: string; query: string } {
  const [path = '/', ...query] = (request.url ?? '/').split('?');
  return { path, query: query.join('?') };
}

/** The value of a header; undefined if it is missing, empty or repeated. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
