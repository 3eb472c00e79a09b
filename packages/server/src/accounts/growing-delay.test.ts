import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrowingDelay } from './growing-delay.ts';

const minute = 60_000;

test('after five attempts each further one waits twice as long, up to four hours', () => {
  const delays = new GrowingDelay();
  let now = 0;
  for (let n = 0; n < 5; n++) assert.equal(delays.take('a', now), 0);
  const waits: number[] = [];
  for (let n = 0; n < 7; n++) {
    const wait = delays.take('a', now);
    assert.equal(delays.take('a', now + wait - 1), 1, 'an attempt while waiting neither counts nor extends the wait');
    waits.push(wait / minute);
    now += wait;
    assert.equal(delays.take('a', now), 0);
  }
  assert.deepEqual(waits, [15, 30, 60, 120, 240, 240, 240]);
  assert.equal(delays.take('b', now), 0, 'another key does not wait');
  delays.forget('a');
  assert.equal(delays.take('a', now), 0);
});

test('attempts far apart do not add up, and a day without any ends the delays', () => {
  const delays = new GrowingDelay();
  for (let n = 0; n < 20; n++) assert.equal(delays.take('slow', n * 15 * minute), 0);
  for (let n = 0; n < 5; n++) delays.take('fast', 0);
  assert.equal(delays.take('fast', 15 * minute), 0);
  assert.equal(delays.take('fast', 15 * minute), 30 * minute);
  const later = (15 + 24 * 60) * minute;
  for (let n = 0; n < 5; n++) assert.equal(delays.take('fast', later), 0);
});

test('the number of keys is limited: the least recently used are forgotten', () => {
  const delays = new GrowingDelay();
  for (let n = 0; n < 5; n++) delays.take('old', 0);
  for (let n = 0; n < 49_999; n++) delays.take(`key ${n}`, 0);
  assert.ok(delays.take('old', 0) > 0);
  delays.take('one more', 0);
  assert.equal(delays.take('old', 0), 0);
});
