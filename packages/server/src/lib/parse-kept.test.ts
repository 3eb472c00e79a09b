import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derive, parseKept } from './lru-cache.ts';

test('the same text gives the same value, which cannot be changed', () => {
  const text = '[{"name":"email","options":["a","b"]}]';
  const fields = parseKept(text) as { name: string; options: string[] }[];
  assert.deepEqual(fields, [{ name: 'email', options: ['a', 'b'] }]);
  assert.equal(parseKept(`${text}`), fields);
  assert.throws(() => fields.push({ name: 'more', options: [] }), TypeError);
  assert.throws(() => Object.assign(fields[0] as object, { name: 'other' }), TypeError);
  assert.throws(() => fields[0]?.options.push('c'), TypeError);
});

test('a long text is parsed, and not kept', () => {
  const text = JSON.stringify({ long: 'x'.repeat(50_000) });
  const value = parseKept(text);
  assert.deepEqual(value, JSON.parse(text));
  assert.notEqual(parseKept(text), value);
});

test('what follows from an object is computed once, also if it is undefined', () => {
  const asked: object[] = [];
  const lengthOf = derive((list: readonly string[]) => {
    asked.push(list);
    return list.length || undefined;
  });
  const [none, two]: string[][] = [[], ['a', 'b']];
  assert.deepEqual(
    [none, two, none, two].map((list) => lengthOf(list as string[])),
    [undefined, 2, undefined, 2],
  );
  assert.deepEqual(asked, [none, two]);
});
