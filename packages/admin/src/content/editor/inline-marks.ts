// Marks for inline elements: sub- and superscript, and all others that only need to be kept.

import { type Extensions, Mark } from '@tiptap/react';

const names = 'span abbr acronym cite q small big tt font mark kbd samp var dfn time ins bdi bdo label'.split(' ');

/** Any other inline element. There may be several around one text. */
const InlineTag = Mark.create({
  name: 'inlineTag',
  priority: 90,
  excludes: '',
  addAttributes: () => ({
    tag: { default: 'span', rendered: false, parseHTML: (element) => element.localName },
  }),
  parseHTML: () => names.map((tag) => ({ tag, consuming: true })),
  renderHTML: ({ mark, HTMLAttributes }) => [mark.attrs.tag === 'label' ? 'span' : mark.attrs.tag, HTMLAttributes, 0],
});

const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: ({ HTMLAttributes }) => ['sup', HTMLAttributes, 0],
  addCommands() {
    return {
      toggleSuperscript:
        () =>
        ({ commands }) =>
          commands.toggleMark(this.name),
    };
  },
  addKeyboardShortcuts() {
    return { 'Mod-.': () => this.editor.commands.toggleSuperscript() };
  },
});

const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: ({ HTMLAttributes }) => ['sub', HTMLAttributes, 0],
  addCommands() {
    return {
      toggleSubscript:
        () =>
        ({ commands }) =>
          commands.toggleMark(this.name),
    };
  },
  addKeyboardShortcuts() {
    return { 'Mod-,': () => this.editor.commands.toggleSubscript() };
  },
});

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    superscript: { toggleSuperscript(): ReturnType };
    subscript: { toggleSubscript(): ReturnType };
  }
}

export const inlineMarks: Extensions = [InlineTag, Superscript, Subscript];
