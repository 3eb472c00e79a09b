// The search of the shell, which is loaded when it is opened for the first time, or about to be.

import { useEffect, useState } from 'react';
import { loadPart } from '../load-part.ts';
import { toastError } from '../ui/toast.tsx';
import { collectLetters } from './early-letters.ts';

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
