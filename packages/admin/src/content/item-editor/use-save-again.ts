// Repeats a save that failed for a reason that passes: no connection, a server that restarts, a full disk.

import { FrontdeskError } from '@frontdesk/client';
import { useEffect, useRef } from 'react';
import { reachability } from '../../api/reachability.ts';

const waitMs = 8000;

/** Whether saving the same again may succeed. */
export function isTemporary(error: unknown): boolean {
  return (
    error instanceof FrontdeskError && (error.code === 'network_error' || error.status === 429 || error.status >= 500)
  );
}

/** Calls `repeat` when the server can be reached again; if it can be reached, after some seconds. */
export function useSaveAgain(error: unknown, repeat: () => unknown): void {
  const latest = useRef(repeat);
  latest.current = repeat;
  // Each failure is a new error, which starts the next wait.
  useEffect(() => {
    if (!isTemporary(error)) return;
    const run = (): void => {
      if (reachability.isReachable()) latest.current();
    };
    const timer = setInterval(run, waitMs);
    const stopListening = reachability.subscribe(run);
    window.addEventListener('online', run);
    return () => {
      clearInterval(timer);
      stopListening();
      window.removeEventListener('online', run);
    };
  }, [error]);
}
