// The HTTP server: request ids, limits, validation, logging. Knows no feature.

import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { ValidateFunction } from 'ajv';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { fail, failQuery } from '../errors.ts';
import { bodyValidator, escapePointer, textValidator } from '../lib/validation.ts';
import { answerClientError, answerExpectation } from './connection-problems.ts';
import { readJsonBodies } from './json-body.ts';
import { problemBody } from './problem.ts';
import type { App } from './typed-app.ts';

const bodyLimitBytes = 1024 * 1024;
const maxDepth = 32;

export function createServer(config: Pick<Config, 'logLevel' | 'trustProxy'>): App {
  const app = fastify({
    logger: { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    genReqId: (request) => acceptableId(request.headers['x-request-id']) ?? randomUUID(),
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    // Refused by us, as a problem.
    http: { requireHostHeader: false },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, anyReply) => {
      const reply = anyReply as FastifyReply;
      const problem = fail(error.code === 'FST_ERR_BAD_URL' ? 'malformed_url' : 'not_found', {}, error);
      reply
        .status(problem.status)
        .header('content-type', 'application/problem+json; charset=utf-8')
        .header('x-request-id', request.id);
      return reply.send(JSON.stringify(problemBody(problem, request.id)));
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.server.on('checkExpectation', answerExpectation);
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app as unknown as App);
  const forBody = bodyValidator();
  const forText = textValidator();
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const validator = httpPart === 'body' ? forBody : forText;
    for (const [id, shared] of Object.entries(app.getSchemas())) {
      if (!validator.getSchema(id)) validator.addSchema(shared as object, id);
    }
    const validate = validator.compile(schema as object) as ValidateFunction;
    return httpPart === 'querystring' ? withPlainIntegers(validate, schema) : validate;
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw fail('malformed_request', 'The Host header is missing');
    }
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw fail('unsupported_media_type', 'Send the body as it is, without a Content-Encoding');
    }
  });
  app.addHook('preValidation', async (request) => {
    refuseHostileAddress(request);
    if (request.body !== null && typeof request.body === 'object' && !Buffer.isBuffer(request.body))
      refuseHostile(request.body);
  });
  app.addHook('onResponse', logRequest);
  // A connection that is answering when the server begins to close would be kept for its next request, for a minute.
  app.addHook('preClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => clearInterval(closing));
  });
  return app as unknown as App;
}

/** A validator that takes digits only where the schema of a query says integer, not `1e2` or `0x10`. */
function withPlainIntegers(validate: ValidateFunction, schema: unknown): ValidateFunction {
  const properties = (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {};
  const names = Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
  const check = (query: Record<string, unknown>): boolean => {
    // What is no number at all is told as such by the validator.
    for (const name of names) if (!/^-?\d+$/.test(String(query[name] ?? '0'))) query[name] = 'no integer';
    const isValid = validate(query);
    check.errors = validate.errors;
    return isValid;
  };
  check.errors = validate.errors;
  return check as unknown as ValidateFunction;
}

/** One wide line for each request. */
async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      actor: request.ctx?.actor.id,
    },
    'request',
  );
}

function acceptableId(id: string | string[] | undefined): string | undefined {
  return typeof id === 'string' && /^[\w.:-]{8,128}$/.test(id) ? id : undefined;
}

/** NUL comes percent-encoded in an address; no database could even be asked for it. */
function refuseHostileAddress(request: FastifyRequest): void {
  if (Object.values(request.params ?? {}).some((value) => String(value).includes('\0'))) throw fail('not_found');
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (!`${name}${value}`.includes('\0')) continue;
    throw failQuery([{ pointer: name.replaceAll('\0', ''), code: 'invalid_text', detail: 'holds a NUL character' }]);
  }
}

/** Whole numbers of more than 15 digits lose their last ones, and 1e400 would be stored as null. */
function refuseInexact(value: number, pointer: string): void {
  // From 1e21 on they are written with an exponent, and nobody takes them for exact.
  if (Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value) || Math.abs(value) >= 1e21)) {
    return;
  }
  const detail = 'is a number that cannot be kept exactly; send it as a text';
  throw fail('invalid_body', { detail: `${pointer}: ${detail}`, errors: [{ pointer, code: 'out_of_range', detail }] });
}

/** What a database cannot store or a reader could choke on is a fault of the body, never an error of ours. */
export function refuseHostile(value: unknown, pointer = '', depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw fail('invalid_body', {
        errors: [
          { pointer, code: 'invalid_text', detail: 'holds a character that is not allowed (NUL or a lone surrogate)' },
        ],
      });
    }
    return;
  }
  if (typeof value === 'number') refuseInexact(value, pointer);
  if (value === null || typeof value !== 'object') return;
  if (depth >= maxDepth)
    throw fail('invalid_body', {
      errors: [{ pointer, code: 'too_deep', detail: `is nested deeper than ${maxDepth} levels` }],
    });
  for (const [key, member] of Object.entries(value)) {
    const at = `${pointer}/${escapePointer(key)}`;
    if (!Array.isArray(value)) refuseHostile(key, at, depth + 1);
    refuseHostile(member, at, depth + 1);
  }
}
