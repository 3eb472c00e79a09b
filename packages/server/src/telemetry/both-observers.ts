// Two observers as one.

import type { Observer } from './observer.ts';

export function bothObservers(one: Observer, other: Observer): Observer {
  return {
    spans: one.spans ?? other.spans,
    requestBegan() {
      one.requestBegan();
      other.requestBegan();
    },
    requestEnded(request) {
      one.requestEnded(request);
      other.requestEnded(request);
    },
    keptResponseSent(request, traceparent) {
      one.keptResponseSent(request, traceparent);
      other.keptResponseSent(request, traceparent);
    },
    statementRan(text, startedAt, error) {
      one.statementRan(text, startedAt, error);
      other.statementRan(text, startedAt, error);
    },
    committed(transactions, startedAt) {
      one.committed(transactions, startedAt);
      other.committed(transactions, startedAt);
    },
    jobEnded(task, outcome, durationMs) {
      one.jobEnded(task, outcome, durationMs);
      other.jobEnded(task, outcome, durationMs);
    },
    deliveryAttempted(failure, durationMs) {
      one.deliveryAttempted(failure, durationMs);
      other.deliveryAttempted(failure, durationMs);
    },
    mailAttempted(failure) {
      one.mailAttempted(failure);
      other.mailAttempted(failure);
    },
    eventPublished(type) {
      one.eventPublished(type);
      other.eventPublished(type);
    },
  };
}
