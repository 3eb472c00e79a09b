import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesce } from './once.ts';

const itself = (owner: object): object => owner;

test('calls of one turn run together if their owners have the same key, and each gets its own result', async () => {
  const batches: string[] = [];
  const run = coalesce(
    ({ key }: { name: string; key: object }) => key,
    async ({ name }, items: readonly number[]) => {
      batches.push(`${name} ${items}`);
      return items.map((item) => item * 2);
    },
  );
  const key = {};
  const [one, two, other] = [
    { name: 'one', key },
    { name: 'two', key: {} },
    { name: 'other', key },
  ];
  assert.deepEqual(await Promise.all([run(one, 1), run(two, 2), run(other, 3)]), [2, 4, 6]);
  assert.deepEqual(batches, ['one 1,3', 'two 2']);
  assert.equal(await run(other, 4), 8);
  assert.equal(batches.at(-1), 'other 4');
});

test('calls made while two batches run wait and run together', async () => {
  const batches: (readonly number[])[] = [];
  const gate = Promise.withResolvers<void>();
  const run = coalesce(itself, async (_owner, items: readonly number[]) => {
    batches.push(items);
    await gate.promise;
    return items;
  });
  const owner = {};
  const calls: Promise<number>[] = [];
  for (let n = 0; n < 5; n++) {
    calls.push(run(owner, n));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }
  gate.resolve();
  assert.deepEqual(await Promise.all(calls), [0, 1, 2, 3, 4]);
  assert.deepEqual(batches, [[0], [1], [2, 3, 4]]);
});

test('a batch that throws fails its calls, and a promise among its results only its own', async () => {
  const run = coalesce(itself, async (_owner, items: readonly string[]) => {
    if (items.includes('all')) throw new Error('all');
    return items.map((item) => (item === 'own' ? Promise.reject(new Error('own')) : item));
  });
  const reasons = async (items: string[]) =>
    (await Promise.allSettled(items.map((item) => run(run, item)))).map((end) =>
      end.status === 'fulfilled' ? end.value : end.reason.message,
    );
  assert.deepEqual(await reasons(['a', 'own', 'b']), ['a', 'own', 'b']);
  assert.deepEqual(await reasons(['a', 'all']), ['all', 'all']);
});
