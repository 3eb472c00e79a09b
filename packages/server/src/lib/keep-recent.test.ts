import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepRecent } from './keep-recent.ts';

test('a value is made once, and again only after as many others as are kept', () => {
  const made: string[] = [];
  const keep = keepRecent(2, (key: string) => {
    made.push(key);
    return key.toUpperCase();
  });
  assert.deepEqual(['a', 'b', 'a', 'c', 'a', 'b'].map(keep), ['A', 'B', 'A', 'C', 'A', 'B']);
  assert.deepEqual(made, ['a', 'b', 'c', 'b']);
});
