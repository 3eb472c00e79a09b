// The terms of some items, by item.

import type { ReadContext } from '../context/context.ts';
import type { Snapshot } from '../database/dialect.ts';

export type ItemTerm = { itemId: string; taxonomy: string; slug: string; name: string };

export async function readTermsOf(
  ctx: ReadContext,
  snapshot: Snapshot,
  itemIds: readonly string[],
): Promise<Map<string, ItemTerm[]>> {
  const query = ctx.db
    .selectFrom('itemTerms')
    .innerJoin('terms', 'terms.id', 'itemTerms.termId')
    .select(['itemTerms.itemId', 'terms.taxonomy', 'terms.slug', 'terms.name'])
    .where('itemTerms.itemId', 'in', itemIds)
    .orderBy('terms.slug');
  return Map.groupBy(await allOf<ItemTerm>(snapshot.rows(query)), ({ itemId }) => itemId);
}

// Rows of a snapshot, some at a time, so that what belongs to them is read together.

const batchSize = 100;

export async function* inBatches<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export async function allOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
