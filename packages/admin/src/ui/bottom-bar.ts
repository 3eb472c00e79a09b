// A bar at the bottom of the screen, above which notifications appear: they must not cover its buttons.

import { useCallback } from 'react';

/** The room that notifications leave for the bar. Read by notification-list.module.css. */
const property = '--bottom-bar-room';
/** Between the bar and the notifications. In px. */
const gap = 8;

/** The reference of a bar that is shown at the bottom of the screen. */
export function useBottomBar(): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback((bar: HTMLElement | null) => {
    if (bar === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight + gap}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, []);
}
