// Names of fields inside others, and of fields of the items that a reference leads to: `seo.title`, `brand.price`.

import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf, membersOf } from '../../fields/field-kinds.ts';
import { namesIn } from '../../fields/places.ts';
import type { ComparedField } from '../types/field-values.ts';

/** The declared field with this name, which may be inside groups. */
export function fieldAt(
  fields: readonly FieldDeclaration[],
  name: string,
  outer: readonly string[] = [],
): ComparedField | undefined {
  const [first, ...rest] = name.split('.');
  const field = fields.find((field) => field.name === first);
  if (field === undefined) return undefined;
  const path = [...outer, field.name];
  if (rest.length > 0) return fieldAt(membersOf(field), rest.join('.'), path);
  return outer.length === 0 ? field : { ...field, path };
}

/** A reference, and the name of what is meant in the items that it leads to. */
export type Step = { field: FieldDeclaration; name: string; rest: string };

/** The step that a name such as `brand.price` takes; null if it leads nowhere else. */
export function stepOf(fields: readonly FieldDeclaration[], name: string): Step | null {
  if (!name.includes('.')) return null;
  const reference = namesIn(fields).find(
    (inner) => kindOf(inner.field).refersTo === 'items' && name.startsWith(`${inner.name}.`),
  );
  return reference ? { ...reference, rest: name.slice(reference.name.length + 1) } : null;
}

/** The names of all fields that conditions can name, those inside groups included. */
export function comparableNames(fields: readonly FieldDeclaration[], outer = ''): string[] {
  return fields.flatMap((field) => [
    `${outer}${field.name}`,
    ...comparableNames(membersOf(field), `${outer}${field.name}.`),
  ]);
}
