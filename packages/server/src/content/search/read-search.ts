// What a search looks for, with the other forms of its words; and where nothing else matches, with words that are nearly the
// same.

import { sql } from 'kysely';
import leven from 'leven';
import type { ReadContext } from '../../context/context.ts';
import { filledUp, keptQueries, slot, slotsIn } from '../../database/kept-queries.ts';
import { readSearch, type SearchQuery, searchQuery, spelledWords, type TypedSearch } from '../../lib/search-query.ts';
import type { Memo } from '../model/memo.ts';
import { findAlternatives, reverse, type SearchedLanguages, stemsFor } from './vocabulary.ts';

/** Words of one search that may be wrong. */
const maxCorrected = 8;

export type ItemSearch = {
  query: SearchQuery;
  typed: TypedSearch;
  alternatives: ReadonlyMap<string, readonly string[]>;
  languages: SearchedLanguages;
};

/**
 * Reads what was typed, for items in these languages. Without `languages`, a word has the forms that it has in any of them.
 * What the vocabulary says about it is kept in `memo`.
 */
export async function readItemSearch(
  ctx: ReadContext,
  text: string,
  { memo, languages = null }: { memo?: Memo; languages?: SearchedLanguages } = {},
): Promise<ItemSearch> {
  const typed = readSearch(text);
  const spelled = spelledWords(typed);
  const find = () => findAlternatives(ctx, spelled, languages);
  const alternatives = memo ? await memo.value(`forms ${JSON.stringify([languages, spelled])}`, find) : await find();
  return { query: searchQuery(typed, (word) => alternatives.get(word) ?? []), typed, alternatives, languages };
}

/**
 * The same search, in which words that find nothing by themselves stand for similar ones as well. Null if there are none.
 * `finds`: whether a query finds anything that the caller can see.
 */
export async function forgiveTypos(
  ctx: ReadContext,
  { typed, alternatives, languages }: ItemSearch,
  finds: (query: SearchQuery) => Promise<boolean>,
): Promise<SearchQuery | null> {
  const parts = typed.groups.flat(2).filter(({ spelled }) => spelled !== null);
  const all = new Map(alternatives);
  for (const part of parts.slice(0, maxCorrected)) {
    const spelled = part.spelled as string;
    const alone = searchQuery({ groups: [[[part]]], excluded: [] }, (word) => alternatives.get(word) ?? []);
    if (await finds(alone)) continue;
    const similar = await similarWords(ctx, spelled, languages);
    if (similar.length > 0) all.set(spelled, [...new Set([...(all.get(spelled) ?? []), ...similar])]);
  }
  const isWider = parts.some(({ spelled }) => all.get(spelled as string) !== alternatives.get(spelled as string));
  return isWider ? searchQuery(typed, (word) => all.get(word) ?? []) : null;
}

// Words of the vocabulary whose stem differs from that of a typed word by a typo: one letter for words of four letters, two from
// eight letters on, or two neighbours in the wrong order. One half of the stem must be right, because the vocabulary is looked
// up by beginnings and endings.

const queries = keptQueries();

const minLength = 4;
const minLengthForTwo = 8;
/** Of the stems with one beginning or ending. */
const maxRead = 5000;
const maxStems = 20;
const maxWords = 100;
/** Comes after every text that begins with the text before it. */
const end = '\u{10ffff}';

/** Words (or several, with spaces) of the nearest stems. */
async function similarWords(ctx: ReadContext, spelled: string, searched: SearchedLanguages): Promise<string[]> {
  if (spelled.length < minLength) return [];
  const maxDistance = spelled.length < minLengthForTwo ? 1 : 2;
  const own = new Set([...(await stemsFor(ctx, searched)).values()].map((stem) => stem(spelled)));
  const similar = await Promise.all([...own].map((stem) => similarStems(ctx, stem, maxDistance)));
  const stems = [...new Set(similar.flat())];
  if (stems.length === 0) return [];
  const values = filledUp(stems);
  const rows = await queries.run(ctx, `words ${values.length}`, { ...values }, () =>
    ctx.db
      .selectFrom('searchWords')
      .select('words')
      .distinct()
      .where('stem', 'in', slotsIn(values))
      .orderBy('words')
      .limit(sql.lit(maxWords)),
  );
  return rows.map(({ words }) => words);
}

async function similarStems(ctx: ReadContext, stem: string, maxDistance: number): Promise<string[]> {
  const letters = Array.from(stem);
  const half = Math.floor(letters.length / 2);
  const [beginning, ending] = [letters.slice(0, half).join(''), letters.slice(half).reverse().join('')];
  const [swapped, begun, ended] = await Promise.all([
    readThese(ctx, swaps(letters)),
    readBetween(ctx, 'stem', beginning, letters.length, maxDistance),
    readBetween(ctx, 'reversed', ending, letters.length, maxDistance),
  ]);
  const near = [...begun, ...ended.map(reverse)]
    .map((text) => ({ text, distance: leven(text, stem, { maxDistance: maxDistance + 1 }) }))
    .filter(({ distance }) => distance > 0 && distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || (a.text < b.text ? -1 : 1));
  return [...new Set([...swapped, ...near.map(({ text }) => text)])].slice(0, maxStems);
}

function swaps(letters: string[]): string[] {
  const all = letters.slice(1).map((letter, index) => {
    const before = letters.slice(0, index).join('');
    return `${before}${letter}${letters[index]}${letters.slice(index + 2).join('')}`;
  });
  return all.filter((text) => text !== letters.join(''));
}

async function readBetween(
  ctx: ReadContext,
  column: 'stem' | 'reversed',
  start: string,
  length: number,
  maxDistance: number,
): Promise<string[]> {
  const values = { start, end: `${start}${end}`, min: length - maxDistance, max: length + maxDistance };
  const rows = await queries.run(ctx, column, values, () =>
    ctx.db
      .selectFrom('searchWords')
      .select(`${column} as word`)
      .distinct()
      .where(column, '>=', slot('start'))
      .where(column, '<', slot('end'))
      .where(sql<number>`length(${sql.ref(column)})`, '>=', slot('min'))
      .where(sql<number>`length(${sql.ref(column)})`, '<=', slot('max'))
      .orderBy(column)
      .limit(sql.lit(maxRead)),
  );
  return rows.map(({ word }) => word);
}

async function readThese(ctx: ReadContext, texts: string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const stems = filledUp(texts);
  const rows = await queries.run(ctx, `these ${stems.length}`, { ...stems }, () =>
    ctx.db.selectFrom('searchWords').select('stem').distinct().where('stem', 'in', slotsIn(stems)).orderBy('stem'),
  );
  return rows.map(({ stem }) => stem);
}
