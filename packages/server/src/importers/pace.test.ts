import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { exportItem, typed, writeExport } from '../../test/support/wordpress-export.ts';
import { Pace } from './pace.ts';
import { importWordpress } from './wordpress/wordpress-import.ts';

test('transactions are short after one that another process waited for, and long again when none does', async (t) => {
  const { context } = await startContentService(t);
  const pace = new Pace();
  assert.equal(pace.limit(50), 50);
  // The other process gets its turn at once.
  const answers = [true, false];
  await pace.giveWay({ ...context, othersWait: () => answers.shift() ?? false });
  const short = pace.limit(50);
  assert.ok(short < 15, String(short));
  let count = 0;
  while (pace.limit(50) === short) {
    await pace.giveWay({ ...context, othersWait: () => false });
    count++;
  }
  assert.equal(pace.limit(50), 50);
  assert.ok(count > 100, String(count));
});

test('an import stores few items in each transaction while another process waits', async (t) => {
  const { context } = await startContentService(t);
  const posts = Array.from({ length: 100 }, (_, index) => exportItem(index + 1, typed('post')));
  let transactions = 0;
  let waits = true;
  // Asked once after each transaction, and once more when another process waited: it has the lock by then.
  const othersWait = (): boolean => {
    if (waits) transactions++;
    waits = !waits;
    return !waits;
  };
  await importWordpress({ ...context, othersWait }, await writeExport(t, posts.join('')));
  // The first has 50 items, and the others at most 13.
  assert.ok(transactions >= 1 + 50 / 13, String(transactions));
  assert.equal((await context.db.selectFrom('items').select('id').execute()).length, 100);
});
