// Stores many new items with few statements.

import { sql } from 'kysely';
import type { WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { filledUp, keptQueries, slotsIn } from '../../database/kept-queries.ts';
import { isOfType } from '../model/visibility.ts';
import { type ItemToInsert, insertItem, rowOf, type StoredItem } from './create-item.ts';

const queries = keptQueries();

/** Stores the row of each item as insertItem does, in this order. Slugs that are in use are numbered. */
export async function insertItems(ctx: WriteContext, items: readonly ItemToInsert[]): Promise<StoredItem[]> {
  const taken = await findTakenSlugs(ctx, items);
  const stored: StoredItem[] = [];
  let free: ItemToInsert[] = [];
  const insertFree = async (): Promise<void> => {
    stored.push(...(await insertTogether(ctx, free)));
    free = [];
  };
  for (const item of items) {
    const name = slugIn(item.type.name, item.slug);
    if (taken.has(name)) {
      await insertFree();
      stored.push(await insertItem(ctx, item));
      continue;
    }
    if (item.status !== 'trash') taken.add(name);
    free.push(item);
  }
  await insertFree();
  return stored;
}

/** Items whose slugs are free, unless another transaction has just taken one. */
async function insertTogether(ctx: WriteContext, items: readonly ItemToInsert[]): Promise<StoredItem[]> {
  const rows: Row<'items'>[] = [];
  for (const item of items) rows.push(await rowOf(item));
  const ids = await queries.insert(ctx, 'insert', rows, (slots) =>
    ctx.db
      .insertInto('items')
      .values(slots)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  const inserted = new Set(ids.map(({ id }) => id));
  const stored: StoredItem[] = [];
  for (const [index, row] of rows.entries()) {
    if (inserted.has(row.id)) stored.push({ id: row.id, slug: row.slug, row });
    else stored.push(await insertItem(ctx, items[index] as ItemToInsert));
  }
  return stored;
}

async function findTakenSlugs(ctx: WriteContext, items: readonly ItemToInsert[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const type of new Set(items.map((item) => item.type.name))) {
    const slugs = filledUp(items.filter((item) => item.type.name === type).map(({ slug }) => slug));
    const rows = await queries.run(ctx, `slugs ${type} ${slugs.length}`, { ...slugs }, () =>
      ctx.db
        .selectFrom('items')
        .select('slug')
        .where(isOfType(type))
        .where('slug', 'in', slotsIn(slugs))
        .where('status', '!=', sql.lit('trash')),
    );
    for (const { slug } of rows) taken.add(slugIn(type, slug));
  }
  return taken;
}

function slugIn(type: string, slug: string): string {
  return `${type} ${slug}`;
}
