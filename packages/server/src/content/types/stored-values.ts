// The values that items have when a field of another kind is declared over them: texts from an import that are to be
// numbers. Values of fields that an import kept apart are shown once they are declared.

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { timeOf, type WriteContext } from '../../context.ts';
import type { Row } from '../../database/dialect.ts';
import { convertValue } from '../../fields/convert-value.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { Id } from '../../http/schemas.ts';
import { keepStamp } from '../imports/import-sources.ts';
import { type ReportedItem, reportChange, reportedColumns } from '../item-events/report-change.ts';
import { type FieldValues, fieldColumns, mergeFields } from '../items/item-fields.ts';
import { storeDerived } from './derived-values.ts';
import type { PostType } from './post-types.ts';

export const FieldConversion = Type.Object(
  {
    field: Type.String(),
    convertible: Type.Integer({ description: 'Stored values of another kind that can be converted' }),
    misfits: Type.Integer({ description: 'Stored values that cannot be converted' }),
    examples: Type.Array(Type.Object({ itemId: Id, value: Type.Unknown() }), {
      description: 'Some of the values that cannot be converted',
    }),
  },
  { title: 'FieldConversion', description: 'What a change of a content type means for stored values' },
);
export type FieldConversion = Static<typeof FieldConversion>;

const batchSize = 100;
const maxExamples = 10;
const maxExampleLength = 200;

type StoredItem = ReportedItem &
  Pick<Row<'items'>, 'excerpt' | 'content' | 'fields'> & {
    hiddenFields: string | null;
  };

/**
 * Compares the values of all items of a type with fields that are new or have another kind, and converts them if asked to.
 * Lock the type first. Returns the fields with values that did not fit.
 */
export async function convertStoredValues(
  ctx: WriteContext,
  type: Pick<PostType, 'name' | 'fields'>,
  changed: readonly FieldDeclaration[],
  { convert }: { convert: boolean },
): Promise<FieldConversion[]> {
  const conversions = new Map(changed.map(({ name }) => [name, newConversion(name)]));
  for (let last: string | null = changed.length === 0 ? null : ''; last !== null; ) {
    const items = await readItems(ctx, type.name, changed, last);
    for (const item of items) {
      const values = JSON.parse(item.fields);
      const converted = convertItem(item.id, values, changed, conversions);
      const { revealed, hidden } = revealFields(item, values, changed);
      const change = { ...(convert ? converted : {}), ...revealed };
      if (Object.keys(change).length > 0) await changeItem(ctx, type, item, { values, change, hidden });
    }
    last = items.at(-1)?.id ?? null;
  }
  return [...conversions.values()].filter(({ convertible, misfits }) => convertible + misfits > 0);
}

function newConversion(field: string): FieldConversion {
  return { field, convertible: 0, misfits: 0, examples: [] };
}

function readItems(
  ctx: WriteContext,
  type: string,
  fields: readonly FieldDeclaration[],
  last: string,
): Promise<StoredItem[]> {
  const hasValue = fields.map(({ name }) => ctx.dialect.jsonExists(sql.ref('items.fields'), [name]));
  return ctx.db
    .selectFrom('items')
    .leftJoin('importSources', 'importSources.recordId', 'items.id')
    .select(reportedColumns)
    .select(['excerpt', 'content', 'fields', 'hiddenFields'])
    .where('type', '=', type)
    .where('id', '>', last)
    .where((eb) => eb.or([...hasValue, eb('hiddenFields', 'is not', null)]))
    .orderBy('id')
    .limit(batchSize)
    .execute();
}

/** Counts what does not fit, and returns what it becomes. */
function convertItem(
  itemId: string,
  values: FieldValues,
  fields: readonly FieldDeclaration[],
  conversions: Map<string, FieldConversion>,
): FieldValues {
  const converted: [string, unknown][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : null;
    const conversion = conversions.get(field.name) as FieldConversion;
    const result = convertValue(field, value);
    if (result.is === 'misfit') addMisfit(conversion, itemId, value);
    if (result.is !== 'converted') continue;
    conversion.convertible++;
    converted.push([field.name, result.value]);
  }
  return Object.fromEntries(converted);
}

function addMisfit(conversion: FieldConversion, itemId: string, value: unknown): void {
  conversion.misfits++;
  if (conversion.examples.length >= maxExamples) return;
  conversion.examples.push({ itemId, value: typeof value === 'string' ? value.slice(0, maxExampleLength) : value });
}

/** What an import kept apart and is declared now. What cannot be converted stays apart. */
function revealFields(
  { hiddenFields }: StoredItem,
  values: FieldValues,
  fields: readonly FieldDeclaration[],
): { revealed: FieldValues; hidden: FieldValues } {
  const hidden: FieldValues = hiddenFields === null ? {} : JSON.parse(hiddenFields);
  const revealed: [string, unknown][] = [];
  for (const field of fields) {
    if (!Object.hasOwn(hidden, field.name) || Object.hasOwn(values, field.name)) continue;
    const result = convertValue(field, hidden[field.name]);
    if (result.is === 'misfit') continue;
    revealed.push([field.name, result.is === 'converted' ? result.value : hidden[field.name]]);
    delete hidden[field.name];
  }
  return { revealed: Object.fromEntries(revealed), hidden };
}

/** Its values are the same in another form, so an imported item that was not edited here still counts as unedited. */
async function changeItem(
  ctx: WriteContext,
  type: Pick<PostType, 'name' | 'fields'>,
  item: StoredItem,
  { values: before, change, hidden }: { values: FieldValues; change: FieldValues; hidden: FieldValues },
): Promise<void> {
  const { id, title, excerpt, content, version } = item;
  const values = mergeFields(before, change);
  const next = { version: version + 1, updatedAt: timeOf(ctx) };
  await ctx.db
    .updateTable('items')
    .set({ ...(await fieldColumns(type, values)), ...next })
    .where('id', '=', id)
    .execute();
  await ctx.db
    .updateTable('importSources')
    .set({ hiddenFields: Object.keys(hidden).length === 0 ? null : JSON.stringify(hidden) })
    .where('recordId', '=', id)
    .execute();
  await keepStamp(ctx, id, version);
  await storeDerived(ctx, type, { id, title, excerpt, content }, values);
  const changed = Object.keys(change).map((name) => `fields.${name}`);
  await reportChange(ctx, { before: item, after: { ...item, ...next }, changed });
}
