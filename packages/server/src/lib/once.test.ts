import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from './once.ts';

test('a value is made at the first call, for all, and again after a failure', async () => {
  let calls = 0;
  const read = once(async () => {
    calls++;
    if (calls === 1) throw new Error('The disk is busy');
    return calls;
  });
  const first = await Promise.allSettled([read(), read()]);
  assert.deepEqual(
    first.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(calls, 1, 'calls at the same time share one attempt');
  assert.deepEqual(await Promise.all([read(), read()]), [2, 2]);
  assert.equal(await read(), 2);
});
