import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../test/support/content-service.ts';
import { exportItem, typed, writeExport } from '../../test/support/wordpress-export.ts';
import { Pace } from './pace.ts';
import { importWordpress } from './wordpress-import.ts';

test('transactions are short at first and after one that another process waited for, and long when none does', async (t) => {
  const { context } = await startContentService(t);
  const pace = new Pace();
  const go = async (isWaitedFor: boolean): Promise<number> => {
    const limit = pace.limit(50);
    // The other process gets its turn at once.
    const answers = [isWaitedFor, false];
    await pace.giveWay({ ...context, othersWait: () => answers.shift() ?? false });
    return limit;
  };
  const firstLimits = [1, 2, 4, 7, 13, 25, 50];
  for (const expected of firstLimits) assert.equal(await go(false), expected);
  assert.equal(await go(true), 50);
  let count = 0;
  for (; (await go(false)) === 13; count++);
  assert.ok(count > 100, String(count));
  assert.equal(await go(false), 50);
  pace.beginKind();
  for (const expected of firstLimits) assert.equal(await go(false), expected);
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
  // Each has 13 items at most.
  assert.ok(transactions >= 100 / 13, String(transactions));
  assert.equal((await context.db.selectFrom('items').select('id').execute()).length, 100);
});
