// Says every few seconds that an item is open here, and learns who else has it open and who saved it last.

import type { Editing } from '@frontdesk/client';
import { useEffect, useState } from 'react';
import { background } from '../api.ts';
import { newCopyId } from '../ui/unsaved-copies.ts';

const everyMs = 15_000;

/** Null until the server has responded, and while it does not. */
export function useOtherEditors(itemId: string | null): Editing | null {
  const [editing, setEditing] = useState<Editing | null>(null);
  useEffect(() => {
    if (itemId === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const window = newCopyId();
    const say = async (): Promise<void> => {
      const response = await background.editors.open({ itemId, window }, { signal }).catch(() => null);
      if (!signal.aborted) setEditing(response);
    };
    const close = (): void => void background.editors.close(window, { keepalive: true }).catch(() => {});
    const onShow = (): void => {
      if (document.visibilityState === 'visible') void say();
    };
    void say();
    const timer = setInterval(say, everyMs);
    globalThis.addEventListener('pagehide', close);
    document.addEventListener('visibilitychange', onShow);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('pagehide', close);
      document.removeEventListener('visibilitychange', onShow);
      controller.abort();
      close();
      setEditing(null);
    };
  }, [itemId]);
  return editing;
}
