// Which fields a change of a type converts, and what becomes of the values of one item.

import { isDeepStrictEqual } from 'node:util';
import type { WriteContext } from '../../context/context.ts';
import type { Row } from '../../database/dialect.ts';
import { type Conversion, convertValue } from '../../fields/convert-value.ts';
import { type FieldDeclaration, shapeOf } from '../../fields/field.ts';
import { noteOf, writeNote } from '../lifecycle/drafts.ts';
import { followChanges } from '../lifecycle/effects.ts';
import { storeChange } from '../lifecycle/store-change.ts';
import { changedMembers } from '../model/changes.ts';
import { type FieldValues, fieldColumns } from '../model/item-fields.ts';
import { keepStamp } from '../sources/import-sources.ts';
import type { PostType } from '../types/post-types.ts';
import type { FieldConversion } from './type-changes.schemas.ts';

export type ChangedField = {
  field: FieldDeclaration;
  /** As it was declared; undefined for a new field, of which there may be values all the same. */
  before: FieldDeclaration | undefined;
  /** Whether its values are of another kind. Otherwise only its rules are others, such as its options. */
  isReshaped: boolean;
};

/** The fields that are new or have other rules. */
export function changedFieldsOf(
  before: readonly FieldDeclaration[],
  after: readonly FieldDeclaration[],
): ChangedField[] {
  return after.flatMap((field) => {
    const old = before.find(({ name }) => name === field.name);
    if (old && isDeepStrictEqual(rulesOf(old), rulesOf(field))) return [];
    return [{ field, before: old, isReshaped: !old || shapeOf(old) !== shapeOf(field) }];
  });
}

/** Without what says nothing about values. */
function rulesOf({ label: _label, help: _help, indexed: _indexed, scope: _scope, ...rules }: FieldDeclaration): object {
  return rules;
}

/** What becomes of the values of an item: the names and values that change. */
export function convertValues(
  values: FieldValues,
  fields: readonly ChangedField[],
  found: (field: ChangedField, value: unknown, conversion: Conversion) => void = () => {},
): FieldValues {
  const changed: [string, unknown][] = [];
  for (const changedField of fields) {
    const { field, before } = changedField;
    const value = Object.hasOwn(values, field.name) ? values[field.name] : null;
    const conversion = convertValue(field, value, before);
    found(changedField, value, conversion);
    if (conversion.is === 'converted') changed.push([field.name, conversion.value]);
  }
  return Object.fromEntries(changed);
}

const maxExamples = 10;
const maxExampleLength = 200;

/** Counts what does not fit. */
export class Conversions {
  readonly #byField: Map<string, FieldConversion>;

  constructor(known: readonly FieldConversion[] = []) {
    this.#byField = new Map(known.map((conversion) => [conversion.field, conversion]));
  }

  add(field: string, itemId: string, value: unknown, { is }: Conversion): void {
    if (is === 'fits') return;
    const conversion = this.#byField.get(field) ?? { field, convertible: 0, misfits: 0, examples: [] };
    this.#byField.set(field, conversion);
    if (is === 'converted') conversion.convertible++;
    else {
      conversion.misfits++;
      if (conversion.examples.length < maxExamples) conversion.examples.push({ itemId, value: cut(value) });
    }
  }

  all(): FieldConversion[] {
    return [...this.#byField.values()];
  }
}

/** A value as an example. */
export function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxExampleLength ? value.slice(0, maxExampleLength) : value;
  const text = JSON.stringify(value) ?? '';
  return text.length > 5 * maxExampleLength ? text.slice(0, maxExampleLength) : value;
}

// Gives one item the values that a change of its type makes of them, or those from before it.

/** A type with what its items follow. */
type Declared = Pick<PostType, 'name' | 'plural' | 'url' | 'fields'>;

export type NewValues = {
  /** Custom fields as JSON. */
  fields: string;
  /** What the draft changes; absent if that stays. */
  draft?: string;
  /** What an import keeps apart; absent if that stays. */
  hidden?: string | null;
};

/**
 * Stores the values of a locked item. They are the same in another form, so an imported item that was not edited here still
 * counts as unedited.
 */
export async function storeValues(
  ctx: WriteContext,
  type: Declared,
  item: Row<'items'>,
  { fields, draft, hidden }: NewValues,
): Promise<void> {
  if (draft !== undefined) await storeDraft(ctx, item, draft);
  if (hidden !== undefined)
    await ctx.db.updateTable('importSources').set({ hiddenFields: hidden }).where('recordId', '=', item.id).execute();
  if (fields === item.fields) return;
  const values: FieldValues = JSON.parse(fields);
  const changed = changedMembers(item, { ...item, fields });
  await storeChange(ctx, {
    type,
    before: item,
    after: { ...item, ...(await fieldColumns(type, values)), fields },
    changed,
    isRedeclared: true,
  });
  await keepStamp(ctx, item.id, item.version);
}

/** Derives again what follows from values that stay. */
export async function deriveAgain(ctx: WriteContext, type: Declared, item: Row<'items'>): Promise<void> {
  const values: FieldValues = JSON.parse(item.fields);
  const { foldedFields } = await fieldColumns(type, values);
  if (foldedFields !== item.foldedFields)
    await ctx.db.updateTable('items').set({ foldedFields }).where('id', '=', item.id).execute();
  const after = { ...item, foldedFields };
  await followChanges(ctx, [{ type, before: item, after, changed: [], isRedeclared: true }]);
}

async function storeDraft(ctx: WriteContext, item: Row<'items'>, change: string): Promise<void> {
  const note = noteOf(item);
  if (note === null) return;
  await ctx.db.updateTable('drafts').set({ change }).where('itemId', '=', item.id).execute();
  await writeNote(ctx, item.id, { ...note, version: note.version + 1 });
}
