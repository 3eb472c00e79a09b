import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from './fair-queue.ts';

const refuse = () => new Error('refused');

/** Takes turns that the test ends, and notes in which order they were served. */
function startTurns(limits: { maxWaiting: number; maxWaitMs: number }) {
  const turns = createFairQueue({ ...limits, refuse });
  const served: string[] = [];
  const ends: (() => void)[] = [];
  return {
    served,
    take: (subject: string, name: string): Promise<void> =>
      turns.take(subject, () => {
        served.push(name);
        return new Promise((resolve) => void ends.push(resolve));
      }),
    /** Ends the turn that is served, and returns when the next one has begun. */
    async endTurn() {
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

test('subjects take turns, however much one of them asks for', async () => {
  const { take, served, endTurn } = startTurns({ maxWaiting: 10, maxWaitMs: 60_000 });
  const all = [...['a1', 'a2', 'a3', 'a4'].map((name) => take('a', name)), take('b', 'b1')];
  await endTurn();
  all.push(take('c', 'c1'), take('b', 'b2'));
  while (served.length < 7) await endTurn();
  await endTurn();
  await Promise.all(all);
  assert.deepEqual(served, ['a1', 'b1', 'a2', 'c1', 'b2', 'a3', 'a4']);
});

test('a subject that waits for too much is refused, and the others are not', async () => {
  const { take, served, endTurn } = startTurns({ maxWaiting: 2, maxWaitMs: 60_000 });
  const accepted = ['a1', 'a2', 'a3'].map((name) => take('a', name));
  await assert.rejects(take('a', 'a4'), /refused/);
  accepted.push(take('b', 'b1'));
  while (served.length < 4) await endTurn();
  await endTurn();
  await Promise.all(accepted);
  assert.deepEqual(served, ['a1', 'b1', 'a2', 'a3']);
});

test('what has waited for too long is refused and never runs', async () => {
  const { take, served, endTurn } = startTurns({ maxWaiting: 10, maxWaitMs: 5 });
  const first = take('a', 'a1');
  await assert.rejects(take('b', 'b1'), /refused/);
  await endTurn();
  await first;
  const later = take('b', 'b2');
  await endTurn();
  await later;
  assert.deepEqual(served, ['a1', 'b2']);
});

test('a turn that fails makes room for the next one', async () => {
  const turns = createFairQueue({ maxWaiting: 1, maxWaitMs: 60_000, refuse });
  const failed = turns.take('a', () => Promise.reject(new Error('failed')));
  const next = turns.take('a', async () => 'done');
  await assert.rejects(failed, /failed/);
  assert.equal(await next, 'done');
});
