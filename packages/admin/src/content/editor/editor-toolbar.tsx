// The toolbar of the editor. Renders only when what it shows has changed, not on each key.

import { RichTextEditor } from '@mantine/tiptap';
import { IconAsterisk, IconLink, IconPhoto, IconSearch } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { currentAlignment } from './align-text.ts';
import { insertFootnote } from './footnotes/footnote-nodes.ts';
import { type InsertableBlock, insertableBlocks } from './insertable-blocks.ts';
import { AlignControls, BlockMenu, InsertMenu, TableMenu } from './toolbar-menus.tsx';

const image = insertableBlocks.find(({ content }) => content === 'picture');

type EditorToolbarProps = { editor: Editor; insert(block: InsertableBlock): void; link(): void; find(): void };

export function EditorToolbar({ editor, insert, link, find }: EditorToolbarProps) {
  useEditorState({ editor, selector: ({ editor }) => activeFormats(editor) });
  return (
    <RichTextEditor.Toolbar sticky role="toolbar" aria-label="Formatting">
      <RichTextEditor.ControlsGroup>
        <InsertMenu insert={insert} />
        <RichTextEditor.Control aria-label="Image" title="Image" onClick={() => image && insert(image)}>
          <IconPhoto size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
        <RichTextEditor.Superscript />
        <RichTextEditor.Subscript />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <AlignControls editor={editor} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Control
          aria-label="Link"
          title="Link (Ctrl K)"
          active={editor.isActive('link')}
          aria-pressed={editor.isActive('link')}
          onClick={link}
        >
          <IconLink size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
        <RichTextEditor.Control
          aria-label="Footnote"
          title="Footnote (Ctrl Alt F)"
          disabled={!insertFootnote(editor.state)}
          onClick={() => {
            insertFootnote(editor.state, editor.view.dispatch);
            editor.view.focus();
          }}
        >
          <IconAsterisk size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        {editor.isActive('table') && <TableMenu editor={editor} />}
        <BlockMenu editor={editor} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Control aria-label="Find and replace" title="Find and replace (Ctrl F)" onClick={find}>
          <IconSearch size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}

const formats = [
  ...['bold', 'italic', 'strike', 'code', 'superscript', 'subscript', 'link', 'image'],
  ...['bulletList', 'orderedList', 'blockquote', 'codeBlock', 'table'],
];

/** All that the toolbar shows, as a text that changes with it. */
function activeFormats(editor: Editor): string {
  const active = formats.filter((name) => editor.isActive(name));
  const { parent } = editor.state.selection.$from;
  const alignment = currentAlignment(editor.state);
  return [
    ...active,
    parent.type.name,
    parent.attrs.level,
    alignment,
    editor.can().undo(),
    editor.can().redo(),
    insertFootnote(editor.state),
  ].join(' ');
}
