// The menu of blocks that opens when a line starts with a slash.

import { Paper } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { cursorPlace } from './cursor-place.ts';
import { findBlocks, type InsertableBlock } from './insertable-blocks.ts';
import classes from './slash-menu.module.css';

type SlashMenuProps = {
  editor: Editor;
  /** The element around the editor's own. */
  frame: HTMLElement | null;
  insert(block: InsertableBlock): void;
};

const listId = 'slash-menu';

export function SlashMenu({ editor, frame, insert }: SlashMenuProps) {
  const query = useEditorState({ editor, selector: ({ editor }) => readQuery(editor) });
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState<string | null>(null);
  const found = query === null ? [] : findBlocks(query);
  const isOpen = found.length > 0 && closed === null && !editor.isDestroyed;
  const state = useRef({ isOpen, found, active, insert });
  state.current = { isOpen, found, active, insert };

  useEffect(() => {
    setActive(0);
    if (query === null) setClosed(null);
  }, [query]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { isOpen, found, active, insert } = state.current;
      if (!isOpen || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (move) setActive((active + move + found.length) % found.length);
      else if (event.key === 'Escape') setClosed('closed');
      else if (event.key === 'Enter' || event.key === 'Tab') insert(found[active] as InsertableBlock);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the editor's own keys. Its element may not exist yet.
    frame?.addEventListener('keydown', onKeyDown, true);
    return () => frame?.removeEventListener('keydown', onKeyDown, true);
  }, [frame]);

  useEffect(() => {
    const dom = frame?.querySelector('[data-content-input]');
    if (!isOpen || !dom) return;
    dom.setAttribute('aria-controls', listId);
    dom.setAttribute('aria-activedescendant', `${listId}-${active}`);
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [frame, isOpen, active]);

  if (!isOpen) return null;
  const { bottom, left } = cursorPlace(editor);
  return (
    <Paper
      withBorder
      shadow="md"
      id={listId}
      role="listbox"
      aria-label="Insert a block"
      className={classes.menu ?? ''}
      style={{ top: bottom, left }}
    >
      {found.map((block, index) => (
        <div
          key={block.label}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={classes.option}
          // Keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          onMouseEnter={() => setActive(index)}
          onClick={() => insert(block)}
          onKeyDown={() => undefined}
        >
          <block.icon size={16} stroke={1.5} aria-hidden />
          <span>
            {block.label} <span className={classes.hint}>{block.hint}</span>
          </span>
        </div>
      ))}
    </Paper>
  );
}

/** What was typed after the slash; null if the line is no command. */
function readQuery(editor: Editor): string | null {
  const { empty, $from } = editor.state.selection;
  if (!empty || $from.parent.type.name !== 'paragraph' || $from.parentOffset !== $from.parent.content.size) return null;
  return /^\/([\w ]{0,20})$/.exec($from.parent.textContent)?.[1] ?? null;
}
