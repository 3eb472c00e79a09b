// The differences of two versions, whose code is loaded when they are first shown: most editors never show any.

import { Suspense } from 'react';
import { lazyPart } from '../../api/load-part.tsx';
import type { Versions } from './item-differences.tsx';

const Differences = lazyPart(() => import('./item-differences.tsx'), 'Differences');

export function ItemComparison(versions: Versions) {
  return (
    <Suspense>
      <Differences {...versions} />
    </Suspense>
  );
}
