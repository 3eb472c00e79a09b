// What the custom fields of an item refer to.

import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { namesIn, type Place, valuesIn } from '../../fields/places.ts';
import type { FieldValues } from '../model/item-fields.ts';

export type Reference = Place & { id: string; refersTo: 'items' | 'media' };

/** In fields that are declared as references, those inside others included. */
export function referencesIn(fields: readonly FieldDeclaration[], values: FieldValues): Reference[] {
  return valuesIn(fields, values).flatMap((place) => {
    const { refersTo } = kindOf(place.field);
    return refersTo && typeof place.value === 'string' ? [{ ...place, refersTo, id: place.value }] : [];
  });
}

const idPattern = /^(item|med)_[0-9a-z]{26}$/;

/**
 * The names of fields with the IDs in them. Directly in a field every ID counts, because the field may be declared later, or
 * never: imports leave the field of the featured image undeclared.
 */
export function idsIn(fields: readonly FieldDeclaration[], values: FieldValues): { field: string; targetId: string }[] {
  const direct = Object.entries(values).map(([name, value]) => ({ name, id: value }));
  const found = new Map<string, { field: string; targetId: string }>();
  for (const { name, id } of [...direct, ...referencesIn(fields, values)]) {
    if (typeof id === 'string' && idPattern.test(id)) found.set(`${id} ${name}`, { field: name, targetId: id });
  }
  return [...found.values()];
}

/** The declaration of the field with this name as a reference; null if it is of another kind, undefined if it is not declared. */
export function referenceAt(fields: readonly FieldDeclaration[], name: string): FieldDeclaration | null | undefined {
  const declared = namesIn(fields).filter((inner) => inner.name === name);
  const reference = declared.find(({ field }) => kindOf(field).refersTo !== undefined);
  return reference?.field ?? (declared.length > 0 ? null : undefined);
}

/** The values without the IDs of what is deleted, in the fields with these names. */
export function withoutReferences(
  fields: readonly FieldDeclaration[],
  values: FieldValues,
  names: readonly string[],
  id: string,
): FieldValues {
  const copy: FieldValues = structuredClone(values);
  for (const name of names) if (copy[name] === id) delete copy[name];
  const places = referencesIn(fields, copy).filter((place) => place.id === id && names.includes(place.name));
  // From the end, so that what is removed from a list does not move what is still to be removed.
  for (const { holder, key } of places.reverse()) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  }
  return copy;
}
