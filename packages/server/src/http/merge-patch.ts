// What PATCH does to members that are objects, everywhere (RFC 7396): keys merge at every depth, null removes one, and lists
// are replaced.

import Type, { type Static, type TSchema } from 'typebox';
import { failBody } from '../lib/errors.ts';
import { bodyValidator, faultsOf, isObject } from '../lib/validation.ts';
import { nullable } from './schemas.ts';

/** What a change says of a value: some of its keys, and null for those to remove. */
type MergePatch<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Key in keyof Value]?: MergePatch<Value[Key]> | null }
    : Value;

type Json = { [name: string]: unknown };

/**
 * The schema of a change of an object: all of its keys can be left out, and those that it can do without can be null. Its
 * title ends with `Change`, because the whole object stands in the document as well.
 */
export function mergePatchOf<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<MergePatch<Static<Schema>>>(patchSchema(schema as unknown as Json));
}

function patchSchema(schema: Json): Json {
  const { required, default: _default, title, ...rest } = schema;
  if (Array.isArray(rest.anyOf)) return { ...schema, anyOf: rest.anyOf.map(patchSchema) };
  if (![rest.type].flat().includes('object')) return schema;
  const isNeeded = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const optional = (member: unknown): unknown => (isObject(member) ? orNull(patchSchema(member)) : member);
  const entriesOf = (members: unknown, change: (name: string, member: unknown) => unknown): Json =>
    Object.fromEntries(Object.entries(members as Json).map(([name, member]) => [name, change(name, member)]));
  return {
    ...rest,
    ...(typeof title === 'string' && { title: `${title}Change` }),
    ...('properties' in rest && {
      properties: entriesOf(rest.properties, (name, member) =>
        isNeeded(name) ? patchSchema(member as Json) : optional(member),
      ),
    }),
    ...('patternProperties' in rest && {
      patternProperties: entriesOf(rest.patternProperties, (_name, member) => optional(member)),
    }),
    ...('additionalProperties' in rest && { additionalProperties: optional(rest.additionalProperties) }),
  };
}

function orNull(schema: Json): Json {
  const isNullable =
    [schema.type].flat().includes('null') ||
    (schema.enum as unknown[] | undefined)?.includes(null) ||
    (schema.anyOf as Json[] | undefined)?.some(({ type }) => type === 'null');
  return isNullable ? schema : (nullable(schema as TSchema) as unknown as Json);
}

/** The stored object with what a change says. */
export function mergePatch<Value extends object>(stored: Value, change: object): Value {
  const before = new Map<string, unknown>(Object.entries(stored));
  const merged = new Map(before);
  for (const [name, value] of Object.entries(change)) {
    const known = before.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergePatch(isObject(known) ? known : {}, value) : value);
  }
  return Object.fromEntries(merged) as Value;
}

/** Throws invalid_body if a merged object lacks something, or has too much. `pointer` is its place in the body. */
export function requireWhole(schema: TSchema, merged: object, pointer: string): void {
  const validate = openValidator(schema);
  if (validate(merged)) return;
  throw failBody(faultsOf(validate.errors ?? []).map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` })));
}

const validators = new WeakMap<TSchema, ReturnType<ReturnType<typeof bodyValidator>['compile']>>();

/** For what is stored, in which another version of the service may know more members. It is compiled with the first use. */
export function openValidator(schema: TSchema) {
  const open = (key: string, value: unknown): unknown => (key === 'additionalProperties' && !value ? undefined : value);
  const validate = validators.get(schema) ?? bodyValidator().compile(JSON.parse(JSON.stringify(schema), open));
  validators.set(schema, validate);
  return validate;
}
