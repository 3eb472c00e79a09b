// Galleries: a section of several figures. Those of WordPress are, in older texts, a list within a figure.

import type { Node, ResolvedPos } from '@tiptap/pm/model';
import type { JSONContent } from '@tiptap/react';
import type { Attributes } from '../document/html-attributes.ts';

export type Gallery = {
  /** The block as a whole. */
  outerAt: number;
  outer: Node;
  /** What contains the pictures: the same block, or the list in it. */
  at: number;
  node: Node;
};

function classesOf(node: Node): string[] {
  return (node.attrs.extra as Attributes | null)?.class?.split(/\s+/) ?? [];
}

function isOuter(node: Node): boolean {
  return (
    node.type.name === 'section' && classesOf(node).some((name) => name === 'gallery' || name === 'wp-block-gallery')
  );
}

/** The gallery that a node is. */
function galleryIn(outer: Node, outerAt: number): Gallery | null {
  if (!isOuter(outer)) return null;
  const index = outer.children.findIndex((child) => classesOf(child).includes('blocks-gallery-grid'));
  if (index < 0) return { outerAt, outer, at: outerAt, node: outer };
  let at = outerAt + 1;
  for (let before = 0; before < index; before++) at += outer.child(before).nodeSize;
  const node = outer.child(index);
  // A list that could not be read as one is a block of HTML.
  return node.type.name === 'section' ? { outerAt, outer, at, node } : null;
}

/** The gallery around a place, or the one that begins there. */
export function galleryAt($pos: ResolvedPos): Gallery | null {
  for (let depth = $pos.depth; depth > 0; depth--) {
    const gallery = galleryIn($pos.node(depth), $pos.before(depth));
    if (gallery) return gallery;
  }
  return $pos.nodeAfter ? galleryIn($pos.nodeAfter, $pos.pos) : null;
}

/** Which picture of the gallery a place is in; null if it is in none of them. */
export function itemAt({ at, node }: Gallery, pos: number): number | null {
  const from = at + 1;
  if (pos < from || pos >= at + node.nodeSize - 1) return null;
  const { index } = node.childBefore(Math.max(1, pos - from + 1));
  return node.maybeChild(index)?.type.name === 'figcaption' ? null : index;
}

/** How many pictures it has. */
export function countItems({ node }: Gallery): number {
  return node.children.filter((child) => child.type.name !== 'figcaption').length;
}

/** The place after picture `index - 1`. */
export function placeOfItem({ at, node }: Gallery, index: number): number {
  let pos = at + 1;
  for (let before = 0; before < index; before++) pos += node.child(before).nodeSize;
  return pos;
}

/** A figure as an entry of this gallery. */
export function itemOf({ node }: Gallery, figure: JSONContent): JSONContent {
  if (node.attrs.tag !== 'ul') return figure;
  return {
    type: 'section',
    attrs: { tag: 'li', extra: { class: 'blocks-gallery-item' } },
    // Blocks of WordPress are not expected here.
    content: [{ ...figure, attrs: { extra: null, wrap: { open: '<figure>', close: '</figure>', name: '' } } }],
  };
}
