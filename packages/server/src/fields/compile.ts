// Turns a list of fields into a JSON Schema, and the schema into a validator that is compiled once.

import type { ValidateFunction } from 'ajv';
import type { Fault } from '../errors.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import type { FieldDeclaration, JsonSchema } from './field.ts';
import { kindOf } from './field-kinds.ts';
import { patternEngine } from './patterns.ts';

/** The schema of an object with these fields. Optional fields may be null; with `strict`, other keys are rejected. */
export function schemaOf(fields: readonly FieldDeclaration[], { strict }: { strict: boolean }): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const field of fields) {
    const schema = kindOf(field).schema(field);
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

const compiled = new Map<string, ValidateFunction>();
const maxCompiled = 500;

/**
 * Checks `data` against the fields and returns every fault; pointers start with `prefix`. Adds the defaults to `data` and
 * changes nothing else.
 */
export function checkFields(
  fields: readonly FieldDeclaration[],
  data: Record<string, unknown>,
  { strict, prefix = '' }: { strict: boolean; prefix?: string },
): Fault[] {
  const validate = validatorFor(fields, strict);
  if (validate(data)) return [];
  const errors = (validate.errors ?? []).filter((error) => !isNullBranch(error));
  return faultsOf(errors).map((fault) => {
    const field = fields.find(({ name }) => fault.pointer === `/${name}`);
    const detail = field && fault.code === 'pattern' ? patternDetail(field) : fault.detail;
    return { ...fault, detail, pointer: `${prefix}${fault.pointer}` };
  });
}

/** The pattern of a kind is not for people; a declared one is, without our anchors. */
function patternDetail(field: FieldDeclaration): string {
  if (field.pattern !== undefined) return `must match the pattern ${field.pattern}`;
  const { expects } = kindOf(field);
  return expects ? `must be ${expects}` : 'is invalid';
}

/** The null branch is our own wrapping; only the fault of the field itself helps. */
function isNullBranch({ schemaPath }: { schemaPath: string }): boolean {
  return /\/properties\/[^/]+\/anyOf(\/1\/type)?$/.test(schemaPath);
}

function validatorFor(fields: readonly FieldDeclaration[], strict: boolean): ValidateFunction {
  const key = JSON.stringify([strict, fields]);
  const known = compiled.get(key);
  if (known) return known;
  if (compiled.size >= maxCompiled) compiled.clear();
  const validate = bodyValidator(patternEngine).compile(schemaOf(fields, { strict }));
  compiled.set(key, validate);
  return validate;
}
