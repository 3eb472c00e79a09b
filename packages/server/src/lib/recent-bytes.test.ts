import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentBytes } from './recent-bytes.ts';

test('the values that were set first give way, and a value that is set again counts once', () => {
  const values = recentBytes<string>(10, (value) => value.length);
  values.set('a', '1234');
  values.set('a', '123');
  values.set('b', '12345');
  assert.deepEqual([values.get('a'), values.get('b')], ['123', '12345']);
  values.set('c', '1');
  assert.deepEqual([values.get('a'), values.get('b'), values.get('c')], [undefined, '12345', '1']);
  values.set('d', 'more than fits');
  assert.deepEqual(['b', 'c', 'd'].map(values.get), [undefined, undefined, undefined]);
});

test('any number of values pass through, and the last ones stay', () => {
  const values = recentBytes<number>(1000, () => 10);
  const keys = Array.from({ length: 5000 }, (_, n) => `key-${n}`);
  for (const [n, key] of keys.entries()) {
    values.set(key, n);
    values.set(keys[Math.max(0, n - 3)] as string, n);
  }
  // Each has 18 bytes.
  assert.equal(keys.filter((key) => values.get(key) !== undefined).length, 55);
  assert.equal(
    keys.slice(-55).every((key) => values.get(key) !== undefined),
    true,
  );
});
