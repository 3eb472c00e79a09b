// What undoing a change of a type makes of the values of some items: what they were. Values that were edited since stay.

import { isDeepStrictEqual } from 'node:util';
import type { WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import type { FieldValues } from '../model/item-fields.ts';
import type { NewValues } from './convert-item.ts';
import type { ChangedField } from './converted-fields.ts';
import { maxExamples } from './type-changes.schemas.ts';
import type { Step } from './type-changes.ts';
import { findValuesFromAfter } from './values-from-after.ts';

/** The values of those that change, by the ID of the item. */
export async function stepBack(
  ctx: WriteContext,
  { change, result }: Step,
  items: readonly Row<'items'>[],
  fields: readonly ChangedField[],
): Promise<Map<string, NewValues>> {
  const kept = new Map((await readKept(ctx, change.id, items)).map((row) => [row.itemId, row]));
  const drafts = await readDrafts(ctx, [...kept.values()]);
  const next = new Map<string, NewValues>();
  const editedOf = new Map<string, string[]>();
  for (const item of items) {
    const row = kept.get(item.id);
    if (!row) continue;
    const { fields, edited } = restore(item.fields, row);
    editedOf.set(item.id, edited);
    const isDraftKept = row.draftBefore !== null && row.draftBefore !== row.draftAfter;
    const isDraftSame = isDraftKept && drafts.get(item.id) === row.draftAfter;
    next.set(item.id, {
      fields,
      ...(isDraftSame ? { draft: row.draftBefore as string } : {}),
      ...(row.hiddenBefore !== null && fields === row.before ? { hidden: row.hiddenBefore } : {}),
    });
    if (isDraftKept && !isDraftSame && drafts.has(item.id)) edited.push('draft');
  }
  // The drafts that were converted are what they were, or named already.
  const now = items.map((item) => {
    const { fields = item.fields } = next.get(item.id) ?? {};
    const row = kept.get(item.id);
    return { ...item, fields, draft: row && row.draftBefore !== row.draftAfter ? null : item.draft };
  });
  const fromAfter = await findValuesFromAfter(ctx, change, now, fields);
  for (const { id, slug, title } of items) {
    const edited = [...new Set([...(editedOf.get(id) ?? []), ...(fromAfter.get(id) ?? [])])];
    if (edited.length === 0) continue;
    result.left++;
    if (result.leftItems.length < maxExamples) result.leftItems.push({ id, slug, title, fields: edited });
  }
  return next;
}

/** The fields as they were, byte by byte, unless the item was edited since. Otherwise value by value. */
function restore(
  now: string,
  { before, after, hiddenBefore }: Row<'convertedItems'>,
): { fields: string; edited: string[] } {
  if (now === after) return { fields: before, edited: [] };
  const [old, converted, values]: FieldValues[] = [before, after, now].map((text) => JSON.parse(text)) as FieldValues[];
  const names = [...new Set([...Object.keys(old as FieldValues), ...Object.keys(converted as FieldValues)])];
  const changed = names.filter((name) => !isDeepStrictEqual(old?.[name], converted?.[name]));
  // What an import keeps apart is shown for as long as the item has other values than it made.
  const ours = changed.filter((name) => hiddenBefore === null || Object.hasOwn(old as FieldValues, name));
  const edited = ours.filter((name) => !isDeepStrictEqual(values?.[name], converted?.[name]));
  const back = ours.filter((name) => !edited.includes(name)).map((name) => [name, old?.[name]]);
  if (back.length === 0) return { fields: now, edited };
  return { fields: JSON.stringify({ ...values, ...Object.fromEntries(back) }), edited };
}

async function readKept(ctx: WriteContext, changeId: string, items: readonly Row<'items'>[]) {
  if (items.length === 0) return [];
  const ids = items.map(({ id }) => id);
  const rows = ctx.db.selectFrom('convertedItems').selectAll().where('changeId', '=', changeId);
  return rows.where('itemId', 'in', ids).execute();
}

async function readDrafts(ctx: WriteContext, rows: readonly Row<'convertedItems'>[]): Promise<Map<string, string>> {
  const ids = rows.filter(({ draftBefore }) => draftBefore !== null).map(({ itemId }) => itemId);
  if (ids.length === 0) return new Map();
  const drafts = await ctx.db.selectFrom('drafts').selectAll().where('itemId', 'in', ids).execute();
  return new Map(drafts.map(({ itemId, change }) => [itemId, change]));
}
