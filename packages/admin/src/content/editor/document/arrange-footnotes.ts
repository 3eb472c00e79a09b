// Keeps the notes of a text in the order of their references, with numbers that follow from it.

import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { type BackLink, newBackLink, withNumber } from './footnote-html.ts';
import type { Attributes } from './html-attributes.ts';

const listClass = 'wp-block-footnotes';

/** Where a reference is, from the start of its top-level block. */
type Place = { id: string; at: number };

const known = new WeakMap<Node, Place[]>();

function referencesIn(block: Node): Place[] {
  const kept = known.get(block);
  if (kept) return kept;
  const places: Place[] = [];
  block.descendants((node, at) => {
    if (node.type.name === 'footnote') places.push({ id: node.attrs.id as string, at: at + 1 });
  });
  known.set(block, places);
  return places;
}

/** The IDs of all references in their order, with repeated ones. */
export function referencedIds(doc: Node): string[] {
  return doc.children.flatMap((block) => referencesIn(block).map(({ id }) => id));
}

export function isFootnoteList(node: Node): boolean {
  const names = (node.attrs.extra as Attributes | null | undefined)?.class ?? '';
  return node.type.name === 'orderedList' && names.split(/\s+/).includes(listClass);
}

/** The list of notes and its place; null if the text has none. */
export function footnoteList(doc: Node): { list: Node; at: number } | null {
  let at = 0;
  for (const list of doc.children) {
    if (isFootnoteList(list)) return { list, at };
    at += list.nodeSize;
  }
  return null;
}

/** The ID of the reference that a note belongs to. */
export function noteId(item: Node): string {
  return (item.attrs.extra as Attributes | null)?.id ?? '';
}

/** Adds a note at the end of the list, and the list if there is none. */
export function addNote(tr: Transaction, note: Node): void {
  const found = footnoteList(tr.doc);
  if (found) tr.insert(found.at + found.list.nodeSize - 1, note);
  else tr.insert(tr.doc.content.size, note.type.schema.node('orderedList', { extra: { class: listClass } }, [note]));
}

export function newNote({ schema }: Node['type'], id: string): Node {
  const content = [schema.text(' '), schema.node('footnoteBack', newBackLink(id))];
  return schema.node('listItem', { extra: { id } }, [schema.node('paragraph', null, content)]);
}

/** Numbers the references, puts their notes in this order, and deletes the notes of these IDs. */
export function arrangeFootnotes(tr: Transaction, deleted: ReadonlySet<string>): Transaction {
  const order = [...new Set(referencedIds(tr.doc))];
  const numbers = new Map(order.map((id, index) => [id, String(index + 1)]));
  arrangeNotes(tr, order, deleted);
  tr.doc.descendants((node, at) => {
    if (node.type.name === 'footnote') {
      const number = numbers.get(node.attrs.id as string);
      if (number !== node.attrs.number) tr.setNodeAttribute(at, 'number', number);
    }
    if (node.type.name === 'footnoteBack') {
      const link = node.attrs as BackLink;
      const number = numbers.get(link.href.replace(/^#|-link$/g, ''));
      const next = number && withNumber(link, number);
      if (next && next.extra['aria-label'] !== link.extra['aria-label']) tr.setNodeAttribute(at, 'extra', next.extra);
    }
  });
  return tr;
}

function arrangeNotes(tr: Transaction, order: string[], deleted: ReadonlySet<string>): void {
  const found = footnoteList(tr.doc);
  if (!found) return;
  const { list, at } = found;
  const kept = list.children.filter((note) => !deleted.has(noteId(note)));
  const place = (note: Node): number => {
    const index = order.indexOf(noteId(note));
    return index === -1 ? order.length : index;
  };
  const notes = kept.toSorted((a, b) => place(a) - place(b));
  if (notes.length === 0) {
    if (tr.doc.childCount > 1) tr.delete(at, at + list.nodeSize);
  } else if (notes.length !== list.childCount || notes.some((note, index) => note !== list.child(index)))
    tr.replaceWith(at + 1, at + list.nodeSize - 1, notes);
}
