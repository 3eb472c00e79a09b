// Fields that need a scope (`scope` in their declaration). For callers without it the type does not declare them, and its
// items do not have them: whatever is read for callers is read with the type that `typeFor` returns.

import { type Limitable, may } from '../../context/access.ts';
import type { ReadContext } from '../../context/context.ts';
import type { FieldDeclaration } from '../../fields/field.ts';

/** Of a type. */
type Declared = { name: string; fields: FieldDeclaration[] };
type Caller = Pick<ReadContext, 'actor'>;

/** What types from `typeFor` leave out. It is no member, so that no response has it. */
const hidden = new WeakMap<object, readonly string[]>();
const none: readonly string[] = [];

/** The type as the caller sees it: the same one if nothing in it is hidden. */
export function typeFor<Type extends Declared>(ctx: Caller, type: Type): Type {
  const names = namesHiddenFrom(ctx, type);
  if (names.length === 0) return type;
  const seen = { ...type, fields: type.fields.filter(({ name }) => !names.includes(name)) };
  hidden.set(seen, names);
  return seen;
}

/** The names of the fields that are left out of a type from `typeFor`. */
export function hiddenIn(type: Declared): readonly string[] {
  return hidden.get(type) ?? none;
}

/** The names of the fields that the caller may not read, of a type with all its fields. */
export function namesHiddenFrom({ actor }: Caller, { name: type, fields }: Declared): readonly string[] {
  const some = fields.filter((field) => isScoped(field) && !may(actor, field.scope as Limitable, type));
  return some.length === 0 ? none : some.map(({ name }) => name);
}

/** Whether the field is hidden from some who may read the item. */
export function isScoped({ scope }: FieldDeclaration): boolean {
  return scope !== undefined;
}

/** An item without the values of these fields; its fields are JSON. */
export function withoutFields<Item extends { fields?: string }>(item: Item, names: readonly string[]): Item {
  if (names.length === 0 || item.fields === undefined) return item;
  const values = JSON.parse(item.fields) as Record<string, unknown>;
  for (const name of names) delete values[name];
  return { ...item, fields: JSON.stringify(values) };
}

/** Whether a name such as `brand` or `rows.photo` is one of these fields or inside one. */
export function isNamedBy(names: readonly string[], name: string): boolean {
  return names.includes(name) || names.some((outer) => name.startsWith(`${outer}.`));
}
