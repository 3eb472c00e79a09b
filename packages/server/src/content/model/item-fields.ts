// The custom fields of an item: merged key by key and checked against the type.

import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../database/dialect.ts';
import { checkFields } from '../../fields/compile.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { membersOf } from '../../fields/field-kinds.ts';
import { foldValues } from '../../fields/places.ts';
import { type Fault, failBody } from '../../lib/errors.ts';
import { mergeByName } from '../../lib/names.ts';
import { foldTree, type TextTree } from '../../lib/text.ts';
import { escapePointer, isObject } from '../../lib/validation.ts';
import type { PostType } from '../types/post-types.ts';

export type FieldValues = Record<string, unknown>;

type Declared = Pick<PostType, 'name' | 'fields'>;

/** The columns of the custom fields of an item of the type: always written together. */
export async function fieldColumns(
  { name, fields }: Declared,
  values: FieldValues,
): Promise<Pick<Row<'items'>, 'fields' | 'foldedFields'>> {
  return { fields: JSON.stringify(values), foldedFields: await foldTree(name, textsIn(fields, values)) };
}

/** The texts that are not in lists: those of the item itself, and those in its groups. */
function textsIn(fields: readonly FieldDeclaration[], values: FieldValues): TextTree {
  const groups = fields.flatMap((field) => {
    const value = values[field.name];
    const members = membersOf(field);
    if (members.length === 0 || !isObject(value)) return [];
    const inner = members.map(({ name }) => [name, value[name]]);
    return [[field.name, textsIn(members, Object.fromEntries(inner))] as const];
  });
  const own = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries<string | TextTree>([...own, ...groups]);
}

/** The keys of `change` with another value than those of `stored`. */
export function changedFields(stored: FieldValues, change: FieldValues): FieldValues {
  const isChanged = (key: string, value: unknown) =>
    !Object.hasOwn(stored, key) || !isDeepStrictEqual(stored[key], value);
  return Object.fromEntries(Object.entries(change).filter(([key, value]) => isChanged(key, value)));
}

/** The merged values of `mergeAndCheck`. Throws 422 for their faults. */
export async function changeFields(
  type: PostType,
  stored: FieldValues,
  change: FieldValues,
  which: { isWhole: boolean },
): Promise<FieldValues> {
  const { values, faults } = await mergeAndCheck(type, stored, change, which);
  if (faults.length > 0) throw failBody(faults);
  return values;
}

/**
 * The merged values, with the type's defaults, and the faults of those that change, or with `isWhole` of all of them.
 * Values of fields that the type no longer declares are kept, and are not a fault unless they change.
 */
export async function mergeAndCheck(
  type: PostType,
  stored: FieldValues,
  change: FieldValues,
  { isWhole }: { isWhole: boolean },
): Promise<{ values: FieldValues; faults: Fault[] }> {
  const merged = mergeByName(stored, change);
  foldValues(
    type.fields.filter(({ name }) => Object.hasOwn(change, name)),
    merged,
  );
  const declared = new Set(type.fields.map((field) => field.name));
  const isOutdated = (key: string) => !declared.has(key) && !Object.hasOwn(change, key);
  const checked = type.strict ? Object.fromEntries(Object.entries(merged).filter(([key]) => !isOutdated(key))) : merged;
  const faults: Fault[] = await checkFields(type.name, type.fields, checked, {
    strict: type.strict,
    prefix: '/fields',
  });
  const changed = new Set(Object.keys(change).map(escapePointer));
  const isBinding = ({ pointer, code }: Fault): boolean => {
    const [, , name, ...inner] = pointer.split('/');
    if (changed.has(name as string)) return true;
    // What a group no longer declares is kept as well.
    return isWhole && (code !== 'unknown' || inner.length === 0);
  };
  const binding = faults.filter(isBinding);
  return { values: type.strict ? { ...merged, ...checked } : merged, faults: binding };
}
