import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleOf } from '../src/ui/chart-scale.ts';

test('the scale of a chart has a few round steps around all of its values', () => {
  const cases: [values: number[], isWhole: boolean, ticks: number[]][] = [
    [[0, 0], true, [0, 1]],
    [[0, 3], true, [0, 1, 2, 3]],
    [[9, 10], true, [0, 5, 10]],
    [[0, 1240], true, [0, 500, 1000, 1500]],
    [[0.1, 0.3], false, [0, 0.1, 0.2, 0.3]],
    [[-24.5, 80], false, [-50, 0, 50, 100]],
    [[-7, -3], true, [-8, -6, -4, -2, 0]],
    [[], true, [0, 1]],
  ];
  for (const [values, isWhole, ticks] of cases) {
    const scale = scaleOf(values, isWhole);
    assert.deepEqual(scale.ticks, ticks, String(values));
    for (const value of values) assert.ok(scale.heightOf(value) >= 0 && scale.heightOf(value) <= 1);
    assert.equal(scale.heightOf(ticks.at(-1) as number), 1);
    assert.equal(scale.heightOf(ticks[0] as number), 0);
  }
});
