// What the service reports about its own work while it runs. The parts that do the work call an observer if there is one;
// without one they measure nothing. Times are those of `performance.now()`.

import { AsyncLocalStorage } from 'node:async_hooks';

export type RequestReport = {
  method: string;
  /** The pattern of the route, such as `/api/v1/forms/:id`; undefined if no route fits. */
  route: string | undefined;
  status: number;
  /** Null for a stream, which ends when its reader goes. */
  durationMs: number | null;
  /** Whether the response was complete before the connection ended. */
  isComplete: boolean;
};

export type JobOutcome =
  | 'done'
  /** The receiver of its lane failed. */
  | 'failed'
  /** It threw, and runs again later unless it was the last attempt. */
  | 'threw'
  /** Another worker has taken it over. */
  | 'lost';

/** A part of a trace that has begun. */
export type OpenSpan = {
  /** Names it, as W3C Trace Context writes it, for what follows from it elsewhere. */
  traceparent: string;
  note(attributes: Record<string, string | number | boolean>): void;
  fail(reason: string): void;
  end(): void;
};

/** Begins parts of traces. `traceparent` names what they follow from; without it, a trace begins. */
export type Spans = {
  request(request: {
    method: string;
    route: string | undefined;
    path: string;
    traceparent: string | undefined;
  }): OpenSpan;
  job(job: { id: string; task: string; attempts: number; traceparent: string | null }): OpenSpan;
  /** Follows from the current work. */
  delivery(delivery: { url: string; event: string; delivery: string; attempt: number }): OpenSpan;
};

export interface Observer {
  /** Null without traces. */
  spans: Spans | null;
  /** The framework has begun with a request. Those that are sent again from memory never begin. */
  requestBegan(): void;
  /** A request for which `requestBegan` was called has ended. */
  requestEnded(request: RequestReport): void;
  /** A kept response was sent again (http/kept-responses.ts). */
  keptResponseSent(request: RequestReport, traceparent: string | undefined): void;
  /** The database has run a statement, or failed to. */
  statementRan(text: string, startedAt: number, error: unknown): void;
  /** So many transactions were committed together. */
  committed(transactions: number, startedAt: number): void;
  jobEnded(task: string, outcome: JobOutcome, durationMs: number): void;
  /** An attempt to send an event to a receiver. `failure` is null if it was accepted. */
  deliveryAttempted(failure: string | null, durationMs: number): void;
  /** An attempt to hand over a mail. `failure` is null if the server accepted it. */
  mailAttempted(failure: string | null): void;
  /** An event was published and committed. */
  eventPublished(type: string): void;
}

// Two observers as one.

/** An observer that passes on to both what it is notified of. */
export function bothObservers(one: Observer, other: Observer): Observer {
  return {
    spans: one.spans ?? other.spans,
    requestBegan: both(one.requestBegan, other.requestBegan),
    requestEnded: both(one.requestEnded, other.requestEnded),
    keptResponseSent: both(one.keptResponseSent, other.keptResponseSent),
    statementRan: both(one.statementRan, other.statementRan),
    committed: both(one.committed, other.committed),
    jobEnded: both(one.jobEnded, other.jobEnded),
    deliveryAttempted: both(one.deliveryAttempted, other.deliveryAttempted),
    mailAttempted: both(one.mailAttempted, other.mailAttempted),
    eventPublished: both(one.eventPublished, other.eventPublished),
  };
}

function both<Reported extends unknown[]>(
  first: (...reported: Reported) => void,
  second: (...reported: Reported) => void,
): (...reported: Reported) => void {
  return (...reported) => {
    first(...reported);
    second(...reported);
  };
}

/** Where the service says what happens in it: an entry has fields and may have a message. */
export interface Log {
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

// Which request or job the running code belongs to. It follows the code through everything it waits for, so that a driver of
// the database knows what a statement is for. Only logs, metrics and traces may depend on it.

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
