// What a search looks for, with the other forms of its words; and where nothing else matches, with words that are nearly the
// same.

import type { ReadContext } from '../../context/context.ts';
import { readSearch, type SearchQuery, searchQuery, spelledWords, type TypedSearch } from '../../lib/search-query.ts';
import type { Memo } from '../model/memo.ts';
import { similarWords } from './similar-words.ts';
import { findAlternatives, type SearchedLanguages } from './vocabulary.ts';

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
    const alone = searchQuery({ groups: [[[part]]], unwanted: [] }, (word) => alternatives.get(word) ?? []);
    if (await finds(alone)) continue;
    const similar = await similarWords(ctx, spelled, languages);
    if (similar.length > 0) all.set(spelled, [...new Set([...(all.get(spelled) ?? []), ...similar])]);
  }
  const isWider = parts.some(({ spelled }) => all.get(spelled as string) !== alternatives.get(spelled as string));
  return isWider ? searchQuery(typed, (word) => all.get(word) ?? []) : null;
}
