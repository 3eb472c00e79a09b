// Logs statements that take long, with what they are for and without their values.

import { currentWork, type Log, type Observer } from './observer.ts';
import { statementKind, withoutValues } from './statement-kind.ts';

/** An observer that logs statements of `slowMs` and more to `log()`; null while nothing can be logged yet. */
export function observeSlowStatements(slowMs: number, log: () => Log | null): Observer {
  const nothing = (): void => {};
  return {
    spans: null,
    requestBegan: nothing,
    requestEnded: nothing,
    keptResponseSent: nothing,
    statementRan(text, startedAt) {
      const durationMs = performance.now() - startedAt;
      const work = currentWork();
      if (work) {
        work.statements++;
        work.databaseMs += durationMs;
      }
      if (durationMs < slowMs) return;
      const { requestId, route, job, task } = work ?? {};
      log()?.warn(
        {
          ...(requestId == null ? {} : { reqId: requestId }),
          ...(route === undefined ? {} : { route }),
          ...(job === undefined ? {} : { job, task }),
          kind: statementKind(text),
          statement: withoutValues(text),
          durationMs: Math.round(durationMs * 10) / 10,
        },
        'slow statement',
      );
    },
    committed: nothing,
    jobEnded: nothing,
    deliveryAttempted: nothing,
    mailAttempted: nothing,
    eventPublished: nothing,
  };
}
