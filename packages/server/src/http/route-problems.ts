// The problems that a route can answer with, for the document. Most of them follow from the route itself.

import type { SwaggerTransform } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import Type from 'typebox';

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
  412: 'Changed since you read it',
  413: 'Request body or file too large',
  415: 'Unsupported media type',
  422: 'Invalid request body',
  429: 'Too many requests',
  502: 'The payment processor returned an error',
  503: 'The payment processor or the database is unavailable',
};

/** Adds the problem responses of a route to its schema in the document. */
export const addProblems: SwaggerTransform = ({ schema, url, route }) => {
  if (!schema?.response) return { schema, url };
  return { schema: { ...schema, response: { ...schema.response, ...problemsOf(route) } }, url };
};

function problemsOf({ method, url, schema = {}, config = {} }: RouteOptions) {
  const { access, idempotency, problems = [] } = config;
  const isSecured = access !== 'public' && access !== 'signature';
  const statuses: Record<string, readonly ProblemStatus[]> = {
    credentials: isSecured ? [401, 403] : [],
    url: url.includes('/:') ? [404] : [],
    query: schema.querystring ? [400] : [],
    body: schema.body ? [400, 413, 415, 422] : [],
    idempotencyKey: method === 'POST' && access !== 'signature' && idempotency !== 'none' ? [400, 409, 422] : [],
    rule: problems,
  };
  return Object.fromEntries(Object.values(statuses).flatMap((some) => some.map((status) => [status, problem(status)])));
}

function problem(status: ProblemStatus) {
  const content = { 'application/problem+json': { schema: Type.Ref('Problem') } };
  return { description: descriptions[status], content };
}
