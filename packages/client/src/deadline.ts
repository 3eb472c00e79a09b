// The time that a call may take. `AbortSignal.any` and `AbortSignal.timeout` would do the same, but older browsers lack them.

import { FrontdeskError } from './frontdesk-error.ts';

type Deadline = {
  /** Aborted by the caller's signal, with its reason, or when the time is over, with a FrontdeskError. */
  signal: AbortSignal | undefined;
  /** The time no longer counts. A response that is still being read goes on following the caller's signal. */
  end(options: { isRead: boolean }): void;
};

/** Starts a deadline; 0 seconds are no limit. */
export function startDeadline(seconds: number, outer: AbortSignal | undefined): Deadline {
  if (!(seconds >= 0)) throw new TypeError(`timeoutSeconds must be 0 or more, not ${seconds}`);
  if (seconds === 0) return { signal: outer, end: () => {} };
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(timedOut(seconds)), Math.min(seconds * 1000, maxTimerMs));
  if (outer?.aborted) stop();
  else outer?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    end({ isRead }) {
      clearTimeout(timer);
      if (isRead) outer?.removeEventListener('abort', stop);
    },
  };
}

/** Timers with more start at once. */
const maxTimerMs = 2 ** 31 - 1;

function timedOut(seconds: number): FrontdeskError {
  const detail = `There was no complete response within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return new FrontdeskError({ code: 'timeout', title: 'The request took too long', detail });
}
