// Where the values of an item are that `expand` names.

import type { FieldDeclaration } from '../../fields/field.ts';
import { kindOf } from '../../fields/field-kinds.ts';
import { namesIn, valuesIn } from '../../fields/places.ts';
import { allInside, type Paths } from './read-expand.ts';

export type ExpandablePlace = {
  is: 'item' | 'media' | 'text';
  value: string;
  holder: Record<string, unknown>;
  key: string;
  /** What to expand in the item. */
  paths: Paths;
};

const none: Paths = new Map();
const itemId = /^item_[0-9a-z]{26}$/;
const mediaId = /^med_[0-9a-z]{26}$/;

/** In the order of the values. Those that are not of their kind are left as they are. */
export function expandablePlaces(
  fields: readonly FieldDeclaration[],
  values: Record<string, unknown>,
  paths: Paths,
): ExpandablePlace[] {
  const expanded = new Map(
    namesIn(fields).flatMap(({ name }) => {
      const inner = pathsAt(paths, name.split('.'));
      return inner ? [[name, inner] as const] : [];
    }),
  );
  const declared = valuesIn(fields, values).flatMap(({ name, field, value, holder, key }) => {
    const inner = expanded.get(name);
    const is = inner && typeof value === 'string' ? kindOfPlace(field, value) : null;
    return inner && is ? [{ is, value: value as string, holder, key, paths: inner }] : [];
  });
  return [...declared, ...undeclaredPlaces(fields, values, paths)];
}

function kindOfPlace(field: FieldDeclaration, value: string): ExpandablePlace['is'] | null {
  const { refersTo, isHtml } = kindOf(field);
  if (isHtml) return 'text';
  if (refersTo === 'items') return itemId.test(value) ? 'item' : null;
  return refersTo === 'media' && mediaId.test(value) ? 'media' : null;
}

/** What to expand at this name; null if nothing is. */
function pathsAt(paths: Paths, names: readonly string[]): Paths | null {
  let inner = paths;
  for (const name of names) {
    const next = inner.get(name);
    if (next === undefined) return inner !== paths && inner.has(allInside) ? none : null;
    inner = next;
  }
  return inner;
}

/** Media in fields that an open type does not declare: an ID, or a list of them. */
function undeclaredPlaces(
  fields: readonly FieldDeclaration[],
  values: Record<string, unknown>,
  paths: Paths,
): ExpandablePlace[] {
  const names = [...paths.keys()].filter((name) => name !== allInside && !fields.some((field) => field.name === name));
  return names
    .filter((name) => Object.hasOwn(values, name))
    .flatMap((name) => {
      const value = values[name];
      const list = Array.isArray(value) ? value : null;
      const holder = (list ?? values) as Record<string, unknown>;
      const keys = list ? Object.keys(list) : [name];
      return keys.flatMap((key) => {
        const value = holder[key];
        return typeof value === 'string' && mediaId.test(value)
          ? [{ is: 'media' as const, value, holder, key, paths: none }]
          : [];
      });
    });
}
