// Where the declared values of an object are, those inside groups, lists and blocks included.

import { escapePointer } from '../lib/validation.ts';
import type { FieldDeclaration } from './field.ts';
import { kindOf } from './field-kinds.ts';

export type Place = {
  field: FieldDeclaration;
  /** Undefined if there is none. */
  value: unknown;
  /** The names of the fields that lead here, such as `rows.price`. Entries of lists have none. */
  name: string;
  pointer: string;
  /** Whether other places are inside it. */
  hasInner: boolean;
  /** The object or list that has the value, and its key there. */
  holder: Record<string, unknown>;
  key: string;
};

/** All places, each before those inside it. Values that do not fit their declaration have nothing inside. */
export function placesOf(fields: readonly FieldDeclaration[], values: Record<string, unknown>): Place[] {
  const places: Place[] = [];
  const add = (
    field: FieldDeclaration,
    holder: Record<string, unknown>,
    key: string,
    name: string,
    pointer: string,
  ) => {
    const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
    const inner = kindOf(field).inside?.(field, value) ?? [];
    places.push({ field, value, name, pointer, hasInner: inner.length > 0, holder, key });
    for (const { field, holder, key, path, isEntry } of inner) {
      const steps = path.map((step) => `/${escapePointer(step)}`).join('');
      add(field, holder, key, isEntry ? name : `${name}.${field.name}`, pointer + steps);
    }
  };
  for (const field of fields) add(field, values, field.name, field.name, `/${escapePointer(field.name)}`);
  return places;
}

/** The places that have a value, and none inside it. */
export function valuesIn(fields: readonly FieldDeclaration[], values: Record<string, unknown>): Place[] {
  return placesOf(fields, values).filter(({ value, hasInner }) => value !== undefined && value !== null && !hasInner);
}

/** Fills in the defaults of fields inside groups and blocks. Those of the object itself are left to its schema. */
export function fillDefaults(fields: readonly FieldDeclaration[], values: Record<string, unknown>): void {
  for (const { field, value, holder, key } of placesOf(fields, values)) {
    const isInner = holder !== values;
    if (isInner && value === undefined && field.default !== undefined) holder[key] = structuredClone(field.default);
  }
}

/** Writes what was typed in the notation of its kind, without what it must not have. */
export function foldValues(fields: readonly FieldDeclaration[], values: Record<string, unknown>): void {
  for (const { field, value, holder, key } of placesOf(fields, values)) {
    const { clean, fold = clean } = kindOf(field);
    if (!fold) continue;
    if (typeof value === 'string') holder[key] = fold(value, field);
    else if (Array.isArray(value))
      holder[key] = value.map((entry) => (typeof entry === 'string' ? fold(entry, field) : entry));
  }
}

/** The names of all places that values of these fields can have, with the field of each. */
export function namesIn(fields: readonly FieldDeclaration[], prefix = ''): { name: string; field: FieldDeclaration }[] {
  return fields.flatMap((field) => {
    const name = `${prefix}${field.name}`;
    const inner = kindOf(field).declared?.(field) ?? [];
    return [
      { name, field },
      ...inner.flatMap(({ field, isEntry }) => (isEntry ? namesIn([field], prefix) : namesIn([field], `${name}.`))),
    ];
  });
}
