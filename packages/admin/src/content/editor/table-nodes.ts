// Tables, on ProseMirror's own package for them.

import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { type Extensions, mergeAttributes, Node } from '@tiptap/react';

// What ProseMirror's commands on tables take them for.
const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const numberOf = (element: HTMLElement, name: string): number => Math.max(1, Number(element.getAttribute(name)) || 1);

function cell(name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') {
  return Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: { default: 1, parseHTML: (element) => numberOf(element, 'colspan') },
      rowspan: { default: 1, parseHTML: (element) => numberOf(element, 'rowspan') },
      colwidth: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });
}

/** On the screen, a header without text is a cell like any other: screen readers have nothing to say of it. */
const emptyHeaders = new Plugin<DecorationSet>({
  state: {
    init: (_, { doc }) => findEmptyHeaders(doc),
    apply: (change, before) => (change.docChanged ? findEmptyHeaders(change.doc) : before),
  },
  props: {
    decorations(state) {
      return this.getState(state);
    },
  },
});

function findEmptyHeaders(doc: DocumentNode): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, place) => {
    if (node.type.name === 'tableHeader' && node.textContent === '') {
      found.push(Decoration.node(place, place + node.nodeSize, { role: 'cell' }));
    }
    return !node.isTextblock;
  });
  return DecorationSet.create(doc, found);
}

const Row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({
    /** The part of the table that it is in. */
    part: {
      default: 'tbody',
      rendered: false,
      parseHTML: (element) => element.parentElement?.localName ?? 'tbody',
    },
  }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

const Table = Node.create({
  name: 'table',
  content: 'tableRow+',
  group: 'block',
  isolating: true,
  extendNodeSchema: ({ name }) => (roles[name] ? { tableRole: roles[name] } : {}),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
  addKeyboardShortcuts() {
    const go = (direction: -1 | 1) => () => goToNextCell(direction)(this.editor.state, this.editor.view.dispatch);
    return { Tab: go(1), 'Shift-Tab': go(-1) };
  },
  addProseMirrorPlugins: () => [tableEditing(), emptyHeaders],
});

export const tableNodes: Extensions = [Table, Row, cell('tableCell', 'td'), cell('tableHeader', 'th')];
