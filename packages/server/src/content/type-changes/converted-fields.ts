// Which fields a change of a type converts, and what becomes of the values of one item.

import { isDeepStrictEqual } from 'node:util';
import { type Conversion, convertValue } from '../../fields/convert-value.ts';
import { type FieldDeclaration, shapeOf } from '../../fields/field.ts';
import type { FieldValues } from '../model/item-fields.ts';
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
