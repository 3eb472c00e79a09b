// Turns a list of fields into a JSON Schema, and the schema into a validator that is compiled once.

import type { ValidateFunction } from 'ajv';
import type { Fault } from '../lib/errors.ts';
import { derive } from '../lib/lru-cache.ts';
import { offThread } from '../lib/off-thread.ts';
import { isBlank } from '../lib/typed-text.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import { countryCodes } from './answer-parts.ts';
import { type FieldDeclaration, isCostly, type JsonSchema } from './field.ts';
import { kindOf, valueSchemaOf } from './field-kinds.ts';
import { patternEngine } from './patterns.ts';
import { fillDefaults, type Place, placesOf } from './places.ts';
import { objectSchema } from './structured-schemas.ts';

/** The schema of an object with these fields; with `strict`, other keys are rejected. */
export function schemaOf(fields: readonly FieldDeclaration[], options: { strict: boolean }): JsonSchema {
  return objectSchema(fields, options, valueSchemaOf);
}

/** By the texts of the fields, because two lists may be the same. */
const compiled = new Map<string, ValidateFunction>();
const maxCompiled = 500;
const strictValidatorOf = derive((fields: readonly FieldDeclaration[]) => validatorFor(fields, true));
const openValidatorOf = derive((fields: readonly FieldDeclaration[]) => validatorFor(fields, false));

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
  fillDefaults(fields, data);
  const validate = strict ? strictValidatorOf(fields) : openValidatorOf(fields);
  const errors = validate(data) ? [] : (validate.errors ?? []).filter((error) => !isNullBranch(error));
  const places = new Map(placesOf(fields, data).map((place) => [place.pointer, place]));
  const faults = faultsOf(errors).map((fault) => explain(fault, places));
  const wrong = new Set(faults.map(({ pointer }) => pointer));
  return { data, faults: [...faults, ...checkPlaces(places.values()).filter(({ pointer }) => !wrong.has(pointer))] };
}

/** What schemas cannot say. */
function checkPlaces(places: Iterable<Place>): Fault[] {
  return [...places].flatMap(({ field, value, pointer }) => {
    const fault = kindOf(field).check?.(value);
    return fault ? [{ pointer: `${pointer}${fault.path}`, code: fault.code, detail: fault.detail }] : [];
  });
}

/** Says in terms of the declaration what is wrong. */
function explain(fault: Fault, places: ReadonlyMap<string, Place>): Fault {
  const required: Fault = { ...fault, code: 'required', detail: 'is required' };
  const place = places.get(fault.pointer);
  if (place === undefined) {
    const entry = /^(.*)\/\d+\/type$/.exec(fault.pointer);
    const blocks = entry && places.get(entry[1] as string)?.field.blocks;
    if (!blocks || fault.code !== 'not_allowed') return fault;
    return { ...fault, detail: `must be one of ${blocks.map(({ name }) => name).join(', ')}` };
  }
  const { field, value } = place;
  // The schema of a kind may know more (`not`).
  const isNone = value === null || (typeof value === 'string' && isBlank(value)) || fault.code === 'not';
  if (field.required && isNone) return required;
  if (fault.code === 'not_allowed' && field.options === countryCodes) return { ...fault, detail: countryDetail };
  return fault.code === 'pattern' ? { ...fault, detail: patternDetail(field) } : fault;
}

const countryDetail = 'must be a country code of two capital letters (ISO 3166-1), such as DE';

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
  const validator = bodyValidator(patternEngine);
  // Lengths are in UTF-16 units, as pages count them for `maxlength`. As an option of the constructor, it would be logged.
  validator.opts.unicode = false;
  const validate = validator.compile(schemaOf(fields, { strict }));
  compiled.set(key, validate);
  return validate;
}
