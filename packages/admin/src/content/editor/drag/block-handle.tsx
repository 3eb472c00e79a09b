// A handle beside each block, and on each picture of a gallery, by which it is dragged to another place. The arrow keys
// move it as well.

import { IconGripVertical } from '@tabler/icons-react';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Gap, gapAt, scrollAtEdges } from '../../../ui/drag.ts';
import { moveChild } from '../document/move-child.ts';
import classes from './block-handle.module.css';
import { type Block, blockAt, elementOf, elementsOf, galleryItemAt } from './drag-blocks.ts';

type BlockHandlesProps = { editor: Editor; frame: HTMLElement | null };

/** The handles of the block under the pointer, or, where nothing points, of the one with the cursor. */
export function BlockHandles({ editor, frame }: BlockHandlesProps) {
  // Compared by what it contains: most keys change nothing of it.
  const atCursor = useEditorState({ editor, selector: ({ editor }) => blocksAt(editor, editor.state.selection.from) });
  const [pointed, setPointed] = useState<number | null>(null);

  useEffect(() => {
    if (!frame) return;
    const onMove = (event: globalThis.PointerEvent): void => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
      // On the handle, it is still the same block.
      if (event.target instanceof Element && event.target.closest('button')) return;
      setPointed(positionAt(editor.view, event.clientX, event.clientY));
    };
    const onLeave = (): void => setPointed(null);
    frame.addEventListener('pointermove', onMove);
    frame.addEventListener('pointerleave', onLeave);
    return () => {
      frame.removeEventListener('pointermove', onMove);
      frame.removeEventListener('pointerleave', onLeave);
    };
  }, [editor, frame]);

  if (!frame || editor.isDestroyed) return null;
  const { block, item } = pointed === null ? atCursor : blocksAt(editor, pointed);
  return (
    <>
      <Handle editor={editor} frame={frame} block={block} kind="block" />
      <Handle editor={editor} frame={frame} block={item} kind="picture" />
    </>
  );
}

function blocksAt({ state: { doc } }: Editor, pos: number): { block: Block | null; item: Block | null } {
  const at = Math.min(pos, doc.content.size);
  return { block: blockAt(doc, at), item: galleryItemAt(doc, at) };
}

/** The position in the text at the height of the pointer, also if that is beside the text. */
function positionAt(view: EditorView, x: number, y: number): number | null {
  const box = view.dom.getBoundingClientRect();
  const left = Math.min(Math.max(x, box.left + 12), box.right - 12);
  const found = view.posAtCoords({ left, top: y });
  if (!found) return null;
  return found.inside >= 0 ? found.inside : found.pos;
}

type HandleProps = { editor: Editor; frame: HTMLElement; block: Block | null; kind: 'block' | 'picture' };
type Drag = { block: Block; gap: Gap | null; end(): void };

function Handle({ editor, frame, block: shown, kind }: HandleProps) {
  const [line, setLine] = useState<Gap['line'] | null>(null);
  const drag = useRef<Drag | null>(null);
  useEffect(() => () => drag.current?.end(), []);
  const block = drag.current?.block ?? shown;
  const element = block && elementOf(editor.view, block);
  if (!block || block.count < 2 || !element) return null;

  const moveTo = (block: Block, index: number): void => {
    editor.view.dispatch(moveChild(editor.state, block.parentAt, block.index, index).scrollIntoView());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    moveTo(block, block.index + by);
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { block, gap: null, end: scrollAtEdges() };
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    const current = drag.current;
    if (!current) return;
    const boxes = elementsOf(editor.view, current.block).map((sibling) => sibling.getBoundingClientRect());
    current.gap = gapAt(boxes, clientX, clientY, kind === 'picture');
    setLine(current.gap?.line ?? null);
  };
  const end = (isDropped: boolean): void => {
    const current = drag.current;
    drag.current = null;
    setLine(null);
    current?.end();
    if (!current?.gap || !isDropped) return;
    const { index } = current.gap;
    moveTo(current.block, index > current.block.index ? index - 1 : index);
    editor.view.focus();
  };
  const box = element.getBoundingClientRect();
  const around = frame.getBoundingClientRect();
  return (
    <>
      <button
        type="button"
        className={classes.handle}
        data-kind={kind}
        style={{ top: box.top - around.top, ...(kind === 'picture' ? { left: box.left - around.left + 6 } : {}) }}
        aria-label={
          kind === 'block'
            ? 'Move the block: drag, or use the arrow keys'
            : 'Move the picture: drag, or use the arrow keys'
        }
        title="Drag to move"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => end(true)}
        onPointerCancel={() => end(false)}
        onMouseDown={(event) => event.preventDefault()}
      >
        <IconGripVertical size={16} stroke={1.5} aria-hidden />
      </button>
      {line && createPortal(<div className={classes.line} style={line} />, document.body)}
    </>
  );
}
