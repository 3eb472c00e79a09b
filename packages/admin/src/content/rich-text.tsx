// The visual editor with its toolbar.

import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../ui/style-nonce.ts';
import classes from './content-input.module.css';
import { editorExtensions } from './editor-extensions.ts';
import { ImageControl } from './image-control.tsx';

export function RichText({ value, set }: { value: string; set(html: string): void }) {
  const own = useRef(value);
  const latest = useRef(set);
  latest.current = set;
  const editor = useEditor({
    extensions: editorExtensions,
    content: value,
    shouldRerenderOnTransaction: true,
    ...(styleNonce ? { injectNonce: styleNonce } : {}),
    editorProps: {
      // Ctrl or ⌘ with Enter saves, as everywhere in the form. The editor's own shortcut would add a line break.
      handleKeyDown: (_, event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'data-content-input': '',
      },
    },
    onUpdate: ({ editor }) => {
      own.current = editor.isEmpty ? '' : editor.getHTML();
      latest.current(own.current);
    },
  });
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <RichTextEditor
      editor={editor}
      classNames={{ root: classes.editor ?? '', toolbar: classes.toolbar ?? '', content: classes.text ?? '' }}
      labels={labels}
    >
      <RichTextEditor.Toolbar sticky role="toolbar" aria-label="Formatting">
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Strikethrough />
          <RichTextEditor.Code />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.H4 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
          <RichTextEditor.CodeBlock />
          <RichTextEditor.Hr />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
          <ImageControl editor={editor} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

const labels = {
  linkControlLabel: 'Link',
  unlinkControlLabel: 'Remove link',
  bulletListControlLabel: 'Bullet list',
  orderedListControlLabel: 'Numbered list',
  h2ControlLabel: 'Heading 2',
  h3ControlLabel: 'Heading 3',
  h4ControlLabel: 'Heading 4',
  hrControlLabel: 'Divider',
  blockquoteControlLabel: 'Quote',
  linkEditorInputLabel: 'Link URL',
};
