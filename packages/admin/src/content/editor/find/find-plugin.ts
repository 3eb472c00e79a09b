// Keeps what was found while the text changes, marks it, and replaces it.

import { closeHistory } from '@tiptap/pm/history';
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { Extension } from '@tiptap/react';
import classes from './find-bar.module.css';
import { createSearch, type Found, type Match, matchAt, type Query } from './find-matches.ts';

export type FindState = Found & {
  query: Query;
  /** The index of the current match; -1 if there is none. */
  current: number;
  search: ReturnType<typeof createSearch>;
  marks: DecorationSet;
};

const key = new PluginKey<FindState | null>('find');

// Marking more would make each key slow.
const maxMarked = 1000;

/** What is being looked for in this text; null while the bar is closed. */
export function findState(state: EditorState): FindState | null {
  return key.getState(state) ?? null;
}

function show(doc: EditorState['doc'], query: Query, search: FindState['search'], place: number): FindState {
  const found = search(doc);
  const current = found.matches.length === 0 ? -1 : matchAt(found.matches, place);
  return withMarks(doc, { ...found, query, search, current, marks: DecorationSet.empty });
}

function withMarks(doc: EditorState['doc'], find: FindState): FindState {
  const { matches, current } = find;
  const first = Math.max(0, Math.min(current - maxMarked / 2, matches.length - maxMarked));
  const marks = matches.slice(first, first + maxMarked).map(({ from, to }, index) => {
    const isCurrent = first + index === current;
    return Decoration.inline(from, to, { class: `${classes.match}${isCurrent ? ` ${classes.current}` : ''}` });
  });
  return { ...find, marks: DecorationSet.create(doc, marks) };
}

type Change = { query: Query | null; place: number } | { current: number };

const plugin = new Plugin<FindState | null>({
  key,
  state: {
    init: () => null,
    apply: (tr, find, _, { doc }) => {
      const change = tr.getMeta(key) as Change | undefined;
      if (change && 'query' in change)
        return change.query && show(doc, change.query, createSearch(change.query), change.place);
      if (!find) return null;
      if (change) return withMarks(doc, { ...find, current: change.current });
      if (!tr.docChanged) return find;
      const place = tr.mapping.map(find.matches[find.current]?.from ?? tr.selection.from);
      return show(doc, find.query, find.search, place);
    },
  },
  props: { decorations: (state) => findState(state)?.marks },
});

export const Find = Extension.create({ name: 'find', addProseMirrorPlugins: () => [plugin] });

/** Looks for a text from the cursor on; null ends the search. */
export function lookFor(state: EditorState, query: Query | null): Transaction {
  return state.tr.setMeta(key, { query, place: state.selection.from } satisfies Change);
}

/** Goes to the next match or the one before, around the ends. Selects it, so that it can be seen and typed over. */
export function goToMatch(state: EditorState, by: -1 | 0 | 1): Transaction | null {
  const find = findState(state);
  const count = find?.matches.length ?? 0;
  if (!find || count === 0) return null;
  const current = (find.current + by + count) % count;
  const { from, to } = find.matches[current] as Match;
  return state.tr
    .setMeta(key, { current } satisfies Change)
    .setSelection(TextSelection.create(state.doc, from, to))
    .scrollIntoView();
}

/** Replaces the current match. The next one is then the current one. */
export function replaceMatch(state: EditorState, text: string): Transaction | null {
  const find = findState(state);
  const match = find?.matches[find.current];
  if (!match) return null;
  const tr = replaceIn(state.tr, match, text);
  // So that a text that contains what is looked for is not found again.
  return tr.setSelection(TextSelection.create(tr.doc, match.from + text.length));
}

/** Replaces all matches, in one step for Undo. */
export function replaceAllMatches(state: EditorState, text: string): Transaction | null {
  const matches = findState(state)?.matches ?? [];
  if (matches.length === 0) return null;
  const { tr } = state;
  // From the end, so that the places before it stay.
  for (const match of matches.toReversed()) replaceIn(tr, match, text);
  return closeHistory(tr);
}

/** The new text has the formats with which the old one began. */
function replaceIn(tr: Transaction, { from, to }: Match, text: string): Transaction {
  if (text === '') return tr.delete(from, to);
  return tr.replaceWith(from, to, tr.doc.type.schema.text(text, tr.doc.nodeAt(from)?.marks ?? []));
}
