import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThread } from './off-thread.ts';

const work = `data:text/javascript,
  export const spin = () => { for (;;); };
  export const fill = () => { for (const list = []; ; ) list.push(new Array(100_000).fill({})); };
  export const double = (number) => number * 2;`;

type Double = (number: number) => number;

test('work that never ends is ended by its own limit, and what waits behind it runs', async () => {
  const offThread = createThread({ maxWaiting: 10, maxWaitMs: 60_000, maxRunMs: 2000 });
  const spinning = offThread('a', work, 'spin', null);
  const waiting = offThread<Double>('b', work, 'double', 21);
  await assert.rejects(spinning, { code: 'overloaded' });
  assert.equal(await waiting, 42);
});

test('work that needs too much memory is ended, and what waits behind it runs', async () => {
  const offThread = createThread({ maxWaiting: 10, maxWaitMs: 60_000, maxRunMs: 60_000 });
  const filling = offThread('a', work, 'fill', null);
  const waiting = offThread<Double>('b', work, 'double', 21);
  await assert.rejects(filling, { code: 'overloaded' });
  assert.equal(await waiting, 42);
});
