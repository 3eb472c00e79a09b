// Where the focus goes when what had it in a row is gone: a dialog closes, or the row was deleted. It stays in the row, or goes
// to the one in its place, to the same control; without rows, to what the empty list offers. Otherwise the browser would begin
// at the top of the page again.

import { type RefObject, useEffect } from 'react';

const controls = 'a[href], button, input';

/** Rows have different numbers of controls, but the same cells. */
type Place = { key: string | undefined; row: number; cell: number; control: number };

export function useKeptFocus(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Place | null = null;
    // What has the focus already gets no other event when it is clicked; a click beside everything takes the focus on purpose.
    const note = ({ target }: Event): void => {
      if (!(target instanceof Element) || isInLayer(target)) return;
      const control = target.closest<HTMLElement>(controls);
      last = control && placeOf(frame.current, control);
    };
    const restore = (): void => {
      if (last === null || !hasNoFocus() || isLayerOpen()) return;
      find(frame.current, last)?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(() => {
      // What closes a dialog may give the focus to something itself.
      if (last !== null && hasNoFocus()) requestAnimationFrame(restore);
    });
    changes.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [frame]);
}

function rowsIn(frame: HTMLElement | null): HTMLElement[] {
  return [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
}

function controlsIn(element: Element | null | undefined): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>(controls) ?? [])];
}

function placeOf(frame: HTMLElement | null, target: HTMLElement): Place | null {
  const rows = rowsIn(frame);
  const row = rows.findIndex((one) => one.contains(target));
  const found = rows[row];
  if (found === undefined) return null;
  const cell = [...found.children].findIndex((one) => one.contains(target));
  return { key: found.dataset.row, row, cell, control: controlsIn(found.children[cell]).indexOf(target) };
}

function find(frame: HTMLElement | null, { key, row, cell, control }: Place): HTMLElement | undefined {
  const rows = rowsIn(frame);
  const place = rows.find((one) => one.dataset.row === key) ?? rows[Math.min(row, rows.length - 1)];
  return controlsIn(place?.children[cell])[control] ?? controlsIn(place ?? frame)[0];
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** A bar for the selected rows is one of them: it goes when what was asked for is done. */
const layers = '[role="dialog"], [role="menu"], [role="listbox"], [data-of-rows]';

function isInLayer(element: Element): boolean {
  return element.closest(layers) !== null;
}

function isLayerOpen(): boolean {
  return [...document.querySelectorAll(layers)].some((layer) => layer.checkVisibility());
}
