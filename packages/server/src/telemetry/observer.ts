// What the service reports about its own work while it runs. The parts that do the work call an observer if there is one;
// without one they measure nothing. Times are those of `performance.now()`.

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
