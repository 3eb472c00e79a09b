import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRandomRequests } from './random-requests.ts';

test('random requests get only responses that the document names', async (t) => {
  const { faults, statuses } = await sendRandomRequests(t, { count: 1000, seed: 7 });
  const shown = [...faults].map(([fault, request]) => `${fault}\n  ${request}`);
  assert.deepEqual(shown, []);
  assert.ok((statuses.get(200) ?? 0) > 100, `requests by status: ${[...statuses].join(' ')}`);
});
