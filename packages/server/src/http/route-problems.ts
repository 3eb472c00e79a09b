// The problems that a route can answer with, for the document. Most of them follow from the route itself.

import type { RouteOptions } from 'fastify';
import { fail, type ProblemCode } from '../lib/errors.ts';
import { problemBody, problemType } from './problem.ts';
import { acceptsKey, headerRefs, problemHeaders } from './route-headers.ts';

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
