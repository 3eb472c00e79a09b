import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { timeOf } from '../../context/context.ts';

const operators = {
  gt: (value: number, end: number) => value > end,
  gte: (value: number, end: number) => value >= end,
  lt: (value: number, end: number) => value < end,
  lte: (value: number, end: number) => value <= end,
};
type Operator = keyof typeof operators;

const start = Date.parse('2026-05-01T00:00:00Z');
const timeAt = (value: number): string => new Date(start + value * 1000).toISOString();

test('totals of ranges are right, after each change, and when scheduled items appear', async (t) => {
  const { request, context, advance } = await startContentService(t);
  const fields = [
    { name: 'price', type: 'number', indexed: true },
    { name: 'at', type: 'datetime', indexed: true },
  ];
  assert.equal((await request('PATCH', '/types/post', { body: { fields } })).status, 200);
  const random = seededRandom(7);
  const valueAtRandom = (): number => Math.floor(random() * 60) / 4;
  const shown: { id: string; value: number }[] = [];
  const create = async (value: number, more: object = {}): Promise<string> => {
    const body = { title: 'Item', status: 'publish', fields: { price: value, at: timeAt(value) }, ...more };
    return (await request('POST', '/content/post', { body })).body.id;
  };
  const add = async (): Promise<void> => {
    const value = valueAtRandom();
    shown.push({ value, id: await create(value) });
  };
  for (let n = 0; n < 60; n++) await add();
  await create(7, { fields: {} });
  await create(7, { status: 'draft' });

  const checkOne = async (): Promise<void> => {
    const end = valueAtRandom() + (random() < 0.5 ? 0 : 0.1);
    const operator = Object.keys(operators)[Math.floor(random() * 4)] as Operator;
    const filter =
      random() < 0.5
        ? `fields[price][${operator}]=${end}`
        : `fields[at][${operator}]=${encodeURIComponent(timeAt(end))}`;
    const { body } = await request('GET', `/content/post?limit=1&${filter}`);
    assert.equal(body.total, shown.filter(({ value }) => operators[operator](value, end)).length, filter);
  };
  for (let round = 0; round < 10; round++) {
    for (let n = 0; n < 25; n++) await checkOne();
    const gone = shown.shift();
    assert.equal((await request('DELETE', `/content/post/${gone?.id}`)).status, 200);
    await checkOne();
    await add();
    const [changed] = shown;
    assert.ok(changed);
    changed.value = valueAtRandom();
    const values = { price: changed.value, at: timeAt(changed.value) };
    assert.equal((await request('PATCH', `/content/post/${changed.id}`, { body: { fields: values } })).status, 200);
  }
  const publishedAt = new Date(Date.parse(timeOf(context)) + 60_000).toISOString();
  const id = await create(3, { publishedAt });
  for (let n = 0; n < 20; n++) await checkOne();
  advance(61_000);
  shown.push({ id, value: 3 });
  for (let n = 0; n < 40; n++) await checkOne();
});
