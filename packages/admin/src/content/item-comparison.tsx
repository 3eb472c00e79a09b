// The differences of two versions, whose code is loaded when they are first shown: most editors never show any.

import { lazy, Suspense } from 'react';
import { loadPart } from '../load-part.ts';
import type { Versions } from './item-differences.tsx';

const Differences = lazy(async () => ({
  default: (await loadPart(() => import('./item-differences.tsx'))).Differences,
}));

export function ItemComparison(versions: Versions) {
  return (
    <Suspense>
      <Differences {...versions} />
    </Suspense>
  );
}
