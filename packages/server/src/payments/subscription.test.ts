import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../test/support/test-service.ts';
import { inTransaction } from '../context/context.ts';
import { readSubscription, type SubscriptionUpdate, saveSubscription } from './subscription.ts';

test('what the processor said before another change of the subscription was stored is not stored over it', async (t) => {
  const { context } = await startTestService(t);
  const save = (status: string, seenVersion: number): Promise<void> => {
    const update: SubscriptionUpdate = {
      subscription: readSubscription({ id: 'sub_1', status, created: 1_800_000_000 }),
      isCurrent: true,
      created: 1_800_000_000,
      change: 'updated',
      seenVersion,
    };
    return inTransaction(context, (ctx) => saveSubscription(ctx, update));
  };
  await save('active', 0);
  await save('past_due', 1);
  await assert.rejects(save('active', 1), { name: 'StaleSnapshotError' });
  const stored = await context.db.selectFrom('subscriptions').select(['status', 'version']).execute();
  assert.deepEqual(stored, [{ status: 'past_due', version: 2 }]);
});
