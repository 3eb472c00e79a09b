// What a change of a type makes of the values of some items. What they were is stored beside.

import type { WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { convertValue } from '../../fields/convert-value.ts';
import { mergeByName } from '../../lib/names.ts';
import type { DraftChange } from '../lifecycle/drafts.ts';
import type { FieldValues } from '../model/item-fields.ts';
import { type ChangedField, Conversions, convertValues, type NewValues } from './converted-fields.ts';
import type { Step } from './type-changes.ts';

/** The new values of those that change, by the ID of the item. */
export async function stepForward(
  ctx: WriteContext,
  { change, result }: Step,
  items: readonly Row<'items'>[],
  fields: readonly ChangedField[],
): Promise<Map<string, NewValues>> {
  const conversions = new Conversions(result.conversions);
  const drafts = change.converts ? await readDrafts(ctx, items) : new Map<string, string>();
  const hidden = await readHidden(ctx, items);
  const next = new Map<string, NewValues>();
  const kept: Row<'convertedItems'>[] = [];
  for (const item of items) {
    const values: FieldValues = JSON.parse(item.fields);
    const converted = change.converts
      ? convertValues(values, fields, ({ field }, value, conversion) =>
          conversions.add(field.name, item.id, value, conversion),
        )
      : {};
    const hiddenBefore = hidden.get(item.id) ?? null;
    const { revealed, rest } = reveal(hiddenBefore, values, fields);
    const all = { ...converted, ...revealed };
    const after = Object.keys(all).length === 0 ? item.fields : JSON.stringify(mergeByName(values, all));
    const draftBefore = drafts.get(item.id) ?? null;
    const draftAfter = draftBefore === null ? null : convertDraft(draftBefore, fields);
    const isShown = Object.keys(revealed).length > 0;
    if (after === item.fields && draftAfter === draftBefore) continue;
    next.set(item.id, {
      fields: after,
      ...(draftAfter === null || draftAfter === draftBefore ? {} : { draft: draftAfter }),
      ...(isShown ? { hidden: rest } : {}),
    });
    kept.push({
      changeId: change.id,
      itemId: item.id,
      before: item.fields,
      after,
      draftBefore,
      draftAfter,
      hiddenBefore: isShown ? hiddenBefore : null,
    });
  }
  if (kept.length > 0) await ctx.db.insertInto('convertedItems').values(kept).execute();
  result.conversions = conversions.all();
  return next;
}

async function readDrafts(ctx: WriteContext, items: readonly Row<'items'>[]): Promise<Map<string, string>> {
  const ids = items.filter(({ draft }) => draft !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('drafts').selectAll().where('itemId', 'in', ids).execute();
  return new Map(rows.map(({ itemId, change }) => [itemId, change]));
}

function convertDraft(draft: string, fields: readonly ChangedField[]): string {
  const change: DraftChange = JSON.parse(draft);
  const values = change.fields ?? {};
  // Null in a draft removes the value of the item.
  const converted = convertValues(values, fields);
  return Object.keys(converted).length === 0
    ? draft
    : JSON.stringify({ ...change, fields: { ...values, ...converted } });
}

async function readHidden(ctx: WriteContext, items: readonly Row<'items'>[]): Promise<Map<string, string>> {
  const ids = items.filter(({ sourceKey }) => sourceKey !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('importSources')
    .select(['recordId', 'hiddenFields'])
    .where('recordId', 'in', ids)
    .where('hiddenFields', 'is not', null)
    .execute();
  return new Map(rows.map(({ recordId, hiddenFields }) => [recordId, hiddenFields as string]));
}

/** What an import kept apart and is declared now. What cannot be converted stays apart. */
function reveal(
  hiddenFields: string | null,
  values: FieldValues,
  fields: readonly ChangedField[],
): { revealed: FieldValues; rest: string | null } {
  const hidden: FieldValues = hiddenFields === null ? {} : JSON.parse(hiddenFields);
  const revealed: [string, unknown][] = [];
  for (const { field } of fields) {
    if (!Object.hasOwn(hidden, field.name) || Object.hasOwn(values, field.name)) continue;
    const conversion = convertValue(field, hidden[field.name]);
    if (conversion.is === 'misfit') continue;
    revealed.push([field.name, conversion.is === 'converted' ? conversion.value : hidden[field.name]]);
    delete hidden[field.name];
  }
  return {
    revealed: Object.fromEntries(revealed),
    rest: Object.keys(hidden).length === 0 ? null : JSON.stringify(hidden),
  };
}
