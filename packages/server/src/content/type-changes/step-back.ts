// What undoing a change of a type makes of the values of some items: what they were. Values that were edited since stay.

import { isDeepStrictEqual } from 'node:util';
import type { ReadContext, WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { convertValue } from '../../fields/convert-value.ts';
import { noteOf } from '../lifecycle/drafts.ts';
import { unpackState } from '../lifecycle/states.ts';
import type { FieldValues } from '../model/item-fields.ts';
import type { ChangedField, NewValues } from './converted-fields.ts';
import { maxExamples } from './type-changes.schemas.ts';
import type { Step } from './type-changes.ts';

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

// Values that items got while their type had changed, and that the change did not convert: they were edited before their turn
// came, or since, or the item was created since. When the change is undone, those that do not fit the type any more are named.

/** The items with their custom fields as JSON, as they will be; `fields` are those of the type that comes back. */
async function findValuesFromAfter(
  ctx: ReadContext,
  change: Row<'typeChanges'>,
  items: readonly Pick<Row<'items'>, 'id' | 'fields' | 'draft' | 'createdAt' | 'updatedAt'>[],
  fields: readonly ChangedField[],
): Promise<Map<string, string[]>> {
  const { createdAt: since } = change;
  const misfits = new Map<string, string[]>();
  for (const { id, fields: stored, updatedAt } of items) {
    const names = updatedAt < since ? [] : misfitsIn(JSON.parse(stored), fields);
    if (names.length > 0) misfits.set(id, names);
  }
  const old = items.filter(({ id, createdAt }) => misfits.has(id) && createdAt < since);
  const before = await readFieldsBefore(
    ctx,
    since,
    old.map(({ id }) => id),
  );
  for (const { id, fields: stored } of old) {
    // Without a revision since the change, the item has the values that it had before.
    const [then, now]: FieldValues[] = [before.get(id) ?? JSON.parse(stored), JSON.parse(stored)] as FieldValues[];
    const edited = misfits.get(id)!.filter((name) => !isDeepStrictEqual(then?.[name], now?.[name]));
    if (edited.length === 0) misfits.delete(id);
    else misfits.set(id, edited);
  }
  const drafts = await findDrafts(ctx, since, items, fields);
  for (const id of drafts) misfits.set(id, [...(misfits.get(id) ?? []), 'draft']);
  return misfits;
}

function misfitsIn(values: FieldValues, fields: readonly ChangedField[]): string[] {
  return fields.flatMap(({ field }) => (convertValue(field, values[field.name]).is === 'fits' ? [] : [field.name]));
}

/** The fields that items had at this time, of those that have changed since. */
async function readFieldsBefore(
  ctx: ReadContext,
  since: string,
  ids: readonly string[],
): Promise<Map<string, FieldValues>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('revisions')
    .select(['itemId', 'state'])
    .where('itemId', 'in', ids)
    .where('replacedAt', '>=', since)
    .orderBy('itemId')
    .orderBy('number', 'desc')
    .execute();
  // Of several of an item, the first is the last here.
  return new Map(rows.map(({ itemId, state }) => [itemId, unpackState(state).fields]));
}

/** The items whose draft was changed since and has values that do not fit. */
async function findDrafts(
  ctx: ReadContext,
  since: string,
  items: readonly Pick<Row<'items'>, 'id' | 'draft'>[],
  fields: readonly ChangedField[],
): Promise<string[]> {
  const ids = items.flatMap((item) => ((noteOf(item)?.updatedAt ?? '') >= since ? [item.id] : []));
  if (ids.length === 0) return [];
  const rows = await ctx.db.selectFrom('drafts').selectAll().where('itemId', 'in', ids).execute();
  return rows.flatMap(({ itemId, change }) =>
    misfitsIn((JSON.parse(change) as { fields?: FieldValues }).fields ?? {}, fields).length > 0 ? [itemId] : [],
  );
}
