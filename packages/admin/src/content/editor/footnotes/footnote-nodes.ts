// Footnotes in the editor: a reference and the link back from its note, each as one thing that leads to the other.

import type { Node as ModelNode } from '@tiptap/pm/model';
import { type Command, NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { Extension, type Extensions, mergeAttributes, Node } from '@tiptap/react';
import {
  addNote,
  arrangeFootnotes,
  footnoteList,
  isFootnoteList,
  newNote,
  noteId,
  referencedIds,
} from '../document/arrange-footnotes.ts';
import { newReference, readBackLink, readReference } from '../document/footnote-html.ts';
import classes from './footnotes.module.css';

const hidden = { rendered: false, parseHTML: () => null };

const Reference = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    id: { default: '', ...hidden },
    number: { default: '', ...hidden },
    extra: { default: {}, ...hidden },
    linkExtra: { default: {}, ...hidden },
  }),
  parseHTML: () => [{ tag: 'sup[data-fn]', priority: 60, getAttrs: (element) => readReference(element) ?? false }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'sup',
    mergeAttributes(HTMLAttributes, { class: classes.reference, title: `Footnote ${node.attrs.number}` }),
    String(node.attrs.number),
  ],
  renderText: ({ node }) => `[${node.attrs.number}]`,
});

const BackLink = Node.create({
  name: 'footnoteBack',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    href: { default: '', ...hidden },
    label: { default: '', ...hidden },
    extra: { default: {}, ...hidden },
  }),
  parseHTML: () => [
    {
      tag: 'ol.wp-block-footnotes li a[href^="#"]',
      priority: 60,
      getAttrs: (element) => readBackLink(element) ?? false,
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: classes.back, title: 'Back to the reference' }),
    String(node.attrs.label),
  ],
  renderText: () => '',
});

/** Inserts a reference at the cursor, and goes on in its new note. */
export const insertFootnote: Command = (state, dispatch) => {
  const type = state.schema.nodes.footnote;
  const { $to } = state.selection;
  const index = $to.index();
  if (!type || !$to.parent.isTextblock || !$to.parent.canReplaceWith(index, index, type)) return false;
  if (isFootnoteList($to.node(1))) return false;
  // The toolbar asks after each key.
  if (!dispatch) return true;
  const id = newId();
  const tr = state.tr.insert($to.pos, type.create(newReference(id)));
  addNote(tr, newNote(type, id));
  arrangeFootnotes(tr, new Set());
  const place = notePlace(tr.doc, id);
  if (place !== null) tr.setSelection(TextSelection.create(tr.doc, place));
  dispatch(tr.scrollIntoView());
  return true;
};

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The start of the text of a note. */
function notePlace(doc: ModelNode, id: string): number | null {
  const found = footnoteList(doc);
  if (!found) return null;
  let at = found.at + 1;
  for (const note of found.list.children) {
    if (noteId(note) === id) return at + 2;
    at += note.nodeSize;
  }
  return null;
}

/** The place after a reference. */
function referencePlace(doc: ModelNode, id: string): number | null {
  let place: number | null = null;
  doc.descendants((node, at) => {
    if (place === null && node.type.name === 'footnote' && node.attrs.id === id) place = at + node.nodeSize;
    return place === null;
  });
  return place;
}

/** From a reference to its note, and from there back. */
function follow(view: EditorView, node: ModelNode): boolean {
  const { doc, tr } = view.state;
  let place: number | null = null;
  if (node.type.name === 'footnote') place = notePlace(doc, node.attrs.id as string);
  else if (node.type.name === 'footnoteBack')
    place = referencePlace(doc, String(node.attrs.href).replace(/^#|-link$/g, ''));
  if (place === null) return false;
  view.dispatch(tr.setSelection(TextSelection.create(doc, place)).scrollIntoView());
  view.focus();
  return true;
}

const arranging = (): Plugin => {
  // Notes whose references were deleted: one that is cut and pasted elsewhere brings its note back.
  const deletedNotes = new Map<string, ModelNode>();
  return new Plugin({
    appendTransaction: (transactions, before, { doc, tr }) => {
      // Another text is shown.
      if (transactions.some((tr) => tr.getMeta('preventUpdate'))) return null;
      const [old, next] = [referencedIds(before.doc), referencedIds(doc)];
      if (String(old) === String(next)) return null;
      const deleted = new Set(old.filter((id) => !next.includes(id)));
      for (const note of footnoteList(doc)?.list.children ?? [])
        if (deleted.has(noteId(note))) deletedNotes.set(noteId(note), note);
      for (const id of new Set(next)) {
        const note = deletedNotes.get(id);
        if (note && !old.includes(id) && notePlace(doc, id) === null) addNote(tr, note);
      }
      arrangeFootnotes(tr, deleted);
      return tr.docChanged ? tr : null;
    },
    props: {
      handleClickOn: (view, _, node) => follow(view, node),
      handleKeyDown: (view, event) => {
        const { selection } = view.state;
        return event.key === 'Enter' && selection instanceof NodeSelection && follow(view, selection.node);
      },
    },
  });
};

const Footnotes = Extension.create({
  name: 'footnotes',
  // Before the keys of the lists, for which Enter is a new item.
  priority: 200,
  addKeyboardShortcuts() {
    return { 'Mod-Alt-f': () => insertFootnote(this.editor.state, this.editor.view.dispatch) };
  },
  addProseMirrorPlugins: () => [arranging()],
});

export const footnoteNodes: Extensions = [Reference, BackLink, Footnotes];
