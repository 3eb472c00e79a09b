// Problem responses for requests that never reach a route because they are not valid HTTP.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fail, type ProblemCode } from '../lib/errors.ts';
import { problemBody, problemContentType } from './problem.ts';

const codes = new Map<string, ProblemCode>([
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'body_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

const reasons = new Map([
  [408, 'Request Timeout'],
  [413, 'Content Too Large'],
  [431, 'Request Header Fields Too Large'],
]);

/** Responds on the raw socket to a request that Node's parser rejected, then closes the socket. */
export function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
  // After a reset there is no one to respond to; and a second response must not be written into the first.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy(error);
    return;
  }
  const id = randomUUID();
  const problem = fail(codes.get(error.code ?? '') ?? 'malformed_request');
  const body = JSON.stringify(problemBody(problem, id));
  const headers = Object.entries({ ...headersOf(id), 'content-length': Buffer.byteLength(body) });
  const lines = [
    `HTTP/1.1 ${problem.status} ${reasons.get(problem.status) ?? 'Bad Request'}`,
    ...headers.map(([k, v]) => `${k}: ${v}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Responds to an `Expect` header other than 100-continue (RFC 9110, 10.1.1). */
export function respondToExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const id = randomUUID();
  const problem = fail('expectation_failed');
  response.writeHead(problem.status, headersOf(id)).end(JSON.stringify(problemBody(problem, id)));
}

function headersOf(id: string): Record<string, string> {
  return {
    'content-type': problemContentType,
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
}
