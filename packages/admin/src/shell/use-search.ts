// The search of the shell, which is loaded when it is opened for the first time, or about to be.

import { useEffect, useState } from 'react';
import { loadPart } from '../load-part.ts';
import { toastError } from '../ui/toast.tsx';
import { whenIdle } from '../ui/when-idle.ts';

type ScreenSearch = typeof import('./screen-search.tsx').ScreenSearch;

const load = () => loadPart(() => import('./screen-search.tsx'));

export function useSearch() {
  const [ScreenSearch, setScreenSearch] = useState<ScreenSearch | null>(null);
  useEffect(() => whenIdle(load), []);
  return {
    /** Null until it was opened. */
    ScreenSearch,
    openSearch: () => {
      load().then((file) => {
        setScreenSearch(() => file.ScreenSearch);
        file.openSearch();
      }, toastError);
    },
    prepareSearch: () => {
      load().catch(() => {});
    },
  };
}
