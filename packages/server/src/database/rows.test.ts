// What every list and every update of a row has in common.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { inTransaction } from '../context/context.ts';
import { listByTime } from './list-page.ts';
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

test('a list starts with the newest row unless asked otherwise, and counts all rows', async (t) => {
  const service = await startTestService(t);
  for (const [index, id] of ['b', 'a', 'c'].entries()) await addMedia(service, id, `2026-01-0${index + 1}`);
  const list = async (query: Parameters<typeof listByTime>[1]) => {
    const { items, total } = await listByTime(service.context.db.selectFrom('media').select('id'), query);
    return [items.map(({ id }) => id).join(''), total];
  };
  assert.deepEqual(await list({}), ['cab', 3]);
  assert.deepEqual(await list({ order: 'asc' }), ['bac', 3]);
  assert.deepEqual(await list({ limit: 1, offset: 1 }), ['a', 3]);
  assert.deepEqual(await list({ limit: 1, offset: 1, total: false }), ['a', null]);
});

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
