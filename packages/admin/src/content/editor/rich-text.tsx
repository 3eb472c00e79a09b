// The visual editor with its toolbar.

import { RichTextEditor } from '@mantine/tiptap';
import { useQueryClient } from '@tanstack/react-query';
import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, type JSONContent, useEditor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MediaChoice } from '../../media/media-choice.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { styleNonce } from '../../ui/style-nonce.ts';
import { toastWarning } from '../../ui/toast.tsx';
import { BlockDialogs } from './block-dialogs.tsx';
import type { TextStyle } from './document/blocks.ts';
import { readDocument } from './document/read-document.ts';
import { writeDocument } from './document/write-document.ts';
import { BlockHandles } from './drag/block-handle.tsx';
import { editorExtensions } from './editor-extensions.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { FindBar } from './find/find-bar.tsx';
import { type BlockDialog, type InsertableBlock, insertBlock } from './insertable-blocks.ts';
import { LinkHint } from './link-hint.tsx';
import { LinkDialog } from './links/link-dialog.tsx';
import { cleanPastedHtml } from './paste/clean-paste.ts';
import { figureOf, fileOf, galleryOf, type LibraryFile } from './pictures/library-file.ts';
import { PictureBar } from './pictures/picture-bar.tsx';
import { addPictures, pictureIn } from './pictures/picture-commands.ts';
import { PictureUploads } from './pictures/picture-uploads.ts';
import pictureClasses from './pictures/pictures-in-text.module.css';
import { WholePictures } from './pictures/whole-pictures.ts';
import classes from './rich-text.module.css';
import { SlashMenu } from './slash-menu.tsx';

function sayPicturesAreLost(count: number): void {
  const are = count === 1 ? 'picture was' : 'pictures were';
  toastWarning(
    `${formatNumber(count)} ${are} not pasted`,
    'Word copies pictures as files on your computer. Copy and paste them one by one, or drag their files into the text.',
  );
}

// Long enough that a text is not written on each key.
const writeDelay = 250;

type RichTextProps = { value: string; set(html: string): void; takeEarly(): string | null };

export function RichText({ value, set, takeEarly }: RichTextProps) {
  const own = useRef(value);
  const latest = useRef(set);
  latest.current = set;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const write = useCallback((editor: Editor): void => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    own.current = writeDocument(editor.state.doc);
    latest.current(own.current);
  }, []);
  const client = useQueryClient();
  const onSent = (): void => void client.invalidateQueries({ queryKey: ['media'] });
  const editor = useEditor({
    extensions: [...editorExtensions, PictureUploads.configure({ onSent }), WholePictures],
    // The toolbar follows the selection by itself.
    shouldRerenderOnTransaction: false,
    ...(styleNonce ? { injectNonce: styleNonce } : {}),
    onBeforeCreate: ({ editor }) => {
      // A document is accepted here, which keeps what its blocks were read from.
      editor.options.content = readDocument(editor.schema, own.current) as unknown as JSONContent;
    },
    editorProps: {
      // The form saves on this key. The editor's own shortcut would add a line break.
      handleKeyDown: (_, event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter',
      transformPastedHTML: (html) => cleanPastedHtml(html, sayPicturesAreLost),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'data-content-input': '',
      },
    },
    onUpdate: ({ editor }) => {
      timer.current ??= setTimeout(() => write(editor), writeDelay);
    },
    onBlur: ({ editor }) => write(editor),
    onDestroy: () => clearTimeout(timer.current),
  });
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    clearTimeout(timer.current);
    timer.current = undefined;
    const doc = readDocument(editor.schema, value);
    const { tr } = editor.state;
    tr.replaceWith(0, tr.doc.content.size, doc.content);
    for (const [name, attribute] of Object.entries(doc.attrs)) tr.setDocAttribute(name, attribute);
    editor.view.dispatch(tr.setMeta('preventUpdate', true));
  }, [editor, value]);

  useEffect(() => {
    // An editor that is not in use soon after it was made is destroyed; another one follows at once.
    if (editor.isDestroyed) return;
    const early = takeEarly();
    if (early === null) return;
    editor.view.focus();
    if (early !== '') editor.commands.insertContent({ type: 'text', text: early });
  }, [editor, takeEarly]);

  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<BlockDialog | null>(null);
  const [isLinking, setLinking] = useState(false);
  const [find, setFind] = useState(0);
  const openFind = (): void => setFind((count) => count + 1);
  const insert = ({ content }: InsertableBlock): void => {
    if (typeof content === 'string') setDialog(content);
    else insertBlock(editor, content);
  };

  // The form is saved on these keys, wherever the focus is, and needs the text at once.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && ['s', 'Enter'].includes(event.key)) flushSync(() => write(editor));
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [editor, write]);

  // A page that is hidden may never be shown again.
  useEffect(() => {
    const onHide = (): void => write(editor);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      onHide();
    };
  }, [editor, write]);

  return (
    <RichTextEditor
      editor={editor}
      classNames={{
        root: classes.editor ?? '',
        toolbar: classes.toolbar ?? '',
        content: `${classes.text} ${pictureClasses.text}`,
      }}
      labels={labels}
      onKeyDown={(event) => {
        const open = { f: openFind, h: openFind, k: () => setLinking(true) }[event.key];
        if (!open || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
        // In React, dialogs are within the editor.
        if (!event.currentTarget.contains(event.target as Element)) return;
        event.preventDefault();
        // Elsewhere, Ctrl K opens the search.
        event.nativeEvent.stopPropagation();
        open();
      }}
    >
      <EditorToolbar editor={editor} insert={insert} link={() => setLinking(true)} find={openFind} />
      {find > 0 && <FindBar editor={editor} asked={find} onReplaced={() => write(editor)} close={() => setFind(0)} />}
      <div className={classes.frame} ref={setFrame}>
        <RichTextEditor.Content />
        <LinkHint editor={editor} edit={() => setLinking(true)} />
        <SlashMenu editor={editor} frame={frame} insert={insert} />
        <PictureBar editor={editor} frame={frame} />
        <BlockHandles editor={editor} frame={frame} />
      </div>
      <WordCount editor={editor} />
      <LinkDialog editor={editor} isOpen={isLinking} close={() => setLinking(false)} />
      {(dialog === 'picture' || dialog === 'gallery') && (
        <InsertPictures editor={editor} kind={dialog} close={() => setDialog(null)} />
      )}
      <BlockDialogs editor={editor} dialog={dialog} close={() => setDialog(null)} />
    </RichTextEditor>
  );
}

const labels = {
  linkControlLabel: 'Link',
  bulletListControlLabel: 'Bullet list',
  orderedListControlLabel: 'Numbered list',
  h2ControlLabel: 'Heading 2',
  h3ControlLabel: 'Heading 3',
  blockquoteControlLabel: 'Quote',
  linkEditorInputLabel: 'Link URL',
};

type InsertPicturesProps = { editor: Editor; kind: 'picture' | 'gallery'; close(): void };

/** Inserts pictures of the library: one as a figure, several as a gallery. */
function InsertPictures({ editor, kind, close }: InsertPicturesProps) {
  const insert = (files: readonly LibraryFile[]): void => {
    const style = editor.state.doc.attrs.style as TextStyle;
    const current = pictureIn(editor.state);
    const [first] = files;
    if (current?.gallery) {
      editor.view.dispatch(addPictures(editor.state, current, files));
    } else if (first) {
      const isGallery = kind === 'gallery' || files.length > 1;
      insertBlock(editor, isGallery ? galleryOf(files, style) : figureOf(first, style));
      selectImage(editor);
    }
    editor.view.focus();
  };
  return <MediaChoice type="image" multiple close={close} onPick={(media) => insert(media.map(fileOf))} />;
}

/** Selects the image at the cursor, so that its alt text is at hand. */
function selectImage({ state, view }: Editor): void {
  const { $from } = state.selection;
  if ($from.nodeAfter?.type.name !== 'image') return;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, $from.pos)));
}

const delay = 400;

/** How many words the text has. Counted when typing pauses. */
function WordCount({ editor }: { editor: Editor }) {
  const [words, setWords] = useState(() => countWords(editor));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onUpdate = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setWords(countWords(editor)), delay);
    };
    editor.on('transaction', onUpdate);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', onUpdate);
    };
  }, [editor]);
  return <p className={classes.words}>{formatCount(words, 'word')}</p>;
}

function countWords(editor: Editor): number {
  const { doc } = editor.state;
  const text = doc.textBetween(0, doc.content.size, ' ', ' ');
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++;
  return words;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
