// Nodes that contain blocks: sections such as columns and groups, figures with captions, details.

import { type Extensions, mergeAttributes, Node } from '@tiptap/react';

/** A div, section or other element around blocks, or several blocks within one of WordPress. */
const Section = Node.create({
  name: 'section',
  content: '(block | figcaption)+',
  group: 'block',
  defining: true,
  addAttributes: () => ({
    tag: {
      default: 'div',
      parseHTML: (element) => element.dataset.section,
      renderHTML: ({ tag }) => ({ 'data-section': tag }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-section]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes, 0],
});

const Figure = Node.create({
  name: 'figure',
  content: 'media figcaption?',
  group: 'block',
  draggable: true,
  isolating: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

/** The images of a figure, and the links around them. */
const Media = Node.create({
  name: 'media',
  content: 'image*',
  parseHTML: () => [{ tag: 'div[data-media]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-media': '' }), 0],
});

const Caption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

const Details = Node.create({
  name: 'details',
  content: 'summary block*',
  group: 'block',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'details' }, { tag: 'div[data-details]' }],
  // Always open in the editor, so that its text can be edited.
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-details': '' }), 0],
});

const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'summary' }, { tag: 'div[data-summary]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-summary': '' }), 0],
});

export const containerNodes: Extensions = [Section, Figure, Media, Caption, Details, Summary];
