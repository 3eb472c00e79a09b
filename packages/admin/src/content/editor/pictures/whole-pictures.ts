// A picture is one thing with its caption: it is dragged as a whole, and Enter goes on after it.

import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, Extension } from '@tiptap/react';
import { pictureIn } from './picture-commands.ts';

export const WholePictures = Extension.create({
  name: 'wholePictures',
  addKeyboardShortcuts() {
    return { Enter: () => writeAfter(this.editor) };
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          dragstart: (view, { target }) => {
            if (target instanceof HTMLImageElement) selectFigure(view, target);
            return false;
          },
        },
      },
    }),
  ],
});

function writeAfter({ state, view }: Editor): boolean {
  const picture = pictureIn(state);
  const { paragraph } = state.schema.nodes;
  const block = picture?.gallery ? { at: picture.gallery.outerAt, node: picture.gallery.outer } : picture?.figure;
  if (!block || !paragraph) return false;
  const after = block.at + block.node.nodeSize;
  const tr = state.tr.insert(after, paragraph.create());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
}

/** What is selected is dragged. */
function selectFigure(view: EditorView, image: HTMLImageElement): void {
  const { doc, tr } = view.state;
  const $pos = doc.resolve(view.posAtDOM(image, 0));
  const depth = $pos.depth - 1;
  if (depth < 1 || $pos.node(depth).type.name !== 'figure') return;
  view.dispatch(tr.setSelection(NodeSelection.create(doc, $pos.before(depth))));
}
