import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRandomLists } from './random-lists.ts';

test('random queries of lists find what a filter over all items in memory finds, in the same order', async (t) => {
  const { found, hidden } = await compareRandomLists(t, { seed: 11, count: 150 });
  assert.ok(found > 500 && hidden > 200, `${found} found, ${hidden} hidden`);
});
