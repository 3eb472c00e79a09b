// Moves, copies and deletes the block with the cursor.

import { Fragment } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';

type Command = (state: EditorState, dispatch: ((tr: Transaction) => void) | undefined) => boolean;

/** The place of the top-level block with the cursor. */
function currentBlock(state: EditorState): { index: number; from: number; to: number } | null {
  const { selection, doc } = state;
  const index = selection.$from.index(0);
  const node = doc.maybeChild(index);
  if (!node) return null;
  let from = 0;
  for (let before = 0; before < index; before++) from += doc.child(before).nodeSize;
  return { index, from, to: from + node.nodeSize };
}

/** Moves the block by one place. */
export function moveBlock(by: -1 | 1): Command {
  return (state, dispatch) => {
    const block = currentBlock(state);
    const other = block && state.doc.maybeChild(block.index + by);
    if (!block || !other) return false;
    const node = state.doc.child(block.index);
    const start = by === 1 ? block.from : block.from - other.nodeSize;
    const { tr, selection } = state;
    tr.replaceWith(
      start,
      start + node.nodeSize + other.nodeSize,
      Fragment.from(by === 1 ? [other, node] : [node, other]),
    );
    const shift = by * other.nodeSize;
    if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, selection.from + shift));
    else tr.setSelection(Selection.near(tr.doc.resolve(selection.from + shift)));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Inserts the same block once more after it. */
export const duplicateBlock: Command = (state, dispatch) => {
  const block = currentBlock(state);
  if (!block) return false;
  dispatch?.(state.tr.insert(block.to, state.doc.child(block.index)).scrollIntoView());
  return true;
};

/** Deletes the block; the only one leaves an empty line. */
export const deleteBlock: Command = (state, dispatch) => {
  const block = currentBlock(state);
  const { paragraph } = state.schema.nodes;
  if (!block || !paragraph) return false;
  const { tr } = state;
  if (state.doc.childCount === 1) tr.replaceWith(block.from, block.to, paragraph.create());
  else tr.delete(block.from, block.to);
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(block.from, tr.doc.content.size))));
  dispatch?.(tr.scrollIntoView());
  return true;
};

export const MoveBlocks = Extension.create({
  name: 'moveBlocks',
  addKeyboardShortcuts() {
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch);
    return { 'Mod-Shift-ArrowUp': run(moveBlock(-1)), 'Mod-Shift-ArrowDown': run(moveBlock(1)) };
  },
});
