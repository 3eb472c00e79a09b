import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lruCache, memoize } from './lru-cache.ts';

test('what was asked for longest ago gives way, and a value that is set again counts once', () => {
  const cache = lruCache<string, string>(10);
  const set = (key: string, value: string): void => cache.set(key, value, value.length);
  set('a', '12345');
  set('a', '1234');
  set('b', '123456');
  assert.deepEqual([cache.get('b'), cache.get('a')], ['123456', '1234']);
  set('c', '1');
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], ['1234', undefined, '1']);
  set('d', 'more than fits');
  assert.deepEqual(['a', 'c', 'd'].map(cache.get), [undefined, undefined, undefined]);
});

test('any number of values pass through, and the last ones stay', () => {
  const cache = lruCache<number, number>(1000);
  for (let n = 0; n < 5000; n++) {
    cache.set(n, n, 18);
    cache.set(Math.max(0, n - 3), n, 18);
  }
  const { count, size } = cache.used();
  assert.ok(count >= 50 && count <= 55, `${count} values`);
  assert.equal(size, count * 18);
  assert.ok(Array.from({ length: count }, (_, n) => 4999 - n).every((key) => cache.get(key) !== undefined));
});

test('a value that grows makes others give way, and counts for nothing when it is gone', () => {
  const cache = lruCache<string, object>(10);
  const [first, second, third] = [{}, {}, {}];
  cache.set('a', first, 2);
  cache.set('b', second, 2);
  cache.grow('b', second, 7);
  assert.deepEqual(cache.used(), { count: 1, size: 9 });
  cache.grow('a', first, 5);
  cache.grow('b', third, 5);
  assert.deepEqual(cache.used(), { count: 1, size: 9 });
  cache.set('c', third, 6);
  assert.deepEqual([cache.get('b'), cache.get('c'), cache.used().size], [undefined, third, 6]);
});

test('a function is called once for each key, and again only after as many others as are remembered', () => {
  const made: string[] = [];
  const upperCase = memoize(2, (key: string) => {
    made.push(key);
    return key === '' ? undefined : key.toUpperCase();
  });
  assert.deepEqual(['a', '', 'a', 'c', 'a', ''].map(upperCase), ['A', undefined, 'A', 'C', 'A', undefined]);
  assert.deepEqual(made, ['a', '', 'c', '']);
});
