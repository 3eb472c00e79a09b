import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineDifference } from './line-difference.ts';

const lines = (...all: string[]): string => all.join('\n');

test('what is equal has no difference', () => {
  assert.equal(lineDifference('a\nb', 'a\nb'), '');
});

test('a renamed line is shown between its neighbours, the rest left out', () => {
  const before = lines('1', '2', '3', '4', 'price', '5', '6', '7', '8', 'x', '9');
  const after = lines('1', '2', '3', '4', 'cost', '5', '6', '7', '8', '9');
  assert.equal(lineDifference(before, after, 1), lines('  4', '- price', '+ cost', '  5', '  …', '  8', '- x', '  9'));
});

test('lines that moved apart keep what they have in common', () => {
  assert.equal(lineDifference(lines('a', 'b', 'c'), lines('x', 'b', 'y')), lines('- a', '+ x', '  b', '- c', '+ y'));
});

test('from nothing to something', () => {
  assert.equal(lineDifference('', 'a'), lines('-', '+ a'));
});
