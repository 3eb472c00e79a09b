import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { inTransaction } from '../../context/context.ts';

test('pages at offsets are the same in whatever order they are asked for, and after writes', async (t) => {
  const { context, request } = await startContentService(t);
  const create = async (number: number) => {
    // Neighbours share their time and their menu order, so that the ID decides.
    const publishedAt = `2026-01-01T00:00:${String(Math.floor(number / 10)).padStart(2, '0')}Z`;
    const body = { title: `Item ${number % 7}`, status: 'publish', publishedAt, menuOrder: number % 3 };
    return (await request('POST', '/content/post', { body })).body.id as string;
  };
  const ids: string[] = [];
  for (let number = 0; number < 260; number++) ids.push(await create(number));
  const pageAt = async (order: string, offset: number): Promise<string[]> =>
    (await request('GET', `/content/post?${order}&limit=20&offset=${offset}`)).body.items.map(
      ({ id }: { id: string }) => id,
    );
  const compareAll = async (offsets: number[]) => {
    for (const by of ['date', 'title', 'menu_order'] as const)
      for (const direction of ['asc', 'desc'] as const) {
        const column = { date: 'sortDate', title: 'titleKey', menu_order: 'menuOrder' } as const;
        const rows = await context.db
          .selectFrom('items')
          .select('id')
          .where('type', '=', 'post')
          .where('status', '=', 'publish')
          .orderBy(column[by], direction)
          .orderBy('id', direction)
          .execute();
        const sorted = rows.map(({ id }) => id);
        for (const offset of offsets) {
          const found = await pageAt(`orderBy=${by}&order=${direction}`, offset);
          assert.deepEqual(found, sorted.slice(offset, offset + 20), `${by} ${direction} ${offset}`);
        }
      }
  };
  await compareAll([0, 100, 80, 120, 121, 200, 139, 140, 141, 20, 220, 250, 400]);
  await inTransaction(context, (ctx) =>
    ctx.db
      .deleteFrom('items')
      .where('id', '=', ids[150] as string)
      .execute(),
  );
  await create(130);
  await compareAll([120, 100, 250]);
});
