// How files declare routes: method, path with `:id` parts, parameters and handler.
import type { Context } from './context.ts';
import { object, type Reader } from './parameters.ts';

/** A response with its own status, whose changes are not rolled back. Other objects that a route returns are sent with 200. */
type RouteResponse = { status: number; body: object };
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Validates the parameters and returns the work, which may run in a transaction. */
  prepare: (raw: unknown, ids: string[]) => (ctx: Context) => object;
};

/** Declares a route; `ids` are the `:id` parts of the path in order. */
export function route<P>(
  method: Route['method'],
  path: string,
  params: Reader<P>,
  work: (ctx: Context, values: P, id: string) => object,
): Route {
  return {
    method,
    path,
    prepare: (raw, ids) => {
      const values = params.read(raw, '');
      return (ctx) => work(ctx, values, ids[0] ?? '');
    },
  };
}

export const noParams = object({});
const responses = new WeakSet<object>();

/** A response whose changes are kept although its status is an error, such as 402 for a declined card. */
export function respondWith(status: number, body: object): RouteResponse {
  const response = { status, body };
  responses.add(response);
  return response;
}

export function isResponse(value: object): value is RouteResponse {
  return responses.has(value);
}
