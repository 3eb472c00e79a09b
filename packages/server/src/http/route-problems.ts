// The problems that a route can answer with, for the document. Most of them follow from the route itself.

import type { SwaggerTransform } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import Type from 'typebox';
import { problemType } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Statuses of problems that do not follow from the rest of the route. */
    problems?: readonly ProblemStatus[];
  }
}

export type ProblemStatus = keyof typeof descriptions;

const descriptions = {
  400: 'Malformed request',
  401: 'Missing or invalid API key',
  403: 'Missing scope',
  404: 'Not found',
  409: 'Conflict',
  410: 'No longer kept',
  412: 'Changed since you read it',
  413: 'Request body or file too large',
  415: 'Unsupported media type',
  422: 'Invalid request body',
  429: 'Too many requests',
  502: 'The payment processor returned an error',
  503: 'The database, the file storage or the payment processor is unavailable',
};

/** Adds the problem responses of a route to its schema in the document. */
export const addProblems: SwaggerTransform = ({ schema, url, route }) => {
  if (!schema?.response) return { schema, url };
  return { schema: { ...schema, response: { ...schema.response, ...problemsOf(route) } }, url };
};

function problemsOf({ method, url, schema = {}, config = {} }: RouteOptions) {
  const { access, idempotency, problems = [] } = config;
  const isSigned = access === 'signature';
  const isSecured = access !== 'public' && !isSigned;
  const statuses: Record<string, readonly ProblemStatus[]> = {
    // Malformed requests, wrong keys, too many requests, and a database that cannot be reached.
    everywhere: isSigned ? [400, 503] : [400, 401, 429, 503],
    credentials: isSecured ? [403] : [],
    url: url.includes('/:') ? [404] : [],
    body: schema.body ? [413, 415, 422] : [],
    idempotencyKey: method === 'POST' && !isSigned && idempotency !== 'none' ? [409, 422] : [],
    rule: problems,
  };
  return Object.fromEntries(Object.values(statuses).flatMap((some) => some.map((status) => [status, problem(status)])));
}

function problem(status: ProblemStatus) {
  const content = { [problemType]: { schema: Type.Ref('Problem') } };
  return { description: descriptions[status], content };
}
