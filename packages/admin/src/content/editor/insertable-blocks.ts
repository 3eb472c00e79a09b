// The blocks that the insert menu and the / menu offer.

import {
  IconBlockquote,
  IconBulb,
  IconCode,
  IconColumns2,
  IconH2,
  IconH3,
  IconH4,
  IconLayoutBottombarExpand,
  IconLetterT,
  IconLibraryPhoto,
  IconList,
  IconListNumbers,
  IconMovie,
  IconPhoto,
  IconPhotoDown,
  IconRectangle,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconTable,
} from '@tabler/icons-react';
import { TextSelection } from '@tiptap/pm/state';
import type { Editor, JSONContent } from '@tiptap/react';
import { galleryAt } from './pictures/gallery.ts';

/** A dialog that asks for what a block shows. */
export type BlockDialog = 'picture' | 'gallery' | 'image' | 'embed';

export type InsertableBlock = {
  label: string;
  /** What it is for, in a few words. */
  hint: string;
  /** Other words that find it. */
  words: string;
  icon: typeof IconTable;
  /** What it consists of, or the dialog that asks for it. */
  content: JSONContent | BlockDialog;
};

const paragraph: JSONContent = { type: 'paragraph' };
const column: JSONContent = {
  type: 'section',
  attrs: { tag: 'div', extra: { class: 'column' } },
  content: [paragraph],
};
const row = (type: string): JSONContent => ({
  type: 'tableRow',
  attrs: { part: type === 'tableHeader' ? 'thead' : 'tbody' },
  content: Array.from({ length: 3 }, () => ({ type, content: [paragraph] })),
});
const list = (type: string): JSONContent => ({ type, content: [{ type: 'listItem', content: [paragraph] }] });
const heading = (level: number): JSONContent => ({ type: 'heading', attrs: { level } });

export const insertableBlocks: readonly InsertableBlock[] = [
  { label: 'Text', hint: 'A plain paragraph', words: 'paragraph', icon: IconLetterT, content: paragraph },
  { label: 'Heading 2', hint: 'The title of a section', words: 'title h2', icon: IconH2, content: heading(2) },
  {
    label: 'Heading 3',
    hint: 'The title of a part of a section',
    words: 'title h3',
    icon: IconH3,
    content: heading(3),
  },
  { label: 'Heading 4', hint: 'A small title', words: 'title h4', icon: IconH4, content: heading(4) },
  {
    label: 'Image',
    hint: 'Upload a picture or choose one',
    words: 'picture photo figure caption media',
    icon: IconPhoto,
    content: 'picture',
  },
  {
    label: 'Gallery',
    hint: 'Several pictures side by side',
    words: 'pictures photos images',
    icon: IconLibraryPhoto,
    content: 'gallery',
  },
  {
    label: 'Image from URL',
    hint: 'A picture that is on another site',
    words: 'picture address link',
    icon: IconPhotoDown,
    content: 'image',
  },
  {
    label: 'Bullet list',
    hint: 'Points in no order',
    words: 'unordered points',
    icon: IconList,
    content: list('bulletList'),
  },
  {
    label: 'Numbered list',
    hint: 'Steps in their order',
    words: 'ordered',
    icon: IconListNumbers,
    content: list('orderedList'),
  },
  {
    label: 'Quote',
    hint: 'Words of another person',
    words: 'blockquote cite',
    icon: IconBlockquote,
    content: { type: 'blockquote', content: [paragraph] },
  },
  {
    label: 'Table',
    hint: 'Rows and columns with a header',
    words: 'rows cells grid',
    icon: IconTable,
    content: { type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] },
  },
  {
    label: 'Embed',
    hint: 'A video or audio from another site',
    words: 'video youtube vimeo spotify',
    icon: IconMovie,
    content: 'embed',
  },
  {
    label: 'Callout',
    hint: 'A note that stands out',
    words: 'note tip warning box',
    icon: IconBulb,
    content: { type: 'section', attrs: { tag: 'aside', extra: { class: 'callout' } }, content: [paragraph] },
  },
  {
    label: 'Details',
    hint: 'Text that opens with a click',
    words: 'toggle accordion expand faq',
    icon: IconLayoutBottombarExpand,
    content: { type: 'details', content: [{ type: 'summary' }, paragraph] },
  },
  {
    label: 'Columns',
    hint: 'Two texts side by side',
    words: 'layout side',
    icon: IconColumns2,
    content: { type: 'section', attrs: { tag: 'div', extra: { class: 'columns' } }, content: [column, column] },
  },
  {
    label: 'Button',
    hint: 'A link that stands out',
    words: 'link call to action',
    icon: IconRectangle,
    content: {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Button', marks: [{ type: 'link', attrs: { href: 'https://', class: 'button' } }] },
      ],
    },
  },
  { label: 'Code', hint: 'Lines of a program', words: 'program pre', icon: IconCode, content: { type: 'codeBlock' } },
  {
    label: 'Divider',
    hint: 'A line between two parts',
    words: 'line rule hr',
    icon: IconSeparatorHorizontal,
    content: { type: 'horizontalRule' },
  },
  {
    label: 'HTML',
    hint: 'Write the source yourself',
    words: 'source shortcode custom',
    icon: IconSourceCode,
    content: { type: 'htmlBlock' },
  },
];

/** The blocks whose label or words have this beginning. */
export function findBlocks(query: string): InsertableBlock[] {
  const start = query.trim().toLowerCase();
  const has = (text: string): boolean =>
    text
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(start));
  return insertableBlocks.filter(
    ({ label, words }) => label.toLowerCase().startsWith(start) || has(label) || has(words),
  );
}

/** Inserts a block after the one with the cursor, or in its place if that is an empty line or a / command. */
export function insertBlock(editor: Editor, content: JSONContent): void {
  const { state } = editor;
  const { $from } = state.selection;
  const node = state.schema.nodeFromJSON(content);
  // A gallery has only pictures: what is inserted there goes after it.
  const gallery = galleryAt($from);
  let depth = gallery && gallery.outerAt < $from.pos ? state.doc.resolve(gallery.outerAt).depth + 1 : $from.depth;
  // Tables and details are whole blocks: what is inserted there goes into a cell, but not into a list item or caption.
  while (depth > 1 && !$from.node(depth - 1).canReplaceWith($from.index(depth - 1), $from.index(depth - 1), node.type))
    depth--;
  const tr = state.tr;
  if (depth === 0) {
    tr.insert(state.selection.to, node);
    editor.view.dispatch(tr.scrollIntoView());
    return;
  }
  const current = $from.node(depth);
  const isReplaced =
    current.type.name === 'paragraph' && /^(?:\/[^/]*)?$/.test(current.textContent) && current.childCount <= 1;
  const at = isReplaced ? $from.before(depth) : $from.after(depth);
  if (isReplaced) tr.replaceWith(at, $from.after(depth), node);
  else tr.insert(at, node);
  // Somewhere to go on writing.
  const end = at + node.nodeSize;
  if (node.isAtom && tr.doc.resolve(end).nodeAfter === null) tr.insert(end, state.schema.nodeFromJSON(paragraph));
  tr.setSelection(TextSelection.near(tr.doc.resolve(node.isAtom ? end : at + 1)));
  editor.view.dispatch(tr.scrollIntoView());
  editor.view.focus();
}
