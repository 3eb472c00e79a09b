import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentBytes } from './recent-bytes.ts';

test('the values that were set first give way, and a value that is set again counts once', () => {
  const values = recentBytes<string>(10);
  const set = (key: string, value: string): void => values.set(key, value, value.length);
  set('a', '1234');
  set('a', '123');
  set('b', '12345');
  assert.deepEqual([values.get('a'), values.get('b')], ['123', '12345']);
  set('c', '1');
  assert.deepEqual([values.get('a'), values.get('b'), values.get('c')], [undefined, '12345', '1']);
  set('d', 'more than fits');
  assert.deepEqual(['b', 'c', 'd'].map(values.get), [undefined, undefined, undefined]);
});

test('any number of values pass through, and the last ones stay', () => {
  const values = recentBytes<number>(1000);
  const keys = Array.from({ length: 5000 }, (_, n) => `key-${n}`);
  for (const [n, key] of keys.entries()) {
    values.set(key, n, 10);
    values.set(keys[Math.max(0, n - 3)] as string, n, 10);
  }
  // Each has 18 bytes.
  assert.equal(keys.filter((key) => values.get(key) !== undefined).length, 55);
  assert.equal(
    keys.slice(-55).every((key) => values.get(key) !== undefined),
    true,
  );
});

test('a value that grows makes others give way, and counts for nothing when it is gone', () => {
  const values = recentBytes<object>(10);
  const [first, second, third] = [{}, {}, {}];
  values.set('a', first, 1);
  values.set('b', second, 1);
  values.grow('b', second, 7);
  assert.deepEqual(values.size(), { count: 1, bytes: 9 });
  values.grow('a', first, 5);
  values.grow('b', third, 5);
  assert.deepEqual(values.size(), { count: 1, bytes: 9 });
  values.set('c', third, 5);
  assert.deepEqual([values.get('b'), values.get('c'), values.size().bytes], [undefined, third, 6]);
});
