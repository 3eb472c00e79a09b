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
    const onFocus = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || isInLayer(target)) return;
      last = placeOf(frame.current, target) ?? null;
    };
    const onPointer = ({ target }: Event): void => {
      // A click beside everything takes the focus away on purpose.
      if (target instanceof Element && !isInLayer(target) && !target.closest('[data-row]')) last = null;
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
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, [frame]);
}

function rowsIn(frame: HTMLElement | null): HTMLElement[] {
  return [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
}

function controlsIn(element: Element | null | undefined): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>(controls) ?? [])];
}

function placeOf(frame: HTMLElement | null, target: HTMLElement): Place | undefined {
  const rows = rowsIn(frame);
  const row = rows.findIndex((one) => one.contains(target));
  const found = rows[row];
  if (found === undefined) return undefined;
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

const layers = '[role="dialog"], [role="menu"], [role="listbox"]';

function isInLayer(element: Element): boolean {
  return element.closest(layers) !== null;
}

function isLayerOpen(): boolean {
  return [...document.querySelectorAll(layers)].some((layer) => layer.checkVisibility());
}
