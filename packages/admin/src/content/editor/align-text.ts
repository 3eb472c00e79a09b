// Aligns the texts in the selection.

import type { EditorState, Transaction } from '@tiptap/pm/state';
import { type Alignment, type Attributes, textAlignment, withAlignment } from './document/html-attributes.ts';

const aligned = new Set(['paragraph', 'heading', 'figcaption']);

/** How the text with the cursor is aligned. */
export function currentAlignment(state: EditorState): Alignment | null {
  return textAlignment(state.selection.$from.parent.attrs.extra as Attributes | null);
}

/** Aligns paragraphs, headings and captions in the selection; null removes what they have. */
export function alignText(state: EditorState, alignment: Alignment | null): Transaction {
  const { tr, selection, doc } = state;
  const isWordPress = doc.attrs.style === 'wordpress';
  doc.nodesBetween(selection.from, selection.to, (node, at) => {
    if (!aligned.has(node.type.name)) return;
    tr.setNodeAttribute(at, 'extra', withAlignment(node.attrs.extra as Attributes | null, alignment, isWordPress));
  });
  return tr;
}
