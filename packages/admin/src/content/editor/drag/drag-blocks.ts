// Which block is at a point, and the elements of its siblings.

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
