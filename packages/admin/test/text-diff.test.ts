import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareParagraphs, type Row } from '../src/content/item-editor/text-diff.ts';

const written = (pieces: Row['before']): string | null =>
  pieces?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('') ?? null;
const compare = (before: string[], after: string[]) =>
  compareParagraphs(before, after).map((row) => [written(row.before), written(row.after)]);

test('paragraphs stand beside each other, and the words that changed are marked', () => {
  assert.deepEqual(compare(['One', 'We open at nine.', 'Last'], ['One', 'We open at ten.', 'New', 'Last']), [
    ['One', 'One'],
    ['We open at [nine.]', 'We open at [ten.]'],
    [null, '[New]'],
    ['Last', 'Last'],
  ]);
});

test('a text that is the same has no changes, and an empty one has no rows', () => {
  assert.deepEqual(compare(['A', 'B'], ['A', 'B']), [
    ['A', 'A'],
    ['B', 'B'],
  ]);
  assert.deepEqual(compare([], []), []);
  assert.deepEqual(compare([], ['A b']), [[null, '[A b]']]);
});

test('long texts that have nothing in common are compared at once', () => {
  const many = (name: string) => Array.from({ length: 3000 }, (_, index) => `${name} ${index}`);
  assert.equal(compareParagraphs(many('a'), many('b')).length, 3000);
});
