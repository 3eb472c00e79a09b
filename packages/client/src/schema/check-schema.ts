// Checks a value by a schema of the service's own document, so that a file is checked by the rules of the site it is for.

import { findSimilar } from '../cli/find-similar.ts';
import { isObject } from '../cli/read-input.ts';
import type { Place } from './yaml-file.ts';

/** The part of JSON Schema that the document uses for these bodies. */
export type Schema = {
  $ref?: string;
  description?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
};

export type SchemaFault = { place: Place; what: 'value' | 'key'; text: string };

/** Every fault of a value. `resolve` finds a schema by its reference. */
export function checkSchema(
  value: unknown,
  schema: Schema,
  resolve: (reference: string) => Schema,
  place: Place = [],
): SchemaFault[] {
  const fault = (text: string): SchemaFault[] => [{ place, what: 'value', text: `${nameOf(place)} ${text}` }];
  const check = (inner: unknown, by: Schema, ...steps: Place): SchemaFault[] =>
    checkSchema(inner, by, resolve, [...place, ...steps]);
  if (schema.$ref !== undefined) return check(value, resolve(schema.$ref));
  if (schema.anyOf) {
    const results = schema.anyOf.map((each) => check(value, each));
    if (results.some((faults) => faults.length === 0)) return [];
    // The faults inside say more than that no alternative fits.
    const inner = results.filter((faults) => faults.every((each) => each.place.length > place.length));
    return inner[0] ?? results[0] ?? [];
  }
  if (schema.enum && !schema.enum.includes(value)) {
    const similar = typeof value === 'string' ? findSimilar(value, schema.enum.map(String)) : null;
    if (similar !== null) return fault(`cannot be "${value}". Did you mean "${similar}"?`);
    const known = schema.enum.map(String).join(', ');
    return fault(`must be ${schema.enum.length > 1 ? 'one of ' : ''}${known}, not ${shown(value)}`);
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => hasType(value, type)))
    return fault(`must be ${types.map((type) => words[type] ?? type).join(' or ')}, not ${shown(value)}`);
  if (typeof value === 'string') return checkText(value, schema).flatMap(fault);
  if (typeof value === 'number') return checkNumber(value, schema).flatMap(fault);
  if (Array.isArray(value)) {
    const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = schema;
    const faults = value.flatMap((each, index) => (items ? check(each, items, index) : []));
    if (value.length < minItems) faults.push(...fault(`needs at least ${minItems} entries`));
    if (value.length > maxItems) faults.push(...fault(`can have at most ${maxItems} entries`));
    const texts = value.map((each) => JSON.stringify(each));
    if (uniqueItems && new Set(texts).size < texts.length) faults.push(...fault('has the same entry twice'));
    return faults;
  }
  return isObject(value) ? checkMembers(value, schema, place, check) : [];
}

function checkMembers(
  value: Record<string, unknown>,
  { properties, required = [], additionalProperties = true }: Schema,
  place: Place,
  check: (inner: unknown, by: Schema, ...steps: Place) => SchemaFault[],
): SchemaFault[] {
  const faults: SchemaFault[] = [];
  for (const [name, inner] of Object.entries(value)) {
    const schema = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema) faults.push(...check(inner, schema, name));
    else if (properties && !additionalProperties) {
      const similar = findSimilar(name, Object.keys(properties));
      const suggestion = similar === null ? '' : `. Did you mean "${similar}"?`;
      const inWhat = place.length === 0 ? '' : ` in ${nameOf(place)}`;
      faults.push({ place: [...place, name], what: 'key', text: `unknown key "${name}"${inWhat}${suggestion}` });
    }
  }
  for (const name of required) {
    if (value[name] === undefined)
      faults.push({ place, what: 'value', text: `${nameOf([...place, name])} is missing` });
  }
  return faults;
}

function checkText(text: string, { minLength = 0, maxLength, pattern }: Schema): string[] {
  if (text.length < minLength) return ['must not be empty'];
  if (maxLength !== undefined && [...text].length > maxLength) return [`can have at most ${maxLength} characters`];
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return [`must match ${pattern}, not ${JSON.stringify(text)}`];
  return [];
}

function checkNumber(value: number, { minimum, maximum }: Schema): string[] {
  if (minimum !== undefined && value < minimum) return [`must be at least ${minimum}`];
  return maximum !== undefined && value > maximum ? [`must be at most ${maximum}`] : [];
}

const words: Record<string, string> = {
  ...{ string: 'a text', object: 'a map', array: 'a list', boolean: 'true or false', null: 'null' },
  ...{ number: 'a number', integer: 'a whole number' },
};

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'a map' : JSON.stringify(value);
}

/** `types[0].fields[2].max`. */
function nameOf(place: Place): string {
  if (place.length === 0) return 'the file';
  return place.map((step, index) => (typeof step === 'number' ? `[${step}]` : index ? `.${step}` : step)).join('');
}
