import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startContentService } from '../../../test/support/content-service.ts';
import { spellingOf } from '../../lib/search-query.ts';
import { searchWords } from '../../lib/text.ts';
import { stemFor } from './vocabulary.ts';

// Each database finds what a plain filter over all items in memory finds, and so the same as the other one.

const spaced = [
  'lamp',
  'Lamps',
  'red',
  'Blue',
  'co-operate',
  'cooperated',
  "l'été",
  'ÉTÉ',
  'harbor’s',
  'harbors',
  'الكتاب',
  'كتاب',
];
const unspaced = ['東京', '京都', '東京都'];
const simple = ['lamp', 'red', 'blue', 'harbor'];

const word = fc.constantFrom(...spaced, ...unspaced, ...simple);
const text = fc.array(word, { maxLength: 6 });
const item = fc.record({
  title: fc.array(word, { minLength: 1, maxLength: 3 }),
  content: text,
  tags: fc.uniqueArray(fc.constantFrom(...simple), { maxLength: 2 }),
});
type Item = { title: string[]; content: string[]; tags: string[] };

type Term = { word: string } | { phrase: string[] };
const term: fc.Arbitrary<Term> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ word }) },
  { weight: 1, arbitrary: fc.record({ phrase: fc.array(fc.constantFrom(...simple), { minLength: 1, maxLength: 3 }) }) },
);
const search = fc.record({
  groups: fc.array(fc.array(term, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  excluded: fc.array(term, { maxLength: 2 }),
});
type Search = { groups: Term[][]; excluded: Term[] };

const typed = (term: Term): string => ('word' in term ? `${term.word}` : `"${term.phrase.join(' ')}"`);
const typedSearch = ({ groups, excluded }: Search): string =>
  // The last word would count as a beginning.
  `${[...groups.map((terms) => terms.map(typed).join(' OR ')), ...excluded.map((term) => `-${typed(term)}`)].join(' ')} !`;

test('random searches find what a filter in memory finds', async (t) => {
  const { request } = await startContentService(t);
  const stem = await stemFor(null);
  const key = (word: string): string => stem(spellingOf(word.toLowerCase()).join(''));
  const hasPhrase = (words: string[], phrase: string[]): boolean =>
    words.some((_, at) => phrase.every((part, index) => words[at + index] === part));
  const finds = ({ title, content, tags }: Item, term: Term): boolean => {
    const texts = [title, content, ...tags.map((tag) => [tag])];
    if ('phrase' in term) return texts.some((words) => hasPhrase(searchWords(words.join(' ')), term.phrase));
    // In scripts without spaces, each pair of neighbors has to occur.
    const pairs = unspaced.includes(term.word)
      ? [...term.word].slice(1).map((_, at) => term.word.slice(at, at + 2))
      : [];
    if (pairs.length > 0) return pairs.every((pair) => texts.flat().some((word) => word.includes(pair)));
    return texts.flat().some((word) => key(word) === key(term.word));
  };
  const matches = (item: Item, { groups, excluded }: Search): boolean =>
    groups.every((terms) => terms.some((term) => finds(item, term))) && !excluded.some((term) => finds(item, term));
  const items = fc.sample(item, { seed: 52, numRuns: 60 }) as Item[];
  for (const [index, { title, content, tags }] of items.entries()) {
    const body = { title: title.join(' '), content: content.join(' '), tags, slug: `item-${index}`, status: 'publish' };
    assert.equal((await request('POST', '/content/post', { body })).status, 201);
  }
  await fc.assert(
    fc.asyncProperty(search, async (search) => {
      const expected = items.flatMap((item, index) => (matches(item, search) ? `item-${index}` : [])).sort();
      const { body } = await request(
        'GET',
        `/content/post?limit=100&select=slug&search=${encodeURIComponent(typedSearch(search))}`,
      );
      // Where nothing matches, typos are forgiven.
      if (expected.length > 0) {
        assert.deepEqual(body.items.map(({ slug }: { slug: string }) => slug).sort(), expected, typedSearch(search));
        assert.equal(body.total, expected.length);
      }
    }),
    { seed: 52, numRuns: 200 },
  );
});

test('no text is an error', async (t) => {
  const { request } = await startContentService(t);
  const body = { title: 'A red lamp in 東京', status: 'publish', content: 'By l’été & "night"' };
  assert.equal((await request('POST', '/content/post', { body })).status, 201);
  const piece = fc.oneof(
    word,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '-', 'OR', '|', '*', "'", '(', ')', ':', '-"', '“', '‐'),
  );
  const anything = fc
    .array(piece, { maxLength: 8 })
    .map((pieces) => pieces.join(' ').replaceAll('\0', '').slice(0, 900).toWellFormed());
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const query = encodeURIComponent(text);
      const list = await request('GET', `/content/post?orderBy=date&highlight=true&search=${query}`);
      assert.equal(list.status, 200, list.text);
      assert.equal(list.body.total, list.body.items.length);
      const all = await request('GET', `/search?facets=true&q=${query}`);
      assert.equal(all.status, 200, all.text);
    }),
    { seed: 52, numRuns: 150 },
  );
});
