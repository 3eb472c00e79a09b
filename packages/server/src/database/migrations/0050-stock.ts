// What forms sell in limited numbers, and what payments have taken of it (decision 0068).

import type { Kysely } from 'kysely';
import { columnsFor } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const c = columnsFor(dialect);
  await db.schema
    .createTable('stock')
    .addColumn('formId', ...c.text)
    .addColumn('key', ...c.text)
    .addColumn('total', ...c.optionalInteger)
    .addColumn('held', ...c.integer)
    .addColumn('sold', ...c.integer)
    .addPrimaryKeyConstraint('stockKey', ['formId', 'key'])
    .execute();
  await db.schema
    .createTable('discounts')
    .addColumn('id', ...c.id)
    .addColumn('formId', ...c.text)
    .addColumn('code', ...c.text)
    .addColumn('percentOff', ...c.optionalInteger)
    .addColumn('amountOff', ...c.optionalMoney)
    .addColumn('currency', ...c.optionalText)
    .addColumn('appliesTo', ...c.optionalJson)
    .addColumn('validFrom', ...c.optionalText)
    .addColumn('validUntil', ...c.optionalText)
    .addColumn('version', ...c.integer)
    .addColumn('createdAt', ...c.text)
    .addColumn('updatedAt', ...c.text)
    .execute();
  await db.schema.createIndex('discountsCode').on('discounts').columns(['formId', 'code']).unique().execute();
  for (const [name, type] of [
    ['lines', c.optionalJson],
    ['reservation', c.optionalJson],
    ['reservationStatus', c.optionalText],
  ] as const)
    await db.schema
      .alterTable('payments')
      .addColumn(name, ...type)
      .execute();
  await db.schema
    .alterTable('refunds')
    .addColumn('restock', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
