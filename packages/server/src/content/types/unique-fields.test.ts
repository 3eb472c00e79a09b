import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startContentService } from '../../../test/support/content-service.ts';
import { inTransaction, type WriteContext } from '../../context/context.ts';
import { operandOf, type Scalar } from '../../database/dialect.ts';
import { keptQueries } from '../../database/kept-queries.ts';
import { itemsWithValue } from '../../database/unique-index.ts';

const fields: [name: string, type: string, scalar: Scalar, make: (index: number) => unknown][] = [
  ['sku', 'text', 'text', (index) => `SKU "${index}" ${'x'.repeat(5000)}`],
  ['price', 'number', 'number', (index) => index / 4],
  ['at', 'datetime', 'instant', (index) => new Date(index * 60_000).toISOString()],
];

let explained = 0;

/** Whether the database finds the item with this value by an index of its field. Each text is new: SQLite keeps what it explained. */
async function usesIndex(ctx: WriteContext, name: string, scalar: Scalar, value: unknown): Promise<boolean> {
  const field = { type: 'product', name, scalar };
  const query = itemsWithValue(ctx.db, ctx.dialect, field, operandOf(value, scalar)).limit(sql.lit(1)).compile();
  const text = `explain ${ctx.dialect.name === 'sqlite' ? 'query plan' : ''} ${query.sql} -- ${++explained}`;
  const compile = () => ({ ...query, sql: text });
  return /itemsUnique_/.test(JSON.stringify(await keptQueries().runInOrder(ctx, null, {}, () => ({ compile }))));
}

test('the item with a value of a unique field is found by an index, however few items there seem to be', async (t) => {
  const { request, context } = await startContentService(t);
  const declared = fields.map(([name, type]) => ({ name, type }));
  await request('POST', '/types', { body: { name: 'product', fields: declared } });
  for (let index = 0; index < 30; index++) {
    const values = Object.fromEntries(fields.map(([name, , , make]) => [name, make(index)]));
    const created = await request('POST', '/content/product', { body: { title: `${index}`, fields: values } });
    assert.equal(created.status, 201, created.text);
  }
  const areIndexed = () =>
    inTransaction(context, async (ctx) => {
      const used: boolean[] = [];
      for (const [name, , scalar, make] of fields) used.push(await usesIndex(ctx, name, scalar, make(7)));
      return used;
    });
  const declare = async (unique: boolean) => {
    const body = { fields: declared.map((field) => ({ ...field, unique })) };
    assert.equal((await request('PATCH', '/types/product', { body })).status, 200);
  };
  assert.deepEqual(await areIndexed(), [false, false, false]);
  await declare(true);
  assert.deepEqual(await areIndexed(), [true, true, true]);
  await declare(false);
  assert.deepEqual(await areIndexed(), [false, false, false]);
  await declare(true);
  for (const [name, , , make] of fields) {
    const taken = await request('POST', '/content/product', {
      body: { title: 'x', fields: { [name]: make(7) } },
    });
    assert.deepEqual(
      taken.body.errors?.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [[`/fields/${name}`, 'not_unique']],
      taken.text,
    );
  }
});
