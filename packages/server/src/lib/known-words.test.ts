import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownWords } from './known-words.ts';

test('words are known once they are added, and others are not', () => {
  const known = new KnownWords();
  const words = Array.from({ length: 30_000 }, (_, index) => `word${index.toString(36)}`);
  assert.deepEqual(
    words.filter((word) => known.has(word)),
    [],
  );
  known.add(words);
  known.add(words);
  assert.deepEqual(
    words.filter((word) => !known.has(word)),
    [],
  );
  // What differs only a little, in any place.
  const others = words.flatMap((word) => [`${word}_`, `_${word}`, word.toUpperCase(), `de ${word}`, word.slice(1)]);
  assert.deepEqual(
    others.filter((word) => known.has(word)),
    [],
  );
  assert.ok(!known.has(''));
});

test('of a text, the words that are long enough and not known', () => {
  const known = new KnownWords();
  known.add(['harbor', 'fähre', '東京タワー']);
  assert.deepEqual(known.unknownIn('harbor harbour fähre fahre 東京タワー 東京駅だ of', 3), [
    'harbour',
    'fahre',
    '東京駅だ',
  ]);
  assert.deepEqual(known.unknownIn('', 3), []);
  assert.deepEqual(known.unknownIn('harbor', 3), []);
  assert.deepEqual(known.unknownIn('  two  spaces ', 3), ['two', 'spaces']);
});

test('words that are used stay known, and those that are not are forgotten', () => {
  const known = new KnownWords();
  known.add(['used', 'forgotten']);
  for (let part = 0; part < 4; part++) {
    known.add(Array.from({ length: 30_000 }, (_, index) => `${part}-${index}`));
    assert.ok(known.has('used'), `after part ${part}`);
  }
  assert.ok(!known.has('forgotten'));
});
