// The search of the shell, which is loaded when it is opened for the first time, or about to be.

import { useEffect, useState } from 'react';
import { loadPart } from '../api/load-part.tsx';
import { toastError } from '../ui/toast.tsx';

type ScreenSearch = typeof import('./screen-search.tsx').ScreenSearch;

const load = () => loadPart(() => import('./screen-search.tsx'));

function prepare(): void {
  load().catch(() => {});
}

/** Known when it was opened for the first time. */
let isOpen = (): boolean => false;

export function useSearch() {
  const [ScreenSearch, setScreenSearch] = useState<ScreenSearch | null>(null);
  // Ctrl may be followed by K.
  useEffect(() => {
    const prepareForKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Control' || key === 'Meta') prepare();
    };
    window.addEventListener('keydown', prepareForKey);
    return () => window.removeEventListener('keydown', prepareForKey);
  }, []);
  return {
    /** Null until it was opened. */
    ScreenSearch,
    openSearch: () => {
      if (isOpen()) return;
      let isCanceled = false;
      const stop = collectLetters(
        (letters) => void load().then((file) => file.typeFirst(letters)),
        () => {
          isCanceled = true;
        },
      );
      load().then(
        (file) => {
          if (isCanceled) return;
          isOpen = file.isSearchOpen;
          setScreenSearch(() => file.ScreenSearch);
          file.openSearch();
        },
        (error) => {
          stop();
          toastError(error);
        },
      );
    },
    prepareSearch: prepare,
  };
}

/**
 * Collects letters until the input of a dialog gets the focus; they are for it: its code may still be loading. Escape
 * cancels. Returns what ends it without either.
 */
function collectLetters(deliver: (letters: string) => void, cancel: () => void): () => void {
  let letters = '';
  const end = (): void => {
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('focusin', onFocus, true);
    window.removeEventListener('pointerdown', end, true);
  };
  const onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Escape') {
      end();
      cancel();
    } else if (key === 'Backspace') letters = letters.slice(0, -1);
    else if (key.length === 1) letters += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLInputElement) || !target.closest('[role=dialog]')) return;
    end();
    if (letters !== '') deliver(letters);
  };
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('focusin', onFocus, true);
  // Something else is meant now.
  window.addEventListener('pointerdown', end, true);
  return end;
}
