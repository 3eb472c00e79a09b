import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withJitter } from './schedules.ts';

test('waits differ by up to a fifth, so that jobs that failed together come back one by one', () => {
  assert.deepEqual(
    [0, 0.5, 1].map((random) => withJitter(60_000, () => random)),
    [48_000, 60_000, 72_000],
  );
  assert.ok(new Set(Array.from({ length: 20 }, () => withJitter(60_000))).size > 1);
});
