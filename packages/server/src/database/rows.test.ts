// What every update of a row has in common.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { inTransaction } from '../context/context.ts';
import { updateRow } from './update-row.ts';

async function addMedia({ context }: TestService, id: string, createdAt: string): Promise<void> {
  const texts = { title: id, alt: '', caption: '', description: '', searchKey: '', folder: '', private: 0 as const };
  await inTransaction(context, (ctx) =>
    ctx.db
      .insertInto('media')
      .values({ id, ...texts, createdAt, updatedAt: createdAt })
      .execute(),
  );
}

test('an update that changes nothing leaves the row as it is, with its time', async (t) => {
  const service = await startTestService(t);
  await addMedia(service, 'one', '2026-01-01');
  const row = await service.context.db.selectFrom('media').selectAll().executeTakeFirstOrThrow();
  const update = (title: string) =>
    inTransaction(service.context, (ctx) =>
      updateRow(ctx, 'media', row, { title, alt: '' }, { updatedAt: '2026-01-02' }),
    );
  assert.deepEqual(await update('one'), row);
  assert.deepEqual(await service.context.db.selectFrom('media').selectAll().execute(), [row]);
  assert.deepEqual(await update('two'), { ...row, title: 'two', updatedAt: '2026-01-02' });
});
