// The link at the cursor, and how it is set and removed.

import type { EditorState } from '@tiptap/pm/state';
import { type Editor, getMarkRange } from '@tiptap/react';
import type { Attributes } from '../document/html-attributes.ts';
import { itemAttribute } from './link-target.ts';

export type CurrentLink = { href: string; itemId: string | null; extra: Attributes; from: number; to: number };

/** The link with the cursor, or the one at the start of what is selected. */
export function currentLink(state: EditorState): CurrentLink | null {
  const type = state.schema.marks.link;
  const { selection, doc } = state;
  if (!type || !selection.$from.parent.isTextblock) return null;
  const range = getMarkRange(doc.resolve(selection.from), type);
  const mark = range && doc.nodeAt(range.from)?.marks.find((mark) => mark.type === type);
  if (!mark) return null;
  const extra = (mark.attrs.extra as Attributes | null) ?? {};
  return { href: String(mark.attrs.href ?? ''), itemId: extra[itemAttribute] ?? null, extra, ...range };
}

type NewLink = { href: string; itemId: string | null; text: string };

/** Links what is selected, changes the link with the cursor, or else inserts the text as a link. */
export function setLink(editor: Editor, { href, itemId, text }: NewLink): void {
  const { state } = editor;
  const type = state.schema.marks.link;
  if (!type) return;
  const link = currentLink(state);
  const { [itemAttribute]: _, ...others } = link?.extra ?? {};
  const extra: Attributes = { ...others, ...(itemId === null ? {} : { [itemAttribute]: itemId }) };
  const mark = { href, extra: Object.keys(extra).length === 0 ? null : extra };
  const chain = editor.chain().focus();
  if (state.selection.empty && link) chain.setTextSelection(link).setMark('link', mark).setTextSelection(link.to).run();
  else if (!state.selection.empty) chain.setMark('link', mark).run();
  else chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: mark }] }).run();
}

export function removeLink(editor: Editor): void {
  const link = currentLink(editor.state);
  const type = editor.state.schema.marks.link;
  if (link && type) editor.view.dispatch(editor.state.tr.removeMark(link.from, link.to, type));
  editor.view.focus();
}
