import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKeepRule, timesToRemove } from './keep-rule.ts';

const made = (...times: string[]) => times.map((time) => ({ createdAt: new Date(time) }));
const kept = (rule: string, all: ReturnType<typeof made>): string[] => {
  const removed = timesToRemove(readKeepRule(rule), all);
  return all.filter((one) => !removed.includes(one)).map(({ createdAt }) => createdAt.toISOString().slice(0, 13));
};

test('a rule keeps the newest backup of each of the last days, weeks and months that have one', () => {
  const days = Array.from({ length: 400 }, (_, n) =>
    new Date(Date.UTC(2026, 10, 23, 3) - n * 86_400_000).toISOString(),
  );
  const all = made('2026-11-23T12:00:00Z', ...days);
  assert.deepEqual(kept('3d', all), ['2026-11-23T12', '2026-11-22T03', '2026-11-21T03']);
  // The 23rd is a Monday.
  assert.deepEqual(kept('3w', all), ['2026-11-23T12', '2026-11-22T03', '2026-11-15T03']);
  assert.deepEqual(kept('3m', all), ['2026-11-23T12', '2026-10-31T03', '2026-09-30T03']);
  assert.deepEqual(kept('9y', all), ['2026-11-23T12', '2025-12-31T03']);
  assert.deepEqual(kept('2', all), ['2026-11-23T12', '2026-11-23T03']);
  assert.equal(kept('7d,4w,6m', all).length, 7 + 2 + 5);
});

test('days without a backup do not count, and the newest is always kept', () => {
  const all = made('2026-03-01T00:00:00Z', '2025-01-01T00:00:00Z', '2020-01-01T00:00:00Z');
  assert.deepEqual(kept('2d', all), ['2026-03-01T00', '2025-01-01T00']);
  assert.deepEqual(kept('1y', all.toReversed()), ['2026-03-01T00']);
});

test('anything else is no rule', () => {
  for (const text of ['', '7', '7d,4w', ' 7d , 10y ']) if (text !== '') readKeepRule(text);
  for (const text of ['', '0d', 'd', '7d,', '7 d', '-1', '1.5d', '7h', '10000d'])
    assert.throws(() => readKeepRule(text), /is no rule of what to keep/, text);
});
