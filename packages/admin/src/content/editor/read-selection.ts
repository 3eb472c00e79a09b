// Reads the cursor as soon as a click or a key has moved it. The browser reports that a moment later, and when it is busy
// only after the next keys, which would then act on the block where the cursor was before.

import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { Extension } from '@tiptap/react';

/** Has the view look for a moved cursor, as it does when the browser reports one. */
function readSelection({ composing }: EditorView): boolean {
  if (!composing) document.dispatchEvent(new Event('selectionchange'));
  return false;
}

export const ReadSelection = Extension.create({
  name: 'readSelection',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: { handleDOMEvents: { mouseup: readSelection, keydown: readSelection, keyup: readSelection } },
    }),
  ],
});
