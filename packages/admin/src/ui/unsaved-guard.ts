// Asks for confirmation before unsaved changes are lost.

import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { askToConfirm } from './confirm.tsx';

/** Asks before leaving while `isDirty`. Call `allowLeaving()` before navigating away after a save. */
export function useUnsavedGuard(isDirty: boolean): { allowLeaving(): void } {
  const mayLeave = useRef(false);
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !mayLeave.current,
    shouldBlockFn: async ({ current, next }) => {
      if (mayLeave.current || current.pathname === next.pathname) return false;
      const isSure = await askToConfirm({
        title: 'Discard unsaved changes?',
        children: 'Your changes on this screen have not been saved.',
        confirm: 'Discard changes',
        isDangerous: true,
      });
      return !isSure;
    },
  });
  return {
    allowLeaving: () => {
      mayLeave.current = true;
    },
  };
}
