// The schemas of values that have others inside them: objects with fields, lists of entries, lists of blocks.

import type { ValidateFunction } from 'ajv';
import type { Fault } from '../lib/errors.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import { BlockDeclaration, FieldDeclaration, hasInner, type JsonSchema, withInner } from './field.ts';

/** The schema of a value; null for a field without one. */
type ValueSchema = (field: FieldDeclaration) => JsonSchema | null;

/** Of lists that set no `max`. */
export const maxEntries = 1000;

/**
 * The schema of an object with these fields. Optional fields may be null, required texts must not be blank; with `strict`,
 * other keys are rejected.
 */
export function objectSchema(
  fields: readonly FieldDeclaration[],
  { strict }: { strict: boolean },
  valueSchemaOf: ValueSchema,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const field of fields) {
    const schema = valueSchemaOf(field);
    if (schema === null) continue;
    properties[field.name] = {
      ...(field.required ? schema : orNull(schema)),
      ...(field.label === undefined ? {} : { title: field.label }),
      ...(field.help === undefined ? {} : { description: field.help }),
      ...(field.default === undefined ? {} : { default: field.default }),
    };
    if (field.required) required.push(field.name);
  }
  return { type: 'object', properties, required, additionalProperties: !strict };
}

function orNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** A list whose number of entries the field limits. */
export function listSchema({ required, min, max }: FieldDeclaration, entry: JsonSchema): JsonSchema {
  return {
    type: 'array',
    items: entry,
    ...(required ? { minItems: 1 } : {}),
    ...(typeof min === 'number' ? { minItems: min } : {}),
    maxItems: typeof max === 'number' ? max : maxEntries,
  };
}

/** A list of objects whose `type` says which block each is. */
export function blocksSchema(field: FieldDeclaration, valueSchemaOf: ValueSchema): JsonSchema {
  const oneOf = (field.blocks ?? []).map(({ name, label, fields }) => {
    const { properties, required, ...rest } = objectSchema(fields, { strict: true }, valueSchemaOf);
    return {
      ...(label === undefined ? {} : { title: label }),
      ...rest,
      properties: { type: { type: 'string', const: name }, ...(properties as object) },
      required: ['type', ...(required as string[])],
    };
  });
  return listSchema(field, { type: 'object', discriminator: { propertyName: 'type' }, oneOf });
}

// Checks that what is declared inside fields has the form of a declaration. Schemas cannot contain themselves, so each level is checked by itself.

const maxDepth = 6;
const maxDeclarations = 500;

let validators: Record<'field' | 'block', ValidateFunction> | null = null;

/** The faults in the form of what is declared inside these fields; pointers start with `/fields`. */
export function checkInnerForm(fields: readonly FieldDeclaration[]): Fault[] {
  const faults = fields.flatMap((field, index) => checkInside(field, `/fields/${index}`, 1));
  if (faults.length > 0) return faults;
  const count = withInner(fields).length;
  if (count <= maxDeclarations || !fields.some(hasInner)) return [];
  const detail = `must have at most ${maxDeclarations} fields, those inside others included`;
  return [{ pointer: '/fields', code: 'too_many', detail }];
}

function checkInside(outer: FieldDeclaration, pointer: string, depth: number): Fault[] {
  const { fields, of, blocks } = outer;
  if (hasInner(outer) && depth >= maxDepth)
    return [
      { pointer, code: 'too_deep', detail: `must not have fields in it: at most ${maxDepth} levels are possible` },
    ];
  const checkField = (field: unknown, pointer: string) =>
    withFaults(validate('field', field, pointer), () => checkInside(field as FieldDeclaration, pointer, depth + 1));
  return [
    ...(fields ?? []).flatMap((field, index) => checkField(field, `${pointer}/fields/${index}`)),
    ...(of ? checkEntry(of, `${pointer}/of`, checkField) : []),
    ...(blocks ?? []).flatMap((block, index) => {
      const at = `${pointer}/blocks/${index}`;
      return withFaults(validate('block', block, at), () =>
        block.fields.flatMap((field, index) => checkField(field, `${at}/fields/${index}`)),
      );
    }),
  ];
}

/** An entry of a list is declared without a name. */
function checkEntry(of: object, pointer: string, check: (field: unknown, pointer: string) => Fault[]): Fault[] {
  if ('name' in of) return [{ pointer: `${pointer}/name`, code: 'unknown', detail: 'entries of a list have no name' }];
  return check({ ...of, name: 'entry' }, pointer);
}

function withFaults(faults: Fault[], more: () => Fault[]): Fault[] {
  return faults.length > 0 ? faults : more();
}

function validate(what: 'field' | 'block', value: unknown, pointer: string): Fault[] {
  validators ??= {
    field: bodyValidator().compile(FieldDeclaration),
    block: bodyValidator().compile(BlockDeclaration),
  };
  const check = validators[what];
  if (check(value)) return [];
  return faultsOf(check.errors ?? []).map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }));
}
