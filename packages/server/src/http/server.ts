// The HTTP server: request IDs, limits, validation and logging. It knows nothing about features.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Config } from '../config/config.ts';
import { fail, failQuery, type ProblemCode } from '../lib/errors.ts';
import { checkJsonText, checkJsonValue, fullAllowance } from './body-limits.ts';
import { useBareAddresses } from './caller.ts';
import { compilersOnUse } from './compile-schemas.ts';
import { checkUtf8Query, decodeUtf8 } from './encodings.ts';
import { rejectedJson } from './form-bodies.ts';
import { countHosts } from './headers.ts';
import { isStream, loggedError, loggedPath } from './observe-requests.ts';
import { problemBody, problemContentType } from './problem.ts';
import type { App } from './typed-app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many keys and list elements the body may have, if it is another number than elsewhere (body-limits.ts). */
    maxMembers?: number;
  }
}

const bodyLimitBytes = 1024 * 1024;

export function createServer(config: Pick<Config, 'logLevel' | 'trustProxy' | 'slowMs'>): App {
  const app = fastify({
    schemaController: { compilersFactory: compilersOnUse() },
    logger: { level: config.logLevel, serializers: { err: (error) => loggedError(error) as never } },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: bodyLimitBytes,
    // As long as Node.js allows a head to be: schemas say which values are too long.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    genReqId: requestId,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    // The onRequest hook below rejects what arrives while the server closes, and checks the Host header, so that the
    // responses are problems.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    clientErrorHandler: respondToClientError,
    frameworkErrors: (error, request, anyReply) => {
      const reply = anyReply as FastifyReply;
      const problem = fail(error.code === 'FST_ERR_BAD_URL' ? 'malformed_url' : 'not_found', {}, error);
      // The hooks do not run for these.
      const headers = { 'x-request-id': request.id, 'x-content-type-options': 'nosniff' };
      reply.status(problem.status).headers({ ...headers, 'content-type': problemContentType });
      return reply.send(JSON.stringify(problemBody(problem, request.id)));
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.server.on('checkExpectation', respondToExpectation);
  if (config.trustProxy.length === 0) warnOfUntrustedProxy(app as unknown as App);
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app as unknown as App);

  let isClosing = false;
  app.addHook('onRequest', async (request, reply) => {
    useBareAddresses(request.raw);
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (isClosing) throw fail('shutting_down');
    const hosts = countHosts(request.raw);
    if (hosts === 0 && request.raw.httpVersion === '1.1') throw fail('malformed_request', 'The Host header is missing');
    if (hosts > 1) throw fail('malformed_request', 'There is more than one Host header');
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw fail(
        'unsupported_media_type',
        'Send the body without a Content-Encoding; compressed bodies are not supported',
      );
    }
  });
  app.addHook('preValidation', async (request) => {
    checkUrlValues(request);
    composeParams(request);
    checkQueryFirst(request);
    if (request.body !== null && typeof request.body === 'object' && !Buffer.isBuffer(request.body))
      checkJsonValue(request.body, fullAllowance(request.routeOptions.config.maxMembers));
  });
  app.addHook('onResponse', (request, reply) => logRequest(request, reply, config.slowMs));
  // A connection that is busy when the server starts to close would otherwise stay open for another minute.
  app.addHook('preClose', async () => {
    isClosing = true;
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(closing));
  });
  return app as unknown as App;
}

/**
 * Reads JSON bodies. Many clients send `Content-Type: application/json` with every request, even without a body.
 * Rejects texts that are not UTF-8, invalid JSON, and keys that would pollute a prototype. An empty body counts as no body if the route does not
 * require one; elsewhere it is malformed.
 */
function readJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 && mayBeAbsent(request.routeOptions.schema?.body)) return done(null, undefined);
    let text: string;
    try {
      text = decodeUtf8(body as Buffer);
      checkJsonText(text, request.routeOptions.config.maxMembers);
    } catch (error) {
      return done(error as Error);
    }
    parse(request, text, (error, value) => done(error && rejectedJson(text), value));
  });
}

function mayBeAbsent(schema: unknown): boolean {
  const { type } = (schema ?? { type: 'null' }) as { type?: unknown };
  return [type].flat().includes('null');
}

/** Logs one line with all details for each request, and what took long for one that is slow. */
async function logRequest(request: FastifyRequest, reply: FastifyReply, slowMs: number): Promise<void> {
  const route = request.routeOptions.url;
  const fields = {
    method: request.method,
    route: route ?? null,
    path: loggedPath(request.url, route),
    status: reply.statusCode,
    durationMs: oneDecimal(reply.elapsedTime),
    actor: request.ctx?.actor.id,
  };
  const isSlow = slowMs > 0 && reply.elapsedTime >= slowMs && !isStream(reply.getHeader('content-type'));
  if (!isSlow) return request.log.info(fields, 'request');
  const { statements, databaseMs } = request.work;
  request.log.warn({ ...fields, statements, databaseMs: oneDecimal(databaseMs) }, 'slow request');
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The caller's `X-Request-Id`, or a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const id = headers['x-request-id'];
  return typeof id === 'string' && /^[\w.:-]{8,128}$/.test(id) ? id : randomUUID();
}

/** Slugs are stored composed (NFC), but some systems write URLs decomposed. */
function composeParams({ params }: FastifyRequest): void {
  for (const [name, value] of Object.entries((params ?? {}) as Record<string, string>)) {
    (params as Record<string, string>)[name] = value.normalize('NFC');
  }
}

/** Fastify checks the body before the query. But a wrong parameter may mean that the body is for something else. */
function checkQueryFirst(request: FastifyRequest): void {
  const check = request.routeOptions.schema?.body ? request.getValidationFunction('querystring') : undefined;
  if (!check || check(request.query)) return;
  throw Object.assign(new Error('invalid query'), { validation: check.errors, validationContext: 'querystring' });
}

/** Rejects what is not UTF-8 in the query, and NUL characters in the path and query: databases cannot store or compare them. */
function checkUrlValues(request: FastifyRequest): void {
  const params = request.params as Record<string, string>;
  for (const name in params) if (String(params[name]).includes('\0')) throw fail('not_found');
  // A page ignores parameters that others have added to its address.
  if (request.routeOptions.schema?.querystring) checkUtf8Query(request.url.slice(request.url.indexOf('?') + 1));
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (!`${name}${value}`.includes('\0')) continue;
    throw failQuery([
      { pointer: name.replaceAll('\0', ''), code: 'invalid_text', detail: 'must not contain a NUL character' },
    ]);
  }
}

// Warns once if requests seem to come through a proxy that is not trusted: limits then count all visitors as one.
function warnOfUntrustedProxy(app: App): void {
  let isWarned = false;
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
    if (isWarned || (forwarded === undefined && forwardedFor === undefined)) return;
    isWarned = true;
    const { ip } = request;
    app.log.warn(
      { ip },
      `A request names the visitor that it was forwarded for, but its sender is not trusted, so all visitors behind it count as one. If ${ip} is your proxy, set FRONTDESK_TRUST_PROXY=${ip}`,
    );
  });
}

// Problem responses for requests that never reach a route because they are not valid HTTP.

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
function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
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
function respondToExpectation(_request: IncomingMessage, response: ServerResponse): void {
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
