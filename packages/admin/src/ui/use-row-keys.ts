// Moves through the rows of a list with the keyboard: `j` and `k`, or the arrows in a row; `x` selects the row. Enter opens
// it, because its link or button has the focus. The arrow down leads from the search into the list.

import { type RefObject, useEffect } from 'react';
import { isTyping } from './is-typing.ts';

export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isFromSearch = event.key === 'ArrowDown' && isSearch(event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || (isTyping(event.target) && !isFromSearch)) return;
      const rows = [...(frame.current?.querySelectorAll('[data-row]') ?? [])];
      const current = rows.findIndex((row) => row.contains(document.activeElement));
      const step = steps[event.key];
      if (step !== undefined && (current >= 0 || event.key === 'j' || isFromSearch)) {
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

/** Of the screen: a dialog has a list of its own. */
function isSearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.closest('[role="dialog"]') === null;
}

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function focusRow(row: Element | undefined): void {
  row?.querySelector<HTMLElement>('a, button')?.focus();
}
