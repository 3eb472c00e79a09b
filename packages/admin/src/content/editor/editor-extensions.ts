// The nodes and marks of the editor. What a text contains beyond them becomes an HTML block.

import { Image } from '@tiptap/extension-image';
import { Link } from '@tiptap/extension-link';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { Extension, type Extensions, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { containerNodes } from './container-nodes.ts';
import { type Attributes, otherAttributes, shownAttributes } from './document/html-attributes.ts';
import { Find } from './find/find-plugin.ts';
import { footnoteNodes } from './footnotes/footnote-nodes.ts';
import { HtmlBlock } from './html-block.ts';
import { inlineMarks } from './inline-marks.ts';
import { ItemLinks } from './links/item-link-marks.ts';
import { MoveBlocks } from './move-blocks.ts';
import { tableNodes } from './table-nodes.ts';

const TextDocument = Node.create({
  name: 'doc',
  topNode: true,
  content: 'block+',
  addAttributes: () => ({ style: { default: 'html' }, tail: { default: '' } }),
});

/** Text in which spaces count, with formats in it. */
const Preformatted = Node.create({
  name: 'preformatted',
  content: 'inline*',
  group: 'block',
  whitespace: 'pre',
  defining: true,
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full', priority: 40 }],
  renderHTML: ({ HTMLAttributes }) => ['pre', { ...HTMLAttributes, 'data-preformatted': '' }, 0],
});

// Attributes that a node or mark has anyway.
const known: Record<string, readonly string[]> = {
  link: ['href', 'target', 'rel', 'class', 'title'],
  image: ['src', 'alt', 'title', 'width', 'height'],
  orderedList: ['start', 'type'],
  tableCell: ['colspan', 'rowspan', 'colwidth'],
  tableHeader: ['colspan', 'rowspan', 'colwidth'],
};
const blocks = [
  ...['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'preformatted'],
  ...['horizontalRule', 'section', 'figure', 'figcaption', 'media', 'details', 'summary', 'table', 'htmlBlock'],
];
const parts = ['listItem', 'tableRow', 'tableCell', 'tableHeader', 'image', 'hardBreak'];
const marks = ['bold', 'italic', 'strike', 'underline', 'code', 'link', 'superscript', 'subscript', 'inlineTag'];

/** What all blocks remember of their source, and the attributes of elements that the editor does not know. */
const SourceAttributes = Extension.create({
  name: 'sourceAttributes',
  addGlobalAttributes() {
    const hidden = { rendered: false, parseHTML: () => null };
    return [
      {
        types: blocks,
        attributes: {
          origin: { default: null, keepOnSplit: false, ...hidden },
          wrap: { default: null, ...hidden },
        },
      },
      ...[...blocks, ...parts, ...marks].map((type) => ({
        types: [type],
        attributes: {
          extra: {
            default: null,
            parseHTML: (element: HTMLElement) => otherAttributes(element, known[type]),
            renderHTML: (attributes: Record<string, unknown>) => shownAttributes(attributes.extra as Attributes | null),
          },
        },
      })),
      {
        types: ['bold', 'italic', 'strike', 'underline'],
        attributes: { tag: { default: null, rendered: false, parseHTML: (element: HTMLElement) => element.localName } },
      },
      {
        types: ['paragraph'],
        // Without an element: in a list item or a table cell, or anywhere in a text that blank lines separate.
        attributes: { bare: { default: true, rendered: false, parseHTML: () => false } },
      },
      {
        types: ['codeBlock'],
        attributes: {
          codeExtra: {
            default: null,
            rendered: false,
            parseHTML: (element: HTMLElement) => {
              const code = element.firstElementChild;
              return code ? otherAttributes(code, /^language-\S+$/.test(code.className) ? ['class'] : []) : null;
            },
          },
        },
      },
    ];
  },
});

/** Has the view look for a moved cursor, as it does when the browser reports one. */
function readSelection({ composing }: EditorView): boolean {
  if (!composing) document.dispatchEvent(new Event('selectionchange'));
  return false;
}

/**
 * Reads the cursor as soon as a click or a key has moved it. The browser reports that a moment later, and when it is busy
 * only after the next keys, which would then act on the block where the cursor was before.
 */
const ReadSelection = Extension.create({
  name: 'readSelection',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: { handleDOMEvents: { mouseup: readSelection, keydown: readSelection, keyup: readSelection } },
    }),
  ],
});

export const editorExtensions: Extensions = [
  TextDocument,
  // A trailing paragraph would count as a change.
  StarterKit.configure({ document: false, link: false, trailingNode: false }),
  // Keep links as they are, without added attributes.
  Link.configure({ openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } }),
  // Imported content has images inside paragraphs.
  Image.configure({ inline: true }),
  Preformatted,
  HtmlBlock,
  ...containerNodes,
  ...inlineMarks,
  ...tableNodes,
  ...footnoteNodes,
  ReadSelection,
  MoveBlocks,
  Find,
  ItemLinks,
  SourceAttributes,
];
