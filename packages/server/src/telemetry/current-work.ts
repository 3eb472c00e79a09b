// Which request or job the running code belongs to. It follows the code through everything it waits for, so that a driver of
// the database knows what a statement is for. Only logs, metrics and traces may depend on it.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { OpenSpan } from './observer.ts';

export type Work = {
  /** Of the request that it is, or that stored the job; null for what the service does by itself. */
  requestId: string | null;
  /** The pattern of the route. */
  route?: string | undefined;
  job?: string;
  task?: string;
  /** So far. */
  statements: number;
  databaseMs: number;
  /** Of the trace that it belongs to; null without traces. */
  span: OpenSpan | null;
};

const storage = new AsyncLocalStorage<Work | undefined>();

export function currentWork(): Work | undefined {
  return storage.getStore();
}

/** Runs `run`, and all that follows from it, as part of `work`. */
export function runWork<Result>(work: Work | undefined, run: () => Result): Result {
  return storage.run(work, run);
}
