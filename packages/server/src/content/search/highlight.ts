// Where the words of a search are in a text: as HTML in which they are marked, and everything else is escaped.

import type { ReadContext } from '../../context/context.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { escapeHtml } from '../../lib/html.ts';
import { readHtmlText } from '../../lib/html-text.ts';
import { offThread } from '../../lib/off-thread.ts';
import { includedWords, type SearchQuery, type SearchWords } from '../../lib/search-query.ts';
import { makeExcerpt, type PlacedWord, placedWords } from '../../lib/text.ts';

/** HTML with `<mark>` around the words that were found. */
export type Highlight = { title: string; text: string };
export type HighlightInput = {
  words: readonly SearchWords[];
  texts: readonly { title: string; excerpt: string; html: string }[];
};

type Place = { start: number; end: number };

/** Characters around the first word that is found. */
const lengthBefore = 60;
const lengthOfPart = 240;
const wordsOfExcerpt = 40;

/** Characters that are read at once. */
const maxAtOnce = 10_000;

/** Long texts are read on another thread. */
export async function highlightTexts(input: HighlightInput): Promise<Highlight[]> {
  const length = input.texts.reduce((sum, { html }) => sum + html.length, 0);
  return length <= maxAtOnce
    ? highlightAll(input)
    : offThread<typeof highlightAll>('search', import.meta.url, 'highlightAll', input);
}

/** The titles, and of each text the part where the first words are; if there are none, its excerpt. Exported for the thread. */
export function highlightAll({ words, texts }: HighlightInput): Highlight[] {
  const find = finder(words);
  return texts.map(({ title, excerpt, html }) => {
    const text = readHtmlText(html).all;
    const places = find(text);
    const start = makeExcerpt(excerpt, wordsOfExcerpt);
    return {
      title: mark(title, find(title)),
      text: places.length > 0 ? markPart(text, places) : mark(start, find(start)),
    };
  });
}

function finder(words: readonly SearchWords[]): (text: string) => Place[] {
  const single = new Set(words.flatMap(({ words, isPrefix }) => (words.length === 1 && !isPrefix ? words : [])));
  const beginnings = words.flatMap(({ words, isPrefix }) => (words.length === 1 && isPrefix ? words : []));
  const runs = words.filter(({ words }) => words.length > 1);
  // In scripts without spaces the words of a search are pairs of characters.
  const pairs = new Set(words.flatMap(({ words }) => words));
  const lengthAt = (placed: PlacedWord[], at: number): number => {
    const { word, isUnspaced, end } = placed[at]!;
    const next = placed[at + 1];
    if (isUnspaced) return next?.start === end && pairs.has(word + next.word) ? 2 : pairs.has(word) ? 1 : 0;
    const run = runs.find(({ words }) => words.every((text, index) => placed[at + index]?.word === text));
    if (run) return run.words.length;
    return single.has(word) || beginnings.some((beginning) => word.startsWith(beginning)) ? 1 : 0;
  };
  return (text) => {
    const placed = placedWords(text);
    return placed.flatMap(({ start }, at) => {
      const length = lengthAt(placed, at);
      return length === 0 ? [] : [{ start, end: placed[at + length - 1]!.end }];
    });
  };
}

/** The places are in order; they may overlap. */
function mark(text: string, places: readonly Place[], from = 0, to = text.length): string {
  let html = '';
  let at = from;
  const joined: Place[] = [];
  for (const { start, end } of places) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  for (const { start, end } of joined) {
    if (start < from || end > to) continue;
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeHtml(text.slice(at, to));
}

function markPart(text: string, places: readonly Place[]): string {
  const first = places[0]!;
  const from = first.start <= lengthBefore ? 0 : startAfter(text, first.start - lengthBefore, first.start);
  const to = Math.max(first.end, endBefore(text, from + lengthOfPart));
  return `${from > 0 ? '…' : ''}${mark(text, places, from, to).trim()}${to < text.length ? '…' : ''}`;
}

/** Behind the next space, or here if there is none before `max`. */
function startAfter(text: string, from: number, max: number): number {
  const space = text.indexOf(' ', from);
  return space >= 0 && space < max ? space + 1 : wholeCharacter(text, from);
}

function endBefore(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const space = text.lastIndexOf(' ', to);
  return space > to - lengthBefore ? space : wholeCharacter(text, to);
}

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

// Where items of a list have the words that were searched for.

const queries = keptQueries();

/** Words further back in a content are not shown. */
const maxLength = 100_000;

/** By the IDs of the items. */
export async function readHighlights(
  ctx: ReadContext,
  query: SearchQuery,
  itemIds: readonly string[],
): Promise<Map<string, Highlight>> {
  if (itemIds.length === 0) return new Map();
  const ids = filledUp(itemIds);
  const rows = await queries.run(ctx, `texts ${ids.length}`, { ...ids }, () =>
    ctx.db
      .selectFrom('items')
      .select(['id', 'title', 'excerpt'])
      .select((eb) => eb.fn<string>('substr', ['content', eb.lit(1), eb.lit(maxLength)]).as('html'))
      .where('id', 'in', slotsIn(ids)),
  );
  const highlights = await highlightTexts({ words: includedWords(query), texts: rows });
  return new Map(rows.map(({ id }, index) => [id, highlights[index]!]));
}
