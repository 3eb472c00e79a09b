// The headers of a route's requests and responses, for the document. Most of them follow from the route itself.

import type { RouteOptions } from 'fastify';
import { fail, type ProblemCode } from '../lib/errors.ts';
import { problemBody, problemType } from './problem.ts';

// The problems that a route can answer with, for the document. Most of them follow from the route itself.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Statuses of problems that do not follow from the rest of the route. */
    problems?: readonly ProblemStatus[];
    /** Browsers that submit an HTML form see problems as a page. */
    problemPages?: boolean;
    /** The schema of a multipart body, for the document. */
    multipart?: object | undefined;
  }
}

export type ProblemStatus = keyof typeof kinds;

type Kind = { name: string; description: string; example: ProblemCode };

const kinds = {
  400: { name: 'BadRequest', description: 'Malformed request', example: 'malformed_json' },
  401: { name: 'Unauthorized', description: 'Missing or invalid API key', example: 'unauthenticated' },
  403: { name: 'Forbidden', description: 'Missing scope', example: 'insufficient_scope' },
  404: { name: 'NotFound', description: 'Not found', example: 'not_found' },
  405: { name: 'MethodNotAllowed', description: 'The path needs another method', example: 'method_not_allowed' },
  406: { name: 'NotAcceptable', description: 'There is no such type', example: 'not_acceptable' },
  408: { name: 'RequestTimeout', description: 'The request took too long to arrive', example: 'request_timeout' },
  409: { name: 'Conflict', description: 'Conflict', example: 'request_in_progress' },
  410: { name: 'Gone', description: 'No longer kept', example: 'events_forgotten' },
  412: { name: 'PreconditionFailed', description: 'Changed since you read it', example: 'version_mismatch' },
  413: { name: 'ContentTooLarge', description: 'Request body or file too large', example: 'body_too_large' },
  415: { name: 'UnsupportedMediaType', description: 'Unsupported media type', example: 'unsupported_media_type' },
  417: { name: 'ExpectationFailed', description: 'Unsupported `Expect` header', example: 'expectation_failed' },
  422: { name: 'UnprocessableContent', description: 'Invalid request body', example: 'invalid_body' },
  429: { name: 'TooManyRequests', description: 'Too many requests', example: 'rate_limited' },
  431: { name: 'HeadersTooLarge', description: 'Headers too large', example: 'headers_too_large' },
  500: { name: 'InternalServerError', description: 'A fault of the service', example: 'internal_error' },
  502: { name: 'BadGateway', description: 'The payment processor returned an error', example: 'processor_error' },
  503: {
    name: 'ServiceUnavailable',
    description: 'The database, the file storage or the payment processor is unavailable',
    example: 'store_unavailable',
  },
} as const satisfies Record<number, Kind>;

/** The problems of all routes, for the components of the document. */
export function problemResponses(): Record<string, object> {
  return Object.fromEntries(statusesOf(kinds).map((status) => [kinds[status].name, problemResponse(status)]));
}

const statusesOf = (known: object): ProblemStatus[] =>
  Object.keys(known).map((status) => Number(status) as ProblemStatus);

type Response = { description: string; headers: object; content: object };

function problemResponse(status: ProblemStatus): Response {
  const { description, example } = kinds[status];
  const body = problemBody(fail(example, exampleDetails[example] ?? {}), '7f1c1e0a-3c0b-4f4c-9d0e-0d8a1c2b3e4f');
  const schema = { $ref: '#/components/schemas/Problem' };
  const content = { [problemType]: { schema, example: body } };
  return { description, headers: headerRefs(problemHeaders(status)), content };
}

function withPage({ headers, content, ...response }: Response): Response {
  const page = { schema: { type: 'string', description: 'The problem as a page, for HTML forms in browsers' } };
  const ofPages = headerRefs(['Cache-Control', 'Content-Language', 'Content-Security-Policy', 'Referrer-Policy']);
  return { ...response, headers: { ...headers, ...ofPages }, content: { ...content, 'text/html': page } };
}

const exampleDetails: { [Code in ProblemCode]?: object } = {
  invalid_body: { errors: [{ pointer: '/email', code: 'format', detail: 'must be an email address' }] },
  insufficient_scope: { extra: { requiredScope: 'content:write' } },
};

/** Sent before a route is looked for, so never as a page. */
const ofConnections: readonly ProblemStatus[] = [408, 417, 431];

/**
 * The problems of a route by status: references to those of all routes, unless they may be pages. `wrongMethod`: whether
 * its path is also that of a route which only has other methods.
 */
export function problemsOf(route: RouteOptions, { wrongMethod }: { wrongMethod: boolean }): Record<string, object> {
  const { url, schema = {}, config = {} } = route;
  const { access, problems = [] } = config;
  const isSigned = access === 'signature';
  const isSecured = access !== 'public' && !isSigned;
  const statuses: Record<string, readonly ProblemStatus[]> = {
    // Malformed requests, wrong keys, too many requests, a bug, and a database that cannot be reached.
    everywhere: isSigned ? [400, 500, 503] : [400, 401, 429, 500, 503],
    connections: ofConnections,
    credentials: isSecured ? [403] : [],
    url: url.includes('/:') ? [404] : [],
    // Bodies that the route does not need are read, too.
    body: schema.body ? [413, 415, 422] : isSigned || route.method === 'GET' ? [] : [413, 415],
    method: wrongMethod ? [405] : [],
    idempotencyKey: acceptsKey(route) ? [409, 422] : [],
    rule: problems,
  };
  const describe = (status: ProblemStatus): object =>
    config.problemPages && !ofConnections.includes(status)
      ? withPage(problemResponse(status))
      : { $ref: `#/components/responses/${kinds[status].name}` };
  return Object.fromEntries(
    Object.values(statuses).flatMap((some) => some.map((status) => [status, describe(status)])),
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Headers of successful responses that do not follow from the rest of the route. */
    headers?: readonly ResponseHeader[];
    /** Headers of requests that do not. */
    requestHeaders?: readonly RequestHeader[];
    /** Other media types of the 200, chosen with `Accept`, and what they are. */
    otherTypes?: Readonly<Record<string, string>>;
  }
}

export type ResponseHeader = keyof typeof responseHeaders;
export type RequestHeader = keyof typeof requestHeaders;

const text = { type: 'string' };
const seconds = { type: 'integer', minimum: 0 };

export const requestHeaders = {
  'Idempotency-Key': {
    description:
      'Makes it safe to repeat the request: the same key with the same body gets the first response again, for seven days',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '0198c1f7-checkout',
  },
  'If-Match': {
    description: 'The `ETag` of what you have read. If it has changed since, nothing happens and the response is 412',
    schema: text,
    example: '"item_01m81qmw2m.3"',
  },
  'If-None-Match': {
    description: 'The `ETag` of what you have already. If it has not changed, the response is 304 without a body',
    schema: text,
    example: '"item_01m81qmw2m.3"',
  },
  'Last-Event-ID': {
    description: 'For streams: continue after the event with this ID, as browsers do by themselves',
    schema: { type: 'string', pattern: '^(latest|\\d{1,15})$' },
    example: '4711',
  },
} as const;

export const responseHeaders = {
  'X-Request-Id': {
    description: "ID of the request, as in the log: the request's own `X-Request-Id`, or a new one",
    required: true,
    schema: text,
    example: '7f1c1e0a-3c0b-4f4c-9d0e-0d8a1c2b3e4f',
  },
  RateLimit: {
    description: 'Requests that are left (`r`), and the seconds (`t`) until all are available again',
    schema: text,
    example: '"read";r=5999;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in `w` seconds',
    schema: text,
    example: '"read";q=6000;w=60',
  },
  'Retry-After': { description: 'Seconds to wait before you try again', schema: seconds, example: 5 },
  ETag: {
    description: 'Names this state, for `If-Match` and `If-None-Match`',
    schema: text,
    example: '"item_01m81qmw2m.3"',
  },
  'Cache-Control': { description: 'What caches may keep', schema: text, example: 'private, no-cache' },
  'Last-Modified': {
    description: 'When the content changed, for visitors',
    schema: text,
    example: 'Fri, 01 Jan 2027 12:00:00 GMT',
  },
  'Surrogate-Key': {
    description: 'Names to purge this response by in a shared cache, if it may keep it',
    schema: text,
    example: 'post item_01m81qmw2m',
  },
  Location: {
    description: 'URL of what was created, or to go on with',
    schema: { type: 'string' },
    example: '/api/v1/forms/contact',
  },
  'Idempotency-Replayed': {
    description: 'The response is that of an earlier request with the same `Idempotency-Key`',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Allow: { description: 'The methods of the path', schema: text, example: 'GET, POST' },
  'WWW-Authenticate': { description: 'How to authenticate', schema: text, example: 'Bearer realm="frontdesk"' },
  'Content-Disposition': {
    description: 'The name of the file',
    schema: text,
    example: 'attachment; filename="export.csv"',
  },
  'Content-Language': { description: 'The language of the page', schema: text, example: 'en' },
  'Content-Security-Policy': {
    description: 'Keeps browsers from running what is in the file',
    schema: text,
    example: "sandbox; default-src 'none'",
  },
  'Referrer-Policy': { description: 'What links on the page send along', schema: text, example: 'same-origin' },
  'X-Robots-Tag': { description: 'Keeps search engines away', schema: text, example: 'noindex' },
  'X-Accel-Buffering': { description: 'Keeps proxies from collecting a stream', schema: text, example: 'no' },
  'Set-Cookie': {
    description: 'The session of a browser, which scripts cannot read',
    schema: text,
    example: 'frontdesk_session=…; Path=/; HttpOnly; SameSite=Lax',
  },
} as const;

/** References to headers, for a response in the document. */
export function headerRefs(names: readonly ResponseHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers of every problem with a status. */
function problemHeaders(status: number): ResponseHeader[] {
  const own = new Map<number, ResponseHeader[]>([
    [401, ['WWW-Authenticate']],
    [405, ['Allow']],
    ...[409, 429, 503].map((status) => [status, ['Retry-After']] as [number, ResponseHeader[]]),
  ]);
  return [...common, ...(own.get(status) ?? [])];
}

const common: ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed'];

/** The headers that a request of the route may have. */
export function requestHeadersOf(route: RouteOptions, statuses: readonly string[]): RequestHeader[] {
  const headers: RequestHeader[] = [];
  if (acceptsKey(route)) headers.push('Idempotency-Key');
  if (statuses.includes('412')) headers.push('If-Match');
  if (statuses.includes('304')) headers.push('If-None-Match');
  return [...headers, ...(route.config?.requestHeaders ?? [])];
}

/** The headers that a response of the route may have, unless it is a problem. */
export function responseHeadersOf(route: RouteOptions, status: number, statuses: readonly string[]): ResponseHeader[] {
  const { access, headers = [] } = route.config ?? {};
  const names: ResponseHeader[] = ['X-Request-Id'];
  if (access !== 'signature') names.push('RateLimit', 'RateLimit-Policy');
  if (acceptsKey(route)) names.push('Idempotency-Replayed');
  if (status === 308) names.push('Cache-Control');
  else if (statuses.includes('304')) names.push('ETag', 'Cache-Control');
  else if (statuses.includes('412') && route.method !== 'DELETE') names.push('ETag');
  if ([201, 303, 308].includes(status)) names.push('Location');
  return [...new Set([...names, ...headers])];
}

/** Multipart routes accept it too (http/idempotency.ts). */
function acceptsKey({ method, config = {} }: RouteOptions): boolean {
  return method === 'POST' && config.access !== 'signature' && config.idempotency !== 'none';
}
