import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processDueWork } from './due-work.ts';
import { openStore } from './store.ts';

test('due work is found by its time, without reading what is not due', (t) => {
  const store = openStore(':memory:');
  t.after(() => store.close());
  const asked: string[] = [];
  const prepare = (sql: string) => {
    if (sql.includes('from objects')) asked.push(sql);
    return store.prepare(sql);
  };
  processDueWork({
    store: { ...store, prepare },
    now: () => 1,
    publicUrl: '',
    business: async () => null,
    receives: () => false,
    request: { id: null, idempotency_key: null },
  });
  const plans = asked.map(
    (sql) => (store.prepare(`explain query plan ${sql}`).all(1) as { detail: string }[])[0]?.detail,
  );
  assert.deepEqual(plans, [
    'SEARCH objects USING INDEX sessions_expiring (kind=? AND <expr><?)',
    'SEARCH objects USING INDEX subscriptions_ending (kind=? AND <expr><?)',
    'SEARCH objects USING INDEX refunds_settling (kind=? AND <expr><?)',
  ]);
});
