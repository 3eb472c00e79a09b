import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownWords } from './known-words.ts';

const unknown = (known: KnownWords, words: readonly string[], language = '') =>
  known.unknownIn(language, words.join(' '), 1);

test('words are known once they are added, and others are not', () => {
  const known = new KnownWords();
  const words = Array.from({ length: 30_000 }, (_, index) => `word${index.toString(36)}`);
  assert.deepEqual(unknown(known, words), words);
  known.add('', words);
  known.add('', words);
  assert.deepEqual(unknown(known, words), []);
  assert.deepEqual(unknown(known, words, 'de'), words, 'in another language');
  // What differs only a little, in any place.
  const others = words.flatMap((word) => [`${word}_`, `_${word}`, word.toUpperCase(), `de${word}`, word.slice(1)]);
  assert.deepEqual(unknown(known, others), others);
});

test('of a text, the words that are long enough and not known', () => {
  const known = new KnownWords();
  known.add('de', ['harbor', 'fähre', '東京タワー']);
  const unknownIn = (text: string) => known.unknownIn('de', text, 3);
  assert.deepEqual(unknownIn('harbor harbour fähre fahre 東京タワー 東京駅だ of'), ['harbour', 'fahre', '東京駅だ']);
  assert.deepEqual(unknownIn(''), []);
  assert.deepEqual(unknownIn('harbor'), []);
  assert.deepEqual(unknownIn('  two  spaces '), ['two', 'spaces']);
});

test('words that are used stay known, and those that are not are forgotten', () => {
  const known = new KnownWords();
  known.add('', ['used', 'forgotten']);
  for (let part = 0; part < 4; part++) {
    known.add(
      '',
      Array.from({ length: 30_000 }, (_, index) => `${part}-${index}`),
    );
    assert.deepEqual(unknown(known, ['used']), [], `after part ${part}`);
  }
  assert.deepEqual(unknown(known, ['forgotten']), ['forgotten']);
});
