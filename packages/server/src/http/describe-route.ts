// Describes a route in one sentence: who may use it, its operationId and summary, its schemas and its problems.

import type { FastifyContextConfig } from 'fastify';
import type { ProblemStatus, RequestHeader, ResponseHeader } from './route-headers.ts';
import { queryOf } from './schemas.ts';

export type Access = NonNullable<FastifyContextConfig['access']>;
type SuccessStatus = 200 | 201 | 202 | 303 | 304 | 308;
type Input = 'params' | 'querystring' | 'body';

/** What only the document needs. */
type DocumentedConfig = 'problems' | 'headers' | 'requestHeaders' | 'otherTypes' | 'multipart';

type Parts = { [Part in Input | SuccessStatus]?: unknown } & {
  description?: string;
  security?: readonly object[];
  /** The problems that do not follow from the rest of the description (route-headers.ts). */
  problems?: readonly ProblemStatus[];
  /** The headers of successful responses that do not (route-headers.ts). */
  headers?: readonly ResponseHeader[];
  requestHeaders?: readonly RequestHeader[];
  otherTypes?: Readonly<Record<string, string>>;
  /** The schema of a multipart body, which the handler reads part by part. */
  multipart?: object;
  config?: Omit<FastifyContextConfig, 'access' | DocumentedConfig>;
};

const noQuery = queryOf({});

/** What the handler's types are derived from. */
type SchemaOf<P> = Pick<P, keyof P & Input> & { response: Pick<P, keyof P & SuccessStatus> };

/** Returns the function that describes routes under a tag of the document. */
export function routesOf(tag: string) {
  return <const P extends Parts>(access: Access, operationId: string, summary: string, parts: P) => {
    const { config, problems, headers, requestHeaders, otherTypes, multipart, ...rest } = parts;
    const { response = [], input = [] } = Object.groupBy(Object.entries(rest), ([key]) =>
      Number(key) ? 'response' : 'input',
    );
    const isOpen = access === 'public' || access === 'signature';
    const schema = {
      tags: [tag],
      summary,
      operationId,
      ...(isOpen ? { security: [] } : {}),
      // A misspelled parameter must not be ignored. Only the processor decides itself how it calls us.
      ...(access === 'signature' ? {} : { querystring: noQuery }),
      ...Object.fromEntries(input),
      response: Object.fromEntries(response),
    };
    return {
      config: { ...config, access, problems, headers, requestHeaders, otherTypes, multipart },
      schema: schema as unknown as SchemaOf<P>,
    };
  };
}
