// Splits an HTML text into its top-level blocks: elements, blocks of WordPress, shortcodes, and texts without an element,
// which blank lines separate. Nothing is lost: the gaps and the sources, joined, are the text.

import { blockElements, readTokens, type Token } from './html-tokens.ts';

export type Piece = {
  /** Between this block and the one before it: white space only. */
  gap: string;
  source: string;
  kind: 'element' | 'text' | 'shortcode' | 'comment' | 'broken' | 'wordpress';
  /** Of an element and of a WordPress block: its name. */
  name: string;
  /** What is inside of an element or WordPress block, as indexes in `source`. Null if it does not close. */
  inner: { start: number; end: number } | null;
};

export type Pieces = { pieces: Piece[]; tail: string };

// Stand for themselves, but not within a text that began before.
const standAlone = new Set(
  'script style template noscript iframe video audio object embed svg canvas form select textarea dt dd li tr td th thead tbody tfoot'.split(
    ' ',
  ),
);
const wordPressComment = /^<!--\s+(\/?)wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s*(?:\{[\s\S]*\}\s*)?(\/)?-->$/;
const shortcodeLine = /\[([a-zA-Z_][\w-]*)(?=[\s\]/])[^\]\n]*\](?!\()/y;

/** Splits a text. `gap`s, `source`s and `tail`, joined in this order, are `html`. */
export function splitBlocks(html: string): Pieces {
  const tokens = readTokens(html);
  const wordPressEnds = matchWordPress(html, tokens);
  const pieces: Piece[] = [];
  let done = 0;
  const add = (start: number, end: number, rest: Pick<Piece, 'kind'> & Partial<Piece>): void => {
    const piece: Piece = {
      name: '',
      inner: null,
      gap: html.slice(done, start),
      source: html.slice(start, end),
      ...rest,
    };
    pieces.push(piece);
    done = end;
  };
  let index = 0;
  while (index < tokens.length) {
    const token = tokens[index] as Token;
    if (token.kind === 'text' && isBlank(html, token.start, token.end)) {
      index++;
    } else if (token.kind === 'comment') {
      const wordPress = wordPressEnds.get(index);
      if (wordPress) {
        const { name, endsAt } = wordPress;
        const last = tokens[endsAt] as Token;
        const inner = endsAt === index ? null : { start: token.end - token.start, end: last.start - token.start };
        add(token.start, last.end, { kind: 'wordpress', name, inner });
        index = endsAt + 1;
      } else {
        add(token.start, token.end, { kind: 'comment' });
        index++;
      }
    } else if (token.kind !== 'text' && (blockElements.has(token.name) || standAlone.has(token.name))) {
      index = addElement(html, tokens, index, add);
    } else {
      index = addText(html, tokens, index, wordPressEnds, add);
    }
  }
  return { pieces, tail: html.slice(done) };
}

type Add = (start: number, end: number, rest: Pick<Piece, 'kind'> & Partial<Piece>) => void;

function addElement(html: string, tokens: Token[], index: number, add: Add): number {
  const token = tokens[index] as Token;
  const { name } = token;
  if (token.kind === 'void') {
    add(token.start, token.end, { kind: 'element', name });
    return index + 1;
  }
  if (token.kind === 'close' || token.endsAt === -1) {
    add(token.start, token.end, { kind: 'broken', name });
    return index + 1;
  }
  const last = tokens[token.endsAt];
  if (last?.kind === 'close' && last.name === name) {
    const inner = { start: token.end - token.start, end: last.start - token.start };
    add(token.start, last.end, { kind: 'element', name, inner });
    return token.endsAt + 1;
  }
  // Ends where the next element begins. The white space before that is outside.
  const end = trimEnd(html, token.end, last?.start ?? html.length);
  add(token.start, end, { kind: 'element', name, inner: { start: token.end - token.start, end: end - token.start } });
  return token.endsAt;
}

/** Adds texts that are not in an element, up to the next block. Returns the token of that block. */
function addText(
  html: string,
  tokens: Token[],
  from: number,
  wordPressEnds: ReadonlyMap<number, unknown>,
  add: Add,
): number {
  let start = (tokens[from] as Token).start;
  const endText = (at: number): void => {
    const textStart = trimStart(html, start, at);
    const end = trimEnd(html, textStart, at);
    if (end > textStart) add(textStart, end, { kind: 'text' });
    start = at;
  };
  let index = from;
  while (index < tokens.length) {
    const token = tokens[index] as Token;
    if (token.end <= start) {
      // In the content of a shortcode.
      index++;
    } else if (token.kind === 'text') {
      for (const { at, shortcode } of findEnds(html, Math.max(token.start, start), token.end, start)) {
        endText(at);
        if (!shortcode) continue;
        add(at, at + shortcode.length, { kind: 'shortcode', name: shortcodeName(shortcode) });
        start = trimStart(html, at + shortcode.length, token.end);
      }
      index++;
    } else if (token.kind === 'comment') {
      if (wordPressEnds.has(index) || isOwnComment(html, token)) break;
      index++;
    } else {
      const isFirst = isBlank(html, start, token.start);
      if (blockElements.has(token.name) || (isFirst && standAlone.has(token.name))) break;
      // An inline element with all that is in it.
      const isElement = token.kind === 'open' && tokens[token.endsAt]?.kind === 'close';
      index = isElement ? token.endsAt + 1 : index + 1;
    }
  }
  endText(tokens[index]?.start ?? html.length);
  return index;
}

type TextEnd = { at: number; shortcode?: string };

/** Where a text ends: at blank lines, and before shortcodes that have lines of their own. */
function* findEnds(html: string, from: number, to: number, textStart: number): Generator<TextEnd> {
  let isLineStart = isBlank(html, textStart, from);
  let at = from;
  while (at < to) {
    const word = trimStart(html, at, to);
    const isBlankLine = at > from && /\n[^\n]*\n/.test(html.slice(at - 1, word));
    if (isBlankLine) yield { at: word };
    const shortcode = isLineStart || at > from ? readShortcode(html, word, to) : null;
    if (shortcode) yield { at: word, shortcode };
    isLineStart = false;
    const line = endOfLine(html, word + (shortcode?.length ?? 0), to);
    if (line >= to) return;
    at = line + 1;
  }
}

function shortcodeName(shortcode: string): string {
  return /[\w-]+/.exec(shortcode)?.[0] ?? '';
}

const maxShortcodeContent = 5000;

/** A shortcode, with its content if it has any, that has its lines to itself. */
function readShortcode(html: string, start: number, to: number): string | null {
  shortcodeLine.lastIndex = start;
  const match = shortcodeLine.exec(html);
  if (!match || shortcodeLine.lastIndex > to) return null;
  const opened = shortcodeLine.lastIndex;
  const closing = `[/${match[1]}]`;
  const content = html.slice(opened, opened + maxShortcodeContent);
  const close = content.indexOf(closing);
  const end = close === -1 ? opened : opened + close + closing.length;
  const next = trimStart(html, end, html.length, spaceInLine);
  return next === html.length || html[next] === '\n' ? html.slice(start, end) : null;
}

/** Comments that mean something to a site, and all that have a line of their own. */
function isOwnComment(html: string, { start, end }: Token): boolean {
  if (/^<!--\s*(?:more|nextpage|noteaser|\/?wp:)/.test(html.slice(start, Math.min(end, start + 30)))) return true;
  const before = trimEnd(html, 0, start, spaceInLine);
  return before === 0 || html[before - 1] === '\n';
}

type WordPressEnd = { name: string; endsAt: number };

/** The comments that open a block of WordPress, each with the token that closes it. */
function matchWordPress(html: string, tokens: Token[]): Map<number, WordPressEnd> {
  const ends = new Map<number, WordPressEnd>();
  const open: { name: string; index: number }[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, by: number): number => {
    const next = (counts.get(name) ?? 0) + by;
    counts.set(name, next);
    return next;
  };
  tokens.forEach((token, index) => {
    if (token.kind !== 'comment') return;
    const match = wordPressComment.exec(html.slice(token.start, token.end));
    if (!match) return;
    const name = match[2] as string;
    if (match[3]) {
      ends.set(index, { name, endsAt: index });
    } else if (!match[1]) {
      open.push({ name, index });
      count(name, 1);
    } else if ((counts.get(name) ?? 0) > 0) {
      for (let last = open.pop(); last; last = open.pop()) {
        count(last.name, -1);
        if (last.name !== name) continue;
        ends.set(last.index, { name, endsAt: index });
        break;
      }
    }
  });
  return ends;
}

const space = /[ \t\r\n\f]/;
const spaceInLine = /[ \t\r\f]/;

function trimStart(html: string, from: number, to: number, spaces = space): number {
  let at = from;
  while (at < to && spaces.test(html[at] as string)) at++;
  return at;
}

function trimEnd(html: string, from: number, to: number, spaces = space): number {
  let at = to;
  while (at > from && spaces.test(html[at - 1] as string)) at--;
  return at;
}

/** The next line feed, or `to`. What is beyond is not searched: the line may be the whole text. */
function endOfLine(html: string, from: number, to: number): number {
  let at = from;
  while (at < to && html[at] !== '\n') at++;
  return at;
}

function isBlank(html: string, from: number, to: number): boolean {
  return trimStart(html, from, to) === to;
}
