// Where the cursor is within the frame of the editor.

import type { Editor } from '@tiptap/react';

const width = 240;

/** Below the line with the cursor, for something that is not wider than a menu. */
export function cursorPlace(editor: Editor): { bottom: number; left: number } {
  const { bottom, left } = editor.view.coordsAtPos(editor.state.selection.from);
  const frame = editor.view.dom.parentElement?.getBoundingClientRect();
  return {
    bottom: bottom - (frame?.top ?? 0) + 6,
    left: Math.max(0, Math.min(left - (frame?.left ?? 0), (frame?.width ?? width) - width)),
  };
}
