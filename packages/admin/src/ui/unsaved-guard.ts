// Keeps somebody from leaving a screen and losing what they typed.

import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { askToConfirm } from './confirm.tsx';

/** Asks before leaving while `isDirty`; call `letGo()` before a leave of one's own (after saving, say). */
export function useUnsavedGuard(isDirty: boolean): { letGo(): void } {
  const mayGo = useRef(false);
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !mayGo.current,
    shouldBlockFn: async ({ current, next }) => {
      if (mayGo.current || current.pathname === next.pathname) return false;
      const isSure = await askToConfirm({
        title: 'Leave without saving?',
        children: 'What you changed here has not been saved.',
        confirm: 'Leave',
        isDangerous: true,
      });
      return !isSure;
    },
  });
  return {
    letGo: () => {
      mayGo.current = true;
    },
  };
}
