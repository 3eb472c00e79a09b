// What a typed search means: words that must all occur, "phrases in quotes", alternatives (OR) and -words that must not
// occur. Any text is a valid search; one that names nothing to look for finds nothing.

import { cleanText, cutWord, fold, isUnspaced, letterRuns, pairsOf, wordSegments } from './text.ts';

/** Words that follow each other; the last one may be the beginning of a word. */
export type SearchWords = { words: readonly string[]; isPrefix: boolean };
export type SearchNode = SearchWords | { all: readonly SearchNode[] } | { any: readonly SearchNode[] };
/** `included` is null if nothing is looked for. */
export type SearchQuery = { included: SearchNode | null; excluded: readonly SearchNode[] };

/**
 * Consecutive words of the search. `spelled` is how a word was typed, in lower case and without hyphens, if other words may
 * stand for it; `words` are then the parts between its hyphens.
 */
export type TypedPart = SearchWords & { spelled: string | null };
/** Parts that must all occur. */
type Term = TypedPart[];
/** Of each group of terms one must occur. */
export type TypedSearch = { groups: Term[][]; excluded: Term[] };

const maxLength = 2000;
const maxWords = 64;
const typographicQuotes = /[“”„‟«»]/g;
const quoted = /([-−]?)"([^"]*)"(?=\s|$)/y;
const token = /\S+/y;
const minus = /^[-−](?=[\p{L}\p{N}])/u;
const hyphens = /[-'’‘‐]/;

/** French, Italian and Catalan words that lose their vowel before the next word. */
const elided = new Set(
  'l d j m t s n c qu jusqu lorsqu puisqu quoiqu quelqu un all dall dell nell sull coll quest quell'.split(' '),
);

/** Reads what was typed. The last word counts as a beginning until something other than `*` follows it. */
export function readSearch(text: string): TypedSearch {
  const cleaned = cleanText(text.slice(0, maxLength)).replace(typographicQuotes, '"');
  const groups: Term[][] = [];
  const excluded: Term[] = [];
  let words = 0;
  let joins = false;
  const add = (term: Term, isExcluded: boolean): void => {
    words += term.reduce((sum, part) => sum + part.words.length, 0);
    if (term.length > 0 && isExcluded) excluded.push(term);
    else if (term.length > 0 && joins) groups.at(-1)?.push(term);
    else if (term.length > 0) groups.push([term]);
    joins = false;
  };
  for (let at = skipSpaces(cleaned, 0); at < cleaned.length && words < maxWords; at = skipSpaces(cleaned, at)) {
    quoted.lastIndex = at;
    token.lastIndex = at;
    const phrase = quoted.exec(cleaned);
    if (phrase) {
      add(readPhrase(phrase[2]!, maxWords - words), phrase[1] !== '');
      at = quoted.lastIndex;
      continue;
    }
    const [typed] = token.exec(cleaned)!;
    at = token.lastIndex;
    if (isOr(typed) && groups.length > 0 && isOperand(cleaned.slice(at))) joins = true;
    else if (minus.test(typed)) add(readToken(typed.slice(1), false, maxWords - words), true);
    else add(readToken(typed, at === cleaned.length, maxWords - words), false);
  }
  return { groups, excluded };
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}

function isOr(typed: string): boolean {
  return typed === 'OR' || typed === '|';
}

/** Whether something to look for follows. */
function isOperand(rest: string): boolean {
  const next = rest.trimStart().split(/\s/, 1)[0]!;
  return !isOr(next) && !/^[-−]/.test(next) && /[\p{L}\p{N}]/u.test(next);
}

/** The words as they stand, without other forms. In scripts without spaces, each run is a phrase of its own. */
function readPhrase(text: string, maxWords: number): Term {
  const parts: Term = [];
  let run: string[] = [];
  const endRun = (): void => {
    if (run.length > 0) parts.push({ words: run, isPrefix: false, spelled: null });
    run = [];
  };
  for (const { text: segment, isUnspaced } of wordSegments(fold(text)).slice(0, maxWords)) {
    if (!isUnspaced) run.push(cutWord(segment));
    else {
      endRun();
      parts.push({ words: pairsOf(segment).slice(0, maxWords), isPrefix: false, spelled: null });
    }
  }
  endRun();
  return parts;
}

function readToken(typed: string, isAtEnd: boolean, maxWords: number): Term {
  const end = isAtEnd ? endBeforeStars(typed) : -1;
  const parts: Term = [];
  for (const { 0: run, index } of typed.matchAll(letterRuns)) {
    if (parts.length >= maxWords) break;
    parts.push(...readRun(run.toLowerCase(), index + run.length === end));
  }
  return parts.slice(0, maxWords);
}

function endBeforeStars(text: string): number {
  let end = text.length;
  while (text[end - 1] === '*') end--;
  return end;
}

/** A word, or several that hyphens or apostrophes join. */
function readRun(run: string, isAtEnd: boolean): Term {
  const segments = wordSegments(fold(run));
  const spelling = isUnspaced(run) || /\p{N}/u.test(run) ? [] : spellingOf(run);
  const words = spelling.flatMap((word) => wordSegments(fold(word)).map(({ text }) => cutWord(text)));
  if (words.length === 0 || words.length !== spelling.length) {
    return segments.flatMap(({ text, isUnspaced }, index): Term => {
      if (isUnspaced) return pairsOf(text).map((pair) => ({ words: [pair], isPrefix: false, spelled: null }));
      const isPrefix = isAtEnd && index === segments.length - 1;
      return [{ words: [cutWord(text)], isPrefix, spelled: null }];
    });
  }
  const isWhole = run.endsWith(spelling.at(-1)!);
  return [{ words, isPrefix: isAtEnd && isWhole, spelled: spelling.join('') }];
}

/** The parts of a word in lower case, without an elided article and the ’s of a possessive. */
export function spellingOf(run: string): string[] {
  const parts = run.split(hyphens);
  if (parts.length === 1) return parts;
  const apostropheAt = (index: number): boolean => /['’‘]/.test(run[index] ?? '');
  if (elided.has(parts[0]!) && apostropheAt(parts[0]!.length)) parts.shift();
  if (parts.length > 1 && parts.at(-1) === 's' && apostropheAt(run.length - 2)) parts.pop();
  return parts;
}

/** The query for an index. `alternatives` are the words (or several, with spaces) that may stand for a spelled one. */
export function searchQuery(
  { groups, excluded }: TypedSearch,
  alternatives: (spelled: string) => readonly string[] = () => [],
): SearchQuery {
  const nodeOf = (term: Term): SearchNode => all(term.map((part) => partNode(part, alternatives)));
  return {
    included: groups.length === 0 ? null : all(groups.map((terms) => any(terms.map(nodeOf)))),
    excluded: excluded.map(nodeOf),
  };
}

function partNode(part: TypedPart, alternatives: (spelled: string) => readonly string[]): SearchNode {
  const { words, isPrefix, spelled } = part;
  if (spelled === null) return { words, isPrefix };
  const joined = cutWord(fold(spelled));
  const others = new Set(alternatives(spelled));
  others.delete(joined);
  const apart = words.map((word, index) => ({ words: [word], isPrefix: isPrefix && index === words.length - 1 }));
  return any([
    ...(words.length > 1 ? [all(apart)] : []),
    { words: [joined], isPrefix },
    ...[...others].map((text) => ({ words: text.split(' '), isPrefix: false })),
  ]);
}

function all(nodes: readonly SearchNode[]): SearchNode {
  return nodes.length === 1 ? nodes[0]! : { all: nodes };
}

function any(nodes: readonly SearchNode[]): SearchNode {
  return nodes.length === 1 ? nodes[0]! : { any: nodes };
}

/** The words for which others may stand, as they were typed. */
export function spelledWords({ groups, excluded }: TypedSearch): string[] {
  const parts = [...groups.flat(), ...excluded].flat();
  return [...new Set(parts.flatMap(({ spelled }) => spelled ?? []))];
}

/** The words of the query that are looked for. */
export function includedWords({ included }: SearchQuery): SearchWords[] {
  const wordsIn = (node: SearchNode): SearchWords[] => {
    if ('words' in node) return [node];
    return ('all' in node ? node.all : node.any).flatMap(wordsIn);
  };
  return included === null ? [] : wordsIn(included);
}
