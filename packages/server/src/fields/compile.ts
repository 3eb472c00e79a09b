// Turns a list of fields into a JSON Schema, and the schema into a validator that is compiled once.

import type { ValidateFunction } from 'ajv';
import type { Fault } from '../errors.ts';
import { offThread } from '../lib/off-thread.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import { type FieldDeclaration, isCostly, type JsonSchema } from './field.ts';
import { kindOf } from './field-kinds.ts';
import { notBlank, patternEngine } from './patterns.ts';

/**
 * The schema of an object with these fields. Optional fields may be null, required texts must not be blank; with `strict`,
 * other keys are rejected.
 */
export function schemaOf(fields: readonly FieldDeclaration[], { strict }: { strict: boolean }): JsonSchema {
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

/** The schema of a value; null for a field without one. */
export function valueSchemaOf(field: FieldDeclaration): JsonSchema | null {
  const schema = kindOf(field).schema(field);
  if (!field.required || schema?.type !== 'string') return schema;
  return { ...schema, allOf: [...((schema.allOf as JsonSchema[] | undefined) ?? []), { pattern: notBlank }] };
}

const compiled = new Map<string, ValidateFunction>();
const maxCompiled = 500;

/**
 * Checks `data` of the subject against its fields and returns every fault; pointers start with `prefix`. Adds the defaults to
 * `data` and changes nothing else.
 */
export async function checkFields(
  subject: string,
  fields: readonly FieldDeclaration[],
  data: Record<string, unknown>,
  { strict, prefix = '' }: { strict: boolean; prefix?: string },
): Promise<Fault[]> {
  const check: Check = { fields, strict, data };
  const checked = isCostly(fields)
    ? await offThread<typeof checkData>(subject, import.meta.url, 'checkData', check)
    : checkData(check);
  Object.assign(data, checked.data);
  return checked.faults.map((fault) => ({ ...fault, pointer: `${prefix}${fault.pointer}` }));
}

type Check = { fields: readonly FieldDeclaration[]; strict: boolean; data: Record<string, unknown> };

/** The data with defaults, and its faults: on this thread, so only for data and fields that cost little. */
export function checkData({ fields, strict, data }: Check): Pick<Check, 'data'> & { faults: Fault[] } {
  const validate = validatorFor(fields, strict);
  if (validate(data)) return { data, faults: [] };
  const errors = (validate.errors ?? []).filter((error) => !isNullBranch(error));
  const byPointer = new Map(fields.map((field) => [`/${field.name}`, field]));
  const faults = faultsOf(errors).map((fault) => {
    const field = byPointer.get(fault.pointer);
    if (field?.required && (isBlank(data[field.name]) || fault.code === 'not'))
      return { ...fault, code: 'required', detail: 'is required' };
    return field && fault.code === 'pattern' ? { ...fault, detail: patternDetail(field) } : fault;
  });
  return { data, faults };
}

/** Only white space says as little as no text at all. The schema of a kind may know more (`not`). */
function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
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
