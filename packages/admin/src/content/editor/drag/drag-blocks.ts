// Which block is at a point, and between which of its siblings something would be dropped. Pointer events alone, so that
// it is the same for a mouse, a finger and a pen.

import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { countItems, galleryAt, itemAt } from '../pictures/gallery.ts';

/** A block by its place among its siblings. */
export type Block = {
  /** Where the node with the siblings begins; -1 for the text itself. */
  parentAt: number;
  index: number;
  /** How many siblings there are with it. */
  count: number;
};

/** The top-level block that a position is in. */
export function blockAt(doc: Node, pos: number): Block | null {
  const index = doc.resolve(pos).index(0);
  return index < doc.childCount ? { parentAt: -1, index, count: doc.childCount } : null;
}

/** The picture of a gallery that a position is in. */
export function galleryItemAt(doc: Node, pos: number): Block | null {
  const gallery = galleryAt(doc.resolve(pos));
  const index = gallery && itemAt(gallery, pos);
  return gallery && index !== null ? { parentAt: gallery.at, index, count: countItems(gallery) } : null;
}

export function elementOf(view: EditorView, { parentAt, index }: Block): HTMLElement | null {
  const parent = parentAt < 0 ? view.state.doc : view.state.doc.nodeAt(parentAt);
  if (!parent || index >= parent.childCount) return null;
  const at = parent.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, parentAt + 1);
  const dom = view.nodeDOM(at);
  return dom instanceof HTMLElement ? dom : null;
}

/** The elements of all siblings. */
export function elementsOf(view: EditorView, { parentAt, count }: Block): HTMLElement[] {
  const { doc } = view.state;
  const parent = parentAt < 0 ? doc : doc.nodeAt(parentAt);
  const elements: HTMLElement[] = [];
  let at = parentAt + 1;
  for (let index = 0; parent && index < Math.min(count, parent.childCount); index++) {
    const dom = view.nodeDOM(at);
    if (dom instanceof HTMLElement) elements.push(dom);
    at += parent.child(index).nodeSize;
  }
  return elements;
}

export type Gap = { index: number; line: { left: number; top: number; width: number; height: number } };

const thickness = 3;

/** The gap between siblings that is nearest to a point, and where its line is drawn. Siblings in rows have upright lines. */
export function gapAt(boxes: readonly DOMRect[], x: number, y: number, isInRows: boolean): Gap | null {
  const sides = boxes.flatMap((box, index) => {
    const { left, top, width, height, right, bottom } = box;
    return isInRows
      ? [
          {
            index,
            line: { left: left - 6, top, width: thickness, height },
            far: distance(x, y, left, left, top, bottom),
          },
          {
            index: index + 1,
            line: { left: right + 3, top, width: thickness, height },
            far: distance(x, y, right, right, top, bottom),
          },
        ]
      : [
          { index, line: { left, top: top - 6, width, height: thickness }, far: Math.abs(y - top) },
          { index: index + 1, line: { left, top: bottom + 3, width, height: thickness }, far: Math.abs(y - bottom) },
        ];
  });
  const nearest = sides.reduce<(typeof sides)[number] | null>(
    (best, side) => (best === null || side.far < best.far ? side : best),
    null,
  );
  return nearest && { index: nearest.index, line: nearest.line };
}

function distance(x: number, y: number, left: number, right: number, top: number, bottom: number): number {
  const dx = Math.max(left - x, 0, x - right);
  const dy = Math.max(top - y, 0, y - bottom);
  return Math.hypot(dx, dy);
}
