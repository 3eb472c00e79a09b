// What JSON Schema cannot say about queries: every parameter may be given once, and integers are written in digits.

import type { SchemaError } from '../lib/validation.ts';

type Query = Record<string, unknown>;
type Validate = { (query: Query): unknown; errors?: SchemaError[] | null };

/** Wraps the validator of a query. */
export function withQueryRules(validate: Validate, schema: unknown): Validate {
  const properties = (schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {};
  const names = Object.keys(properties);
  const integers = names.filter((name) => properties[name]?.type === 'integer');
  const check = (query: Query): boolean => {
    const repeated = names.filter((name) => Array.isArray(query[name])).map(repetition);
    // The validator then reports the value as not an integer.
    for (const name of integers) if (!isInteger(String(query[name] ?? '0'))) query[name] = 'not an integer';
    validate(query);
    const errors = [...repeated, ...(validate.errors ?? [])];
    check.errors = errors.length > 0 ? errors : null;
    return check.errors === null;
  };
  check.errors = null as SchemaError[] | null;
  return check;
}

function repetition(name: string): SchemaError {
  return { keyword: 'repeated', instancePath: `/${name}`, params: {} };
}

/** False for `1e2` and `0x10`, and for so many digits that the number is infinite, which passes every maximum. */
function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text) && Number.isFinite(Number(text));
}
