// How a file says which requests it answers: method, path with `:id` parts, parameters, work.
import type { Context } from './context.ts';
import { object, type Reader } from './parameters.ts';

/** What a route gives back: an object (200), or an answer with a status of its own that is not rolled back. */
type Answer = { status: number; body: object };
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Checks the parameters, and gives back the work, which may run in a transaction. */
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
const answers = new WeakSet<object>();

/** An answer whose changes stay although its status is an error, e.g. 402 for a declined card. */
export function answerWith(status: number, body: object): Answer {
  const answer = { status, body };
  answers.add(answer);
  return answer;
}

export function isAnswer(value: object): value is Answer {
  return answers.has(value);
}
