import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growingDelay } from './attempts.ts';
import type { Count } from './rules.ts';

const minute = 60_000;

/** Takes attempts one after the other, and returns how long each has to wait. */
function startCounting() {
  const rule = growingDelay('test');
  let count: Count | null = null;
  return {
    take(now: number): number {
      const taken = rule.take(count, now);
      if ('waitMs' in taken) return taken.waitMs;
      count = taken.count;
      return 0;
    },
    forgive() {
      count = count && rule.forgive(count);
    },
  };
}

test('after five attempts each further one waits twice as long, up to four hours', () => {
  const { take, forgive } = startCounting();
  let now = 0;
  for (let n = 0; n < 5; n++) assert.equal(take(now), 0);
  const waits: number[] = [];
  for (let n = 0; n < 7; n++) {
    const wait = take(now);
    assert.equal(take(now + wait - 1), 1, 'an attempt while waiting neither counts nor extends the wait');
    waits.push(wait / minute);
    now += wait;
    assert.equal(take(now), 0);
  }
  assert.deepEqual(waits, [15, 30, 60, 120, 240, 240, 240]);
  forgive();
  assert.equal(take(now), 0);
});

test('attempts far apart do not add up, and a day without any ends the delays', () => {
  const slow = startCounting();
  for (let n = 0; n < 20; n++) assert.equal(slow.take(n * 15 * minute), 0);
  const fast = startCounting();
  for (let n = 0; n < 5; n++) fast.take(0);
  assert.equal(fast.take(15 * minute), 0);
  assert.equal(fast.take(15 * minute), 30 * minute);
  const later = (15 + 24 * 60) * minute;
  for (let n = 0; n < 5; n++) assert.equal(fast.take(later), 0);
});

test('clocks that differ cost no attempts', () => {
  const { take } = startCounting();
  for (const now of [1000, 0, 1000, 0, 500]) assert.equal(take(now), 0);
  assert.equal(take(0), 15 * minute + 500);
});
