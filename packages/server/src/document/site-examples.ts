// Examples of the values of a site's fields, for its document.

import type { JsonSchema } from '../fields/field.ts';
import { notBlank } from '../lib/validation.ts';

const formats: Record<string, string> = {
  date: '2027-02-19',
  'date-time': '2027-02-19T09:30:00Z',
  'time-local': '14:30',
  currency: 'eur',
  'idn-email': 'ada@example.com',
  iri: 'https://example.com/',
};

/** A value that the schema accepts; undefined if it would have to be guessed, such as one that matches a pattern. */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, enum: values, anyOf, oneOf, type, properties } = schema as Parts;
  if ('const' in schema) return schema.const;
  const known = examples ?? values;
  if (known) return known[0];
  const branch = (anyOf ?? oneOf)?.find((one) => one.type !== 'null');
  if (branch) return exampleOf(branch);
  if (properties) return objectOf(schema as Parts);
  if (type === 'boolean') return true;
  if (type === 'array') return listOf(schema as Parts);
  if (type === 'number' || type === 'integer') return numberOf(schema as Parts);
  return type === 'string' ? textOf(schema as Parts) : undefined;
}

/** The schema with an example of each of its properties that has a value which need not be guessed. */
export function withExamples(schema: JsonSchema): JsonSchema {
  const { properties } = schema as Parts;
  if (!properties) return schema;
  const shown = Object.entries(properties).map(([name, property]) => {
    const isExact = 'examples' in property || 'enum' in property || 'const' in property || property.type === 'boolean';
    const example = isExact ? undefined : exampleOf(property);
    return [name, example === undefined ? property : { ...property, examples: [example] }];
  });
  return { ...schema, properties: Object.fromEntries(shown) };
}

type Parts = {
  examples?: unknown[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  formatMinimum?: string;
  formatMaximum?: string;
  pattern?: string;
  allOf?: { pattern?: string }[];
  contentMediaType?: string;
};

/** With the members that have an example, which all required ones must have. */
function objectOf({ properties = {}, required = [] }: Parts): unknown {
  const entries = Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)] as const);
  const shown = entries.filter(([, value]) => value !== undefined);
  return required.every((name) => shown.some(([known]) => known === name)) ? Object.fromEntries(shown) : undefined;
}

function listOf({ items = {}, minItems = 0 }: Parts): unknown {
  const entry = exampleOf(items);
  return entry === undefined || minItems > 1 ? undefined : [entry];
}

function numberOf({ minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Parts): number {
  return Math.min(Math.max(10, Math.ceil(minimum)), maximum);
}

function textOf(schema: Parts): string | undefined {
  const {
    format,
    formatMinimum,
    formatMaximum,
    pattern,
    allOf = [],
    minLength = 0,
    maxLength,
    contentMediaType,
  } = schema;
  // Declared patterns are in `else` (bounds.ts); that of URLs asks for what the example is.
  const hasPattern =
    pattern !== undefined || 'else' in schema || allOf.some((part) => part.pattern !== notBlank && format !== 'iri');
  if (contentMediaType !== undefined || hasPattern) return undefined;
  const text = formatMinimum ?? formatMaximum ?? (format === undefined ? 'Text' : formats[format]);
  const isTooShort = text !== undefined && text.length < minLength;
  if (isTooShort && format === undefined) return text.padEnd(minLength, 't');
  return isTooShort || (text?.length ?? 0) > (maxLength ?? Number.POSITIVE_INFINITY) ? undefined : text;
}
