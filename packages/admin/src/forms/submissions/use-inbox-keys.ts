// Keys of the inbox, for the submission whose row has the focus, or else for the one that is open.

import { useEffect, useRef } from 'react';
import { isTyping } from '../../ui/is-typing.ts';

type Actions = { [key: string]: (id: string) => void };

type Others = {
  /** For `?`. */
  help(): void;
  /** For Escape, while a submission is open. */
  close(): void;
};

/** A `g` before a key leads to another screen (shell/shell.tsx). */
export function useInboxKeys(open: string | null, actions: Actions, others: Others): void {
  const latest = useRef({ open, actions, others });
  latest.current = { open, actions, others };
  useEffect(() => {
    let wentAt = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const { open, actions, others } = latest.current;
      const isAfterGo = Date.now() - wentAt < 1500;
      wentAt = event.key === 'g' ? Date.now() : 0;
      if (isAfterGo) return;
      if (event.key === '?') {
        others.help();
        return;
      }
      if (
        event.key === 'Escape' &&
        open !== null &&
        document.querySelector('[role="dialog"], [role="menu"]') === null
      ) {
        others.close();
        return;
      }
      if (document.querySelector('[role="dialog"]') !== null) return;
      const focused = document.activeElement?.closest('[data-row]')?.querySelector('[data-submission]');
      const id = focused?.getAttribute('data-submission') ?? open;
      const act = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      if (!act || !id) return;
      event.preventDefault();
      act(id);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
