// A list of fields → a JSON Schema → a validator, compiled once for each form the list ever has.

import type { ValidateFunction } from 'ajv';
import type { Fault } from '../errors.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import type { FieldDeclaration, JsonSchema } from './field.ts';
import { kindOf } from './field-kinds.ts';
import { patternEngine } from './patterns.ts';

export type SchemaOptions = {
  /** Refuse keys that no field declares. */
  strict: boolean;
  /** Absent required fields are no fault (for a change of some fields). */
  partial?: boolean;
};

/** The schema of an object with these fields. Fields that are not required may be null. */
export function schemaOf(fields: readonly FieldDeclaration[], { strict, partial = false }: SchemaOptions): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const field of fields) {
    const schema = kindOf(field).schema(field);
    if (schema === null) continue;
    properties[field.name] = {
      ...(field.required ? schema : orNull(schema)),
      ...(field.label === undefined ? {} : { title: field.label }),
      ...(field.help === undefined ? {} : { description: field.help }),
      ...(field.default === undefined || partial ? {} : { default: field.default }),
    };
    if (field.required && !partial) required.push(field.name);
  }
  return { type: 'object', properties, required, additionalProperties: !strict };
}

function orNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

const compiled = new Map<string, ValidateFunction>();
const mostCompiled = 500;

/**
 * Every fault of `data` against the fields; defaults are filled in. Pointers begin with `prefix`.
 * `data` is changed only by its defaults.
 */
export function checkFields(
  fields: readonly FieldDeclaration[],
  data: Record<string, unknown>,
  options: SchemaOptions & { prefix?: string },
): Fault[] {
  const validate = validatorFor(fields, options);
  if (validate(data)) return [];
  const errors = (validate.errors ?? []).filter((error) => !isNullBranch(error));
  return faultsOf(errors).map((fault) => ({ ...fault, pointer: `${options.prefix ?? ''}${fault.pointer}` }));
}

/** "or null" is our own wrapping: the fault is what the field itself says. */
function isNullBranch({ schemaPath }: { schemaPath: string }): boolean {
  return /\/properties\/[^/]+\/anyOf(\/1\/type)?$/.test(schemaPath);
}

function validatorFor(fields: readonly FieldDeclaration[], options: SchemaOptions): ValidateFunction {
  const key = JSON.stringify([options.strict, options.partial === true, fields]);
  const known = compiled.get(key);
  if (known) return known;
  if (compiled.size >= mostCompiled) compiled.clear();
  const validate = bodyValidator(patternEngine).compile(schemaOf(fields, options));
  compiled.set(key, validate);
  return validate;
}
