// Finds a text in a document of the editor, also where formats begin and end within it.

import type { Node } from '@tiptap/pm/model';
import { readTokens } from '../document/html-tokens.ts';

export type Query = { text: string; matchCase: boolean };

export type Match = { from: number; to: number };

export type Found = {
  /** In the order of the document. */
  matches: Match[];
  /** How many more are in the text of blocks that are shown as HTML. */
  inHtml: number;
};

/** What stands for an image or a line break in a text, so that places in it are places in the document. */
const leaf = '\ufffc';

/** The pattern of a query; null if there is nothing to find. A space also finds a no-break space. */
export function patternOf({ text, matchCase }: Query): RegExp | null {
  const escaped = text
    .replaceAll(leaf, '')
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replaceAll(/[ \u00a0]/g, '[ \\u00a0]');
  return escaped === '' ? null : new RegExp(escaped, matchCase ? 'gu' : 'giu');
}

/** Searches the blocks of a document. Blocks that did not change are not searched again by the same search. */
export function createSearch(query: Query): (doc: Node) => Found {
  const pattern = patternOf(query);
  const known = new WeakMap<Node, Found>();
  const search = (block: Node): Found => {
    const kept = known.get(block);
    if (kept) return kept;
    const found = pattern ? findInBlock(block, pattern) : { matches: [], inHtml: 0 };
    known.set(block, found);
    return found;
  };
  return (doc) => {
    const all: Found = { matches: [], inHtml: 0 };
    doc.forEach((block, at) => {
      const { matches, inHtml } = search(block);
      for (const { from, to } of matches) all.matches.push({ from: at + from, to: at + to });
      all.inHtml += inHtml;
    });
    return all;
  };
}

/** The places are those within the document if the block were its first. */
function findInBlock(block: Node, pattern: RegExp): Found {
  const found: Found = { matches: [], inHtml: 0 };
  const visit = (node: Node, at: number): void => {
    if (node.type.name === 'htmlBlock') {
      found.inHtml += countInHtml(node.attrs.html as string, pattern);
    } else if (node.isTextblock) {
      const text = node.textBetween(0, node.content.size, undefined, leaf);
      for (const { index, 0: match } of text.matchAll(pattern))
        found.matches.push({ from: at + 1 + index, to: at + 1 + index + match.length });
    } else {
      node.forEach((child, offset) => {
        visit(child, at + 1 + offset);
      });
    }
  };
  visit(block, 0);
  return found;
}

const notShown = new Set(['script', 'style', 'template']);

/** How often the text between the tags has it. */
export function countInHtml(html: string, pattern: RegExp): number {
  let count = 0;
  let hidden = '';
  for (const { kind, name, start, end } of readTokens(html)) {
    if (kind === 'open' && notShown.has(name) && hidden === '') hidden = name;
    else if (kind === 'close' && name === hidden) hidden = '';
    else if (kind === 'text' && hidden === '') count += html.slice(start, end).match(pattern)?.length ?? 0;
  }
  return count;
}

/** The match that contains this place or comes after it; the first one if none does. */
export function matchAt(matches: readonly Match[], place: number): number {
  const next = matches.findIndex(({ from }) => from >= place);
  return next === -1 ? 0 : next;
}
