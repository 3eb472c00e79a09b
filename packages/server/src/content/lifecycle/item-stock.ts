// How many of an item are left, in one of its fields: taken by checkouts, and given back when they end unpaid.

import { timeOf, type WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { changeText } from '../model/changes.ts';
import { getPostType } from '../types/post-types.ts';
import { followChanges } from './effects.ts';

/** How many of which items, by ID, and the field of their type that counts them. */
export type ItemUnits = Record<string, { type: string; field: string; quantity: number }>;

/**
 * Takes all of them, or nothing: returns what there is too little of. An item whose field is empty has any number. Other
 * stock is locked afterwards.
 */
export async function takeItems(ctx: WriteContext, units: ItemUnits): Promise<{ key: string; left: number }[]> {
  const rows = await lockItems(ctx, units);
  const short = Object.entries(units).flatMap(([key, { field, quantity }]) => {
    const row = rows.get(key);
    const left = row && row.status !== 'trash' ? countIn(row, field) : 0;
    return left === null || left >= quantity ? [] : [{ key, left: Math.max(0, left) }];
  });
  if (short.length === 0) await count(ctx, rows, units, -1);
  return short;
}

/** Gives them back. Those that were deleted meanwhile are gone. */
export async function returnItems(ctx: WriteContext, units: ItemUnits): Promise<void> {
  await count(ctx, await lockItems(ctx, units), units, 1);
}

/** In the order of their IDs, so that two transactions do not wait for each other. */
async function lockItems(ctx: WriteContext, units: ItemUnits): Promise<Map<string, Row<'items'>>> {
  const ids = Object.keys(units);
  if (ids.length === 0) return new Map();
  const query = ctx.db.selectFrom('items').selectAll().where('id', 'in', ids).orderBy('id');
  return new Map((await ctx.dialect.lockRowsForChange(query).execute()).map((row) => [row.id, row]));
}

/** Null for any number. */
function countIn({ fields }: Row<'items'>, field: string): number | null {
  const value = JSON.parse(fields)[field];
  return Number.isSafeInteger(value) ? value : null;
}

/** A sale is no edit: it leaves no revision. */
async function count(
  ctx: WriteContext,
  rows: ReadonlyMap<string, Row<'items'>>,
  units: ItemUnits,
  sign: 1 | -1,
): Promise<void> {
  for (const before of rows.values()) {
    const { type: name, field, quantity } = units[before.id] as ItemUnits[string];
    const left = countIn(before, field);
    if (left === null) continue;
    const changed = [`fields.${field}`];
    const columns = {
      fields: JSON.stringify({ ...JSON.parse(before.fields), [field]: left + sign * quantity }),
      version: before.version + 1,
      updatedAt: timeOf(ctx),
      lastChange: changeText(ctx, 'update', changed),
    };
    await ctx.db.updateTable('items').set(columns).where('id', '=', before.id).execute();
    const type = await getPostType(ctx, name);
    await followChanges(ctx, [{ type, before, after: { ...before, ...columns }, changed }]);
  }
}
