// Values that items got while their type had changed, and that the change did not convert: they were edited before their turn
// came, or since, or the item was created since. When the change is undone, those that do not fit the type any more are named.

import { isDeepStrictEqual } from 'node:util';
import type { ReadContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { convertValue } from '../../fields/convert-value.ts';
import { noteOf } from '../lifecycle/drafts.ts';
import { unpackState } from '../lifecycle/states.ts';
import type { FieldValues } from '../model/item-fields.ts';
import type { ChangedField } from './converted-fields.ts';

/** The items with their custom fields as JSON, as they will be; `fields` are those of the type that comes back. */
export async function findValuesFromAfter(
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
