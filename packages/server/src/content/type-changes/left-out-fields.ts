// The fields that a change of a type leaves out although an item has values of them, those inside groups and lists included.

import { type FieldDeclaration, hasInner, shapeOf } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { type Inside, insideObject } from '../../fields/rows.ts';
import type { FieldValues } from '../model/item-fields.ts';

/** Declarations by names such as `rows.price`. */
type LeftOut = Map<string, FieldDeclaration>;

/** Whether a field is left out, or one with others inside it is declared in another way: otherwise no value has parts that are. */
export function mayLeaveOut(before: readonly FieldDeclaration[], after: readonly FieldDeclaration[]): boolean {
  return before.some((field) => {
    const kept = after.find(({ name }) => name === field.name);
    return kept === undefined || (hasInner(field) && shapeOf(kept) !== shapeOf(field));
  });
}

/** The fields that are left out and of which these values have some. */
export function leftOutIn(
  before: readonly FieldDeclaration[],
  after: readonly FieldDeclaration[],
  values: FieldValues,
): LeftOut {
  const found: LeftOut = new Map();
  collect(insideObject(before, values), insideObject(after, values), '', found);
  return found;
}

/** `kept`: what the values have inside as they are declared from then on. */
function collect(inside: readonly Inside[], kept: readonly Inside[], outer: string, found: LeftOut): void {
  const keptAt = new Map(kept.map(({ path, field }) => [path.join('/'), field]));
  for (const { field, holder, key, path, isEntry } of inside) {
    const value = Object.hasOwn(holder, key) ? holder[key] : null;
    if (value === null) continue;
    const name = isEntry ? outer : `${outer}${outer && '.'}${field.name}`;
    const next = keptAt.get(path.join('/'));
    if (next?.type === field.type) collect(insideOf(field, value), insideOf(next, value), name, found);
    // Values of another kind are not left out but converted, and so are entries of what is no list any more.
    else if (next === undefined && !isEntry) found.set(name, field);
  }
}

function insideOf(field: FieldDeclaration, value: unknown): Inside[] {
  return kindOf(field).inside?.(field, value) ?? [];
}
