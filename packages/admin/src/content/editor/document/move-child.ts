// Moves a block to another place among its siblings. It stays what it is, so that it keeps its bytes.

import { type EditorState, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state';

/** Makes child `from` of the node at a place (-1: the text) its child `to`. The cursor goes with it. */
export function moveChild({ tr, doc }: EditorState, parentAt: number, from: number, to: number): Transaction {
  const parent = parentAt < 0 ? doc : doc.nodeAt(parentAt);
  const child = parent?.maybeChild(from);
  if (!parent || !child || from === to || to < 0 || to >= parent.childCount) return tr;
  const placeOf = (index: number): number =>
    parent.children.slice(0, index).reduce((at, { nodeSize }) => at + nodeSize, parentAt + 1);
  const start = placeOf(from);
  tr.delete(start, start + child.nodeSize);
  const target = to > from ? placeOf(to + 1) - child.nodeSize : placeOf(to);
  tr.insert(target, child);
  const isWhole = child.isAtom || child.type.name === 'figure';
  return tr.setSelection(isWhole ? NodeSelection.create(tr.doc, target) : Selection.near(tr.doc.resolve(target + 1)));
}
