import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { inTransaction, timeOf } from '../../context/context.ts';

const statuses = ['publish', 'draft', 'trash', 'any', 'scheduled'];

async function totals({ request }: TestService): Promise<number[]> {
  const totals: number[] = [];
  for (const status of statuses) {
    const { body } = await request('GET', `/content/post?limit=1&status=${status}`);
    assert.equal(body.items.length, Math.min(1, body.total), status);
    totals.push(body.total);
  }
  return totals;
}

test('totals follow items that are created, change their status or time, and are deleted', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  const create = async (body: object): Promise<string> =>
    (await request('POST', '/content/post', { body: { title: 'Item', ...body } })).body.id;
  const patch = async (id: string, body: object) =>
    assert.equal((await request('PATCH', `/content/post/${id}`, { body })).status, 200);
  assert.deepEqual(await totals(service), [0, 0, 0, 0, 0]);
  const inAnHour = new Date(Date.parse(timeOf(service.context)) + 3_600_000).toISOString();
  const published = await create({ status: 'publish' });
  const draft = await create({});
  await create({ status: 'publish', publishedAt: inAnHour });
  assert.deepEqual(await totals(service), [1, 1, 0, 3, 1]);
  await patch(draft, { status: 'publish', publishedAt: '2020-05-01T00:00:00Z' });
  assert.deepEqual(await totals(service), [2, 0, 0, 3, 1]);
  await patch(draft, { publishedAt: '2019-05-01T00:00:00Z', title: 'Renamed' });
  assert.equal((await request('DELETE', `/content/post/${published}`)).status, 200);
  assert.deepEqual(await totals(service), [1, 0, 1, 2, 1]);
  assert.equal((await request('DELETE', `/content/post/${published}?force=true`)).status, 200);
  service.advance(3_600_000);
  assert.deepEqual(await totals(service), [2, 0, 0, 2, 0]);
});

/** On neighboring days; some are scheduled. */
async function insertMany({ context }: TestService, scheduled: number): Promise<void> {
  const now = Date.parse(timeOf(context));
  const columns = { type: 'post', title: '', excerpt: '', content: '', fields: '{}', foldedFields: '{}' } as const;
  const rows = Array.from({ length: 6000 }, (_, number) => {
    const sortDate = new Date(now + (scheduled - number - 0.5) * 30 * 60_000).toISOString();
    const status = number % 50 === 49 ? ('draft' as const) : ('publish' as const);
    const texts = {
      slug: `item-${number}`,
      titleKey: '',
      createdAt: sortDate,
      updatedAt: sortDate,
      publishedAt: sortDate,
    };
    const numbers = { excerptIsMade: 0 as const, menuOrder: 0, version: 1 };
    const id = `item_${String(number).padStart(26, '0')}`;
    return { id, ...columns, ...texts, ...numbers, sortDate, status };
  });
  await inTransaction(context, async (ctx) => {
    while (rows.length > 0) await ctx.db.insertInto('items').values(rows.splice(0, 500)).execute();
  });
}

test('deep pages are right in both orders and with scheduled items', async (t) => {
  const service = await startContentService(t);
  const { request } = service;
  await insertMany(service, 100);
  const visitor = { token: await service.tokenWith('content:read') };
  const slugsAt = async (query: string, offset: number, options = {}): Promise<string[]> => {
    const { body } = await request('GET', `/content/post?limit=20&${query}&offset=${offset}`, options);
    return body.items.map(({ slug }: { slug: string }) => slug);
  };
  const isDraft = (number: number): boolean => number % 50 === 49;
  const all = Array.from({ length: 6000 }, (_, number) => number);
  const published = all.filter((number) => number >= 100 && !isDraft(number));
  const slugs = (numbers: number[], offset: number): string[] =>
    numbers.slice(offset, offset + 20).map((number) => `item-${number}`);
  for (const offset of [5001, 5300, 5770, 5200, 5782]) {
    assert.deepEqual(await slugsAt('status=publish', offset), slugs(published, offset));
    assert.deepEqual(await slugsAt('order=asc', offset, visitor), slugs(published.toReversed(), offset));
    assert.deepEqual(await slugsAt('status=any', offset), slugs(all, offset));
    assert.deepEqual(await slugsAt('status=any&order=asc', offset), slugs(all.toReversed(), offset));
  }
});
