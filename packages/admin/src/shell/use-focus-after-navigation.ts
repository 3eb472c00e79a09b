// Moves the focus to the new screen when the old one took it away, so that the keyboard and screen readers go on there.

import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

export function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (!fromLocation || !pathChanged || !isLost) return;
        // A heading that comes with the data takes the focus from there (ui/page-header.tsx).
        const target = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
        target?.focus({ preventScroll: true });
      }),
    [router],
  );
}
