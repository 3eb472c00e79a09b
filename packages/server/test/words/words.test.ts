// The words that LANGUAGE.md retires are gone, from code, comments and documents.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { findRetired } from './find-retired.ts';
import { readTexts, type Text } from './read-texts.ts';
import { aboutWords, retired } from './retired-words.ts';

function textOf(kind: Text['kind'], text: string): Text {
  return { kind, text, placeOf: () => 'here' };
}

test('no retired word is left', () => {
  const texts = readTexts(path.resolve(import.meta.dirname, '../../../..'), aboutWords);
  assert.deepEqual(texts.flatMap(findRetired), []);
});

test('each retired word is found', () => {
  for (const { in: place, example, write } of retired) {
    const kind = place === 'names' ? 'name' : 'comment';
    assert.ok(
      findRetired(textOf(kind, example)).some((fault) => fault.endsWith(write)),
      example,
    );
  }
});

test('words that only look alike are not', () => {
  const sentences = [
    'Tell a key from a random text, and tell them apart by `type`.',
    'The front desk of https://desk.example runs Frontdesk.',
    'Use at least 8 characters and at most 20 files.',
    'A plain text, plain objects, an odd number.',
  ];
  assert.deepEqual(
    sentences.flatMap((text) => findRetired(textOf('comment', text))),
    [],
  );
  const names = ['frontdeskUrl', 'newsletter', 'almost', 'storyteller', 'plainText', 'refuseLater'];
  assert.deepEqual(
    names.flatMap((text) => findRetired(textOf('name', text))),
    [],
  );
});
