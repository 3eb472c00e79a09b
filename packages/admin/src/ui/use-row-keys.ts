// Moves through the rows of a list with the keyboard: `j` and `k`, or the arrows in a row; `x` selects the row. Enter opens
// it, because its link or button has the focus.

import { type RefObject, useEffect, useRef } from 'react';
import { isTyping } from './is-typing.ts';

export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: Element; place: number } | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const rows = [...(frame.current?.querySelectorAll('[data-row]') ?? [])];
      const place = rows.findIndex((row) => row.contains(target as Element));
      last.current = place < 0 ? null : { element: target as Element, place };
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [frame]);
  // With every rendering: the row with the focus may have left the list. Then the one in its place gets it.
  useEffect(() => {
    if (last.current === null || last.current.element.isConnected || document.activeElement !== document.body) return;
    const rows = frame.current?.querySelectorAll('[data-row]') ?? [];
    focusRow(rows[Math.min(last.current.place, rows.length - 1)]);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const rows = [...(frame.current?.querySelectorAll('[data-row]') ?? [])];
      const current = rows.findIndex((row) => row.contains(document.activeElement));
      const step = steps[event.key];
      if (step !== undefined && (current >= 0 || event.key === 'j')) {
        event.preventDefault();
        focusRow(rows[Math.max(0, current + step)]);
      } else if (event.key === 'x') {
        rows[current]?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [frame]);
}

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function focusRow(row: Element | undefined): void {
  row?.querySelector<HTMLElement>('a, button')?.focus();
}
