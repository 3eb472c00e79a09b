// Two observers as one.

import type { Observer } from './observer.ts';

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
