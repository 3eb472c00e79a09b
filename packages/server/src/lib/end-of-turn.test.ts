import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { atEndOfTurn } from './end-of-turn.ts';

test('what waits for the end of a turn runs in its order, after the events of the turn', async () => {
  const done: number[] = [];
  const run = (number: number) => atEndOfTurn(() => done.push(number));
  run(1);
  await Promise.resolve();
  run(2);
  assert.deepEqual(done, []);
  await setImmediate();
  assert.deepEqual(done, [1, 2]);
  run(3);
  await setImmediate();
  assert.deepEqual(done, [1, 2, 3], 'in the next turn as well');
});

test('sixteen do not wait for the end, and those after them wait for it', async () => {
  let done = 0;
  for (let number = 1; number <= 17; number++) atEndOfTurn(() => done++);
  assert.equal(done, 16);
  await setImmediate();
  assert.equal(done, 17);
});
