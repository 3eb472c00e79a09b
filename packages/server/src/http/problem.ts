// Turns every error into application/problem+json (RFC 9457): our own, the framework's, the database's and bugs.

import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Dialect } from '../database/dialect.ts';
import {
  type Fault,
  fail,
  failBody,
  failQuery,
  Problem,
  type ProblemCode,
  problems,
  summarize,
} from '../lib/errors.ts';
import { nearestHint } from '../lib/names.ts';
import { S3Error } from '../lib/s3/s3-error.ts';
import { faultsOf, isObject, type SchemaError } from '../lib/validation.ts';
import type { App } from './typed-app.ts';

/** The media type of a problem. */
export const problemType = 'application/problem+json';
export const problemContentType = `${problemType}; charset=utf-8`;

/** Sends a problem for every error. Call it before adding routes: a route keeps the handler it finds. */
export function handleErrors(app: App, dialect: Dialect): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const problem = toProblem(error, request, dialect);
    if (problem.status === 413 && !request.raw.readableEnded) closeGently(request.raw, reply);
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
    else if (problem.cause) request.log.info({ code: problem.code, cause: nameOf(problem.cause) }, 'request rejected');
    return sendProblem(request, reply, problem);
  });
}

/** Its message may repeat a part of the body. */
function nameOf(cause: unknown): string {
  const { code, name } = cause as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .status(problem.status)
    .headers(problem.details.headers ?? {})
    .header('content-type', problemContentType)
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemBody(problem, request.id));
}

/** The body of a problem response. `type` names the code, `instance` the request as in the log. */
export function problemBody(problem: Problem, requestId: string): Record<string, unknown> {
  const { detail = adviceOn(problem), errors, extra } = problem.details;
  return {
    type: `urn:frontdesk:problem:${problem.code}`,
    title: problems[problem.code][1],
    status: problem.status,
    ...(detail === undefined ? {} : { detail }),
    instance: `urn:frontdesk:request:${requestId}`,
    code: problem.code,
    ...(errors === undefined ? {} : { errors }),
    ...extra,
  };
}

/** What to do, for problems of a whole kind of request, where there is no more to say. */
function adviceOn({ code, status }: Problem): string | undefined {
  return [400, 401, 415, 429].includes(status) || code === 'user_needed' ? problems[code][2] : undefined;
}

const frameworkCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_BAD_URL: 'malformed_url',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_NOT_FOUND: 'not_found',
};

/** Converts any error to a problem. */
export function toProblem(error: FastifyError, request: FastifyRequest, dialect: Dialect): Problem {
  if (error instanceof Problem) return error;
  if (error.validation) return fromValidation(error, request);
  if (error instanceof S3Error) return fail('store_unavailable', { headers: { 'retry-after': '5' } }, error);
  if (dialect.isUnavailable(error)) return fail('store_unavailable', { headers: { 'retry-after': '5' } }, error);
  if (dialect.isTooSlow(error)) return tooSlow(request, error);
  const known = frameworkCodes[error.code];
  if (known === 'body_too_large') return fail(known, describeLimit(request), error);
  if (known) return fail(known, {}, error);
  if (error.statusCode === 413) return fail('body_too_large', {}, error);
  if (error.statusCode === 415) return fail('unsupported_media_type', describeMediaType(request), error);
  // From the static file server, for paths outside its folder.
  if (error.statusCode === 403 || error.statusCode === 404) return fail('not_found', {}, error);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return fail(request.body === undefined ? 'malformed_body' : 'invalid_body', { detail: error.message }, error);
  }
  return fail('internal_error', {}, error);
}

function describeLimit({ routeOptions }: FastifyRequest): string {
  return `The body of this request can have at most ${routeOptions.bodyLimit} bytes`;
}

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** Says which media type came, and which ones the route accepts. curl sends `application/x-www-form-urlencoded` by itself. */
function describeMediaType({ headers, server }: FastifyRequest): string {
  const accepted = bodyTypes.filter((type) => server.hasContentTypeParser(type)).join(' or ');
  const sent = headers['content-type']?.split(';')[0]?.trim().slice(0, 100);
  return sent
    ? `Send the body as ${accepted}: the header Content-Type says ${sent}`
    : `Send the header Content-Type with the body: ${accepted}`;
}

const notFilters = ['limit', 'offset', 'cursor', 'order', 'orderBy', 'sort', 'days', 'total'];

/** Says what to narrow; lists of items say which fields to index (content/lists/list-items.ts). */
function tooSlow({ query }: FastifyRequest, error: FastifyError): Problem {
  const filters = Object.keys(query as object).filter((name) => !notFilters.includes(name));
  const detail =
    filters.length === 0
      ? 'Use filters or a shorter time to narrow it'
      : `Combine ${filters.join(' and ')} with other filters to narrow the list`;
  return fail('query_too_slow', { detail, headers: { 'retry-after': '10' } }, error);
}

const noBody: Fault = { pointer: '', code: 'required', detail: 'is required, as JSON' };

function fromValidation(error: FastifyError, request: FastifyRequest): Problem {
  const faults = faultsOf(error.validation as SchemaError[]);
  const where = error.validationContext;
  if (where === 'body')
    return failBody(request.body === undefined ? [noBody] : faults.map((fault) => withNearest(fault, request)));
  // As in a body: no record can have such an ID.
  if (where === 'params' && faults.every(({ pointer }) => pointer === '/externalId')) return failBody(faults);
  if (where === 'params') return fail('not_found', { detail: summarize(faults) });
  const known = where === 'querystring' ? parametersOf(request) : [];
  const named = faults.map((fault) => {
    const name = fault.pointer.replace(/^\//, '');
    const detail = fault.code === 'unknown' ? `is not a known parameter${nearestHint(name, known)}` : fault.detail;
    return { ...fault, pointer: name, detail };
  });
  return where === 'headers' ? fail('invalid_header', { detail: summarize(named), errors: named }) : failQuery(named);
}

/** Names the member that was meant by one that is not known. */
function withNearest(fault: Fault, { routeOptions }: FastifyRequest): Fault {
  if (fault.code !== 'unknown') return fault;
  const names = fault.pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const member = names.pop() ?? '';
  const known = membersAt(routeOptions.schema?.body, names);
  return { ...fault, detail: `${fault.detail}${nearestHint(member, known)}` };
}

type Schema = {
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/** The members that an object at this place of a body may have. */
function membersAt(schema: unknown, [name, ...rest]: readonly string[]): string[] {
  if (schema === undefined) return [];
  const { properties = {}, patternProperties = {}, additionalProperties, items } = schema as Schema;
  const { anyOf = [], oneOf = [], allOf = [] } = schema as Schema;
  const [named] = [...Object.values(patternProperties), additionalProperties].filter(isObject);
  const at = name !== undefined && Object.hasOwn(properties, name) ? properties[name] : (items ?? named);
  const inner = name === undefined ? Object.keys(properties) : membersAt(at, rest);
  const path = name === undefined ? [] : [name, ...rest];
  return [...inner, ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => membersAt(part, path))];
}

function parametersOf({ routeOptions }: FastifyRequest): string[] {
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as { properties?: object };
  return Object.keys(properties);
}

// Closes a connection whose request body is rejected before it has arrived. The response is sent at once. Closing with
// unread data would reset the connection, and the client might never see the response, so the rest is read for a while.
function closeGently(request: IncomingMessage, reply: FastifyReply): void {
  const { socket } = request;
  const drained = drainBody(request);
  reply.header('connection', 'close');
  // Node calls this after the response; its own closes both directions.
  socket.destroySoon = () => {
    socket.end();
    void drained.then(() => socket.destroy());
  };
}

// The faults of a body on a route that decides itself which of them count (`attachValidation`), or says more about them.

type Rejected = { validationError?: (Error & { validation?: unknown; validationContext?: string }) | undefined };

/** Throws 400 or 422 for everything else that is invalid, including a body that is not an object. */
export function bodyFaults({ validationError: error }: Rejected): Fault[] {
  if (!error) return [];
  const faults = faultsOf(error.validation as SchemaError[]);
  if (error.validationContext !== 'body' || faults.some(({ pointer }) => pointer === '')) throw error;
  return faults;
}

// Reads and discards the rest of a rejected body: clients often miss a response that arrives while they are still sending.

const maxDrainedBytes = 64 * 1024 * 1024;
const maxDrainMs = 30_000;

const drained = new WeakMap<IncomingMessage, Promise<void>>();

/** Ends with the body, or cuts the connection at 64 MiB or after half a minute. Asking again waits for the same end. */
export function drainBody(body: IncomingMessage): Promise<void> {
  const end = drained.get(body) ?? drain(body);
  drained.set(body, end);
  return end;
}

function drain(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const { socket } = body;
    let bytes = 0;
    const end = (): void => {
      clearTimeout(timer);
      body.off('data', count).off('end', end).off('close', end).off('error', end);
      socket.off('close', end);
      resolve();
    };
    const cut = (): void => {
      end();
      body.destroy();
    };
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxDrainedBytes) cut();
    };
    const timer = setTimeout(cut, maxDrainMs);
    body.unpipe();
    body.on('data', count).on('end', end).on('close', end).on('error', end).resume();
    // After the response, a request does not say that its connection has ended.
    socket.on('close', end);
  });
}
