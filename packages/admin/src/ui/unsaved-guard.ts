// Asks for confirmation before unsaved changes are lost.

import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { askToConfirm } from './confirm.tsx';

/** Set when the user has already agreed to leave every screen. */
let mayLeaveAll = false;

/** Stops asking in this window: the user has confirmed that what is unsaved is discarded. */
export function allowLeavingAll(): void {
  mayLeaveAll = true;
}

/**
 * Asks before leaving while `isDirty`. Call `allowLeaving()` before navigating away after a save. `onDiscard` runs when the
 * user decides to discard the changes. If they are saved while the question is open, it closes, and the user leaves.
 */
export function useUnsavedGuard(isDirty: boolean, onDiscard?: () => void): { allowLeaving(): void } {
  const mayLeave = useRef(false);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => {
    if (!isDirty) asking.current?.abort();
  }, [isDirty]);
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !mayLeave.current && !mayLeaveAll,
    shouldBlockFn: async ({ current, next }) => {
      if (mayLeave.current || current.pathname === next.pathname) return false;
      const saved = new AbortController();
      asking.current = saved;
      const isSure = await askToConfirm({
        title: 'Discard unsaved changes?',
        children: 'Your changes on this screen have not been saved.',
        confirm: 'Discard changes',
        isDangerous: true,
        signal: saved.signal,
      });
      if (saved.signal.aborted) return false;
      if (isSure) onDiscard?.();
      return !isSure;
    },
  });
  return {
    allowLeaving: () => {
      mayLeave.current = true;
    },
  };
}
