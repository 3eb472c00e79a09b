// Tables, on ProseMirror's own package for them.

import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
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
  addProseMirrorPlugins: () => [tableEditing()],
});

export const tableNodes: Extensions = [Table, Row, cell('tableCell', 'td'), cell('tableHeader', 'th')];
