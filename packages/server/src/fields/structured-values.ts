// What is inside values that have others inside them.

import { isObject } from '../lib/is-object.ts';
import type { BlockDeclaration, FieldDeclaration } from './field.ts';

/** A field that is declared inside another. An entry of a list has no name of its own. */
export type Inner = { field: FieldDeclaration; isEntry: boolean };

/** Where its value is: in the object or list `holder`, which is `path` away from the outer value. */
export type Inside = Inner & { holder: Record<string, unknown>; key: string; path: string[] };

/** The field of an entry of a list that declares `of`. */
export function entryOfList({ name, of }: FieldDeclaration): FieldDeclaration {
  return { type: '', ...of, name };
}

/** The field of one of several. */
export function entryOfSeveral({ multiple: _, min: _min, max: _max, ...field }: FieldDeclaration): FieldDeclaration {
  return field;
}

export function insideObject(fields: readonly FieldDeclaration[], value: unknown): Inside[] {
  if (!isObject(value)) return [];
  return fields.map((field) => ({ field, isEntry: false, holder: value, key: field.name, path: [field.name] }));
}

export function insideEntries(entry: FieldDeclaration, value: unknown): Inside[] {
  if (!Array.isArray(value)) return [];
  const holder = value as unknown as Record<string, unknown>;
  return value.map((_, index) => ({ field: entry, isEntry: true, holder, key: `${index}`, path: [`${index}`] }));
}

export function insideBlocks(blocks: readonly BlockDeclaration[], value: unknown): Inside[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((block, index) => {
    const fields = isObject(block) ? blocks.find(({ name }) => name === block.type)?.fields : undefined;
    return insideObject(fields ?? [], block).map((inner) => ({ ...inner, path: [`${index}`, ...inner.path] }));
  });
}
