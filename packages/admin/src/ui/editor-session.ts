// An editor of a new record that gets its URL while it is open.

import { useRef, useState } from 'react';

/** Identifies the open editor. Stays the same when a new record is saved and gets its URL. */
export function useEditorSession(address: string): { session: number; continueAt(address: string): void } {
  const [state, setState] = useState({ address, session: 0 });
  const next = useRef('');
  if (state.address !== address) {
    setState({ address, session: next.current === address ? state.session : state.session + 1 });
  }
  return {
    session: state.session,
    continueAt: (address) => {
      next.current = address;
    },
  };
}
