// The menus of the toolbar: blocks to insert, alignment, what can be done with the current block, and tables.

import { Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDotsVertical,
  IconPlus,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { alignText, currentAlignment } from './align-text.ts';
import type { Alignment } from './document/html-attributes.ts';
import { type InsertableBlock, insertableBlocks } from './insertable-blocks.ts';
import { deleteBlock, duplicateBlock, moveBlock } from './move-blocks.ts';

export function InsertMenu({ insert }: { insert(block: InsertableBlock): void }) {
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <RichTextEditor.Control aria-label="Insert a block" title="Insert a block (or type / on an empty line)">
          <IconPlus size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {insertableBlocks.map((block) => (
          <Menu.Item
            key={block.label}
            leftSection={<block.icon size={16} stroke={1.5} aria-hidden />}
            onClick={() => insert(block)}
          >
            {block.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const alignments = [
  { value: 'left', label: 'Align left', icon: IconAlignLeft },
  { value: 'center', label: 'Center', icon: IconAlignCenter },
  { value: 'right', label: 'Align right', icon: IconAlignRight },
] as const;

export function AlignControls({ editor }: { editor: Editor }) {
  const current = currentAlignment(editor.state);
  const align = (alignment: Alignment): void => {
    // Left is what a text is anyway.
    const next = alignment === current || alignment === 'left' ? null : alignment;
    editor.view.dispatch(alignText(editor.state, next));
    editor.view.focus();
  };
  return alignments.map(({ value, label, icon: Icon }) => (
    <RichTextEditor.Control
      key={value}
      aria-label={label}
      title={label}
      active={current === value}
      aria-pressed={current === value}
      onClick={() => align(value)}
    >
      <Icon size={16} stroke={1.5} aria-hidden />
    </RichTextEditor.Control>
  ));
}

export function BlockMenu({ editor }: { editor: Editor }) {
  return (
    <ToolbarMenu label="Block" icon={IconDotsVertical}>
      <Item editor={editor} label="Move up" command={moveBlock(-1)} icon={IconArrowUp} keys="Ctrl ⇧ ↑" />
      <Item editor={editor} label="Move down" command={moveBlock(1)} icon={IconArrowDown} keys="Ctrl ⇧ ↓" />
      <Item editor={editor} label="Duplicate" command={duplicateBlock} icon={IconCopy} />
      <Item editor={editor} label="Delete block" command={deleteBlock} icon={IconTrash} />
    </ToolbarMenu>
  );
}

export function TableMenu({ editor }: { editor: Editor }) {
  return (
    <ToolbarMenu label="Table" icon={IconTable}>
      <Item editor={editor} label="Add row" command={addRowAfter} />
      <Item editor={editor} label="Add column" command={addColumnAfter} />
      <Item editor={editor} label="Delete row" command={deleteRow} />
      <Item editor={editor} label="Delete column" command={deleteColumn} />
      <Menu.Divider />
      <Item editor={editor} label="Header row" command={toggleHeaderRow} />
      <Item editor={editor} label="Merge cells" command={mergeCells} />
      <Item editor={editor} label="Split cell" command={splitCell} />
      <Menu.Divider />
      <Item editor={editor} label="Delete table" command={deleteTable} />
    </ToolbarMenu>
  );
}

type ToolbarMenuProps = { label: string; icon: typeof IconTable; children: ReactNode };

function ToolbarMenu({ label, icon: Icon, children }: ToolbarMenuProps) {
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <RichTextEditor.Control aria-label={label} title={label}>
          <Icon size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

type ItemProps = { editor: Editor; label: string; command: Command; icon?: typeof IconTable; keys?: string };

function Item({ editor, label, command, icon: Icon, keys }: ItemProps) {
  return (
    <Menu.Item
      leftSection={Icon && <Icon size={16} stroke={1.5} aria-hidden />}
      rightSection={keys}
      disabled={!command(editor.state)}
      onClick={() => {
        command(editor.state, editor.view.dispatch);
        editor.view.focus();
      }}
    >
      {label}
    </Menu.Item>
  );
}
