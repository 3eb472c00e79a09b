// Values that fit a JSON Schema of the API's document, and values that nearly do.

import { fieldKinds } from '../../src/fields/field-kinds.ts';
import type { Dice } from './dice.ts';

export type Schema = Record<string, unknown>;
export type Resolve = (schema: Schema) => Schema;

/** Words that mean something to the service where the schema only says "string". */
const meaningful: Record<string, readonly string[]> = {
  type: Object.keys(fieldKinds),
  name: ['email', 'note', 'age', 'Blue Shoes', 'event', 'product'],
  plural: ['events', 'products', 'people'],
  orderBy: ['date', 'title', 'menu_order', 'relevance', 'fields.age', 'fields.none'],
  currency: ['usd', 'EUR', 'jpy', 'xyz'],
  pattern: ['[a-z]+', '(a+)+$', '(?=x)', '('],
  accept: ['image/png', 'image/*', 'text/plain'],
  field: ['email', 'note', 'age'],
  url: ['https://receiver.example/hook', 'http://127.0.0.1:9/x', 'ftp://x.example'],
  search: ['blue', 'é', '漢字', '"', '*', '%_\\'],
  email: ['ada@example.com', 'ADA@example.com', 'x'],
  min: ['1', '2026-01-01'],
};

const words = ['abc', 'a1-b_2', 'Blue Shoes', 'Über', '漢字', '😀', 'x', 'usd', 'fields.age', '2026-02-28'];
const samples = [...words, 'sk_test_12345678', 'whsec_12345678', 'form.submitted', '0', '12', 'title', '12345678'];
const formats: Record<string, readonly string[]> = {
  'date-time': ['2026-01-01T00:00:00Z', '2030-12-31T23:59:59.999+02:00', '0001-01-01T00:00:00Z'],
  date: ['2026-01-01', '2024-02-29', '9999-12-31'],
  'idn-email': ['ada@example.com', 'o@example.org', 'ada@grün.example'],
  iri: ['https://example.com/a?b=c', 'http://localhost:1/', 'https://grün.example/größe'],
};

const maxDepth = 6;

/** IDs of records. */
type Pool = { ids: readonly string[] };

/** A value that the schema describes. `name` is that of the member or parameter. */
export function randomValue(dice: Dice, resolve: Resolve, given: Schema, pool: Pool, name = '', depth = 0): unknown {
  const schema = resolve(given);
  const inner = (next: Schema, member: string) => randomValue(dice, resolve, next, pool, member, depth + 1);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return dice.pick(schema.enum);
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (branches) return inner(dice.pick(branches), name);
  switch (dice.pick([schema.type ?? dice.pick(['string', 'number', 'boolean', 'null', 'object'])].flat())) {
    case 'null':
      return null;
    case 'boolean':
      return dice.chance(0.5);
    case 'integer':
      return randomNumber(dice, schema);
    case 'number':
      return dice.chance(0.5) ? randomNumber(dice, schema) : randomNumber(dice, schema) + 0.5;
    case 'array': {
      const minLength = Number(schema.minItems ?? 0);
      // Lists that contain their own kind end somewhere.
      const length = depth > maxDepth ? minLength : dice.between(minLength, Math.min(Number(schema.maxItems ?? 4), 4));
      const items = Array.from({ length }, () => inner((schema.items ?? {}) as Schema, name));
      return schema.uniqueItems ? [...new Map(items.map((item) => [JSON.stringify(item), item])).values()] : items;
    }
    case 'object':
      return randomObject(dice, schema, inner, depth);
    default:
      return randomText(dice, schema, pool, name);
  }
}

function randomNumber(dice: Dice, { minimum = 0, maximum = 1000 }: Schema): number {
  const [min, max] = [Number(minimum), Math.max(Number(minimum), Number(maximum))];
  return dice.chance(0.2) ? dice.pick([min, max]) : dice.between(min, Math.min(max, min + 100));
}

function randomObject(dice: Dice, schema: Schema, inner: (next: Schema, name: string) => unknown, depth: number) {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
  const object: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (required.includes(name) || dice.chance(0.3)) object[name] = inner(property, name);
  }
  if (depth < 3 && schema.additionalProperties !== false && Object.keys(properties).length === 0) {
    for (let count = dice.between(0, 3); count > 0; count--)
      object[dice.pick(['email', 'note', 'age', 'x'])] = inner({}, 'x');
  }
  return object;
}

function randomText(dice: Dice, schema: Schema, pool: Pool, name: string): string {
  if (/Id$|^id$|^(subscriber|subject)$/.test(name) && pool.ids.length > 0 && dice.chance(0.7))
    return dice.pick(pool.ids);
  const format = formats[String(schema.format)];
  if (format) return dice.pick(format);
  const fits = (text: string): boolean =>
    text.length >= Number(schema.minLength ?? 0) &&
    text.length <= Number(schema.maxLength ?? Number.POSITIVE_INFINITY) &&
    (schema.pattern === undefined || new RegExp(String(schema.pattern), 'u').test(text));
  const known = meaningful[name]?.filter(fits) ?? [];
  if (known.length > 0 && dice.chance(0.8)) return dice.pick(known);
  const fitting = samples.filter(fits);
  return fitting.length > 0 ? dice.pick(fitting) : 'a'.repeat(Number(schema.minLength ?? 1));
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; drop table items; --",
  '../../etc/passwd',
  '%00',
  '%',
  '\r\nx: y',
  '\u202e',
  'e\u0301'.repeat(50),
  'x'.repeat(300),
  'x'.repeat(11_000),
  'null',
  '1e400',
  '-1',
  '99999999999999999999',
  '__proto__',
  'constructor',
];
const oddValues: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53 + 2, 1e21, -1e308],
  ...[[], {}, [[]], [null], { a: 1 }, Array.from({ length: 300 }, () => 'x'), JSON.parse('[[[[[[[[[[{}]]]]]]]]]]')],
];

export function oddText(dice: Dice): string {
  return dice.pick(oddTexts);
}

/** The value with one part of it replaced, removed or added. */
export function broken(dice: Dice, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || dice.chance(0.15)) {
    return dice.chance(0.5) ? oddText(dice) : dice.pick(oddValues);
  }
  if (Array.isArray(value)) {
    if (value.length === 0 || dice.chance(0.2)) return [...value, dice.pick(oddValues)];
    const at = dice.between(0, value.length - 1);
    return value.map((item, index) => (index === at ? broken(dice, item) : item));
  }
  const entries = Object.entries(value);
  const choice = dice.between(0, 3);
  if (entries.length === 0 || choice === 0)
    return { ...value, [dice.pick(['unknown', 'a/b~c', 'é', 'toString', ''])]: 1 };
  const at = dice.between(0, entries.length - 1);
  if (choice === 1) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(entries.map(([key, item], index) => [key, index === at ? broken(dice, item) : item]));
}
