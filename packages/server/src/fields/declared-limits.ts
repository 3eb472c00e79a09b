// The limits of a declaration: of the type that its kind compares, and possible to meet.

import type { ValidateFunction } from 'ajv';
import { instantOf } from '../lib/instant.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import { type FieldDeclaration, type JsonSchema, withoutLimits } from './field.ts';
import { kindOf } from './field-kinds.ts';

export type LimitFault = { member: 'min' | 'max'; detail: string };

const keywords = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
  ['formatMinimum', 'formatMaximum'],
] as const;

/** The faults of `min` and `max`. The pattern must be valid, because it limits the length too. */
export function checkLimits(declared: FieldDeclaration): LimitFault[] {
  const { limitedAs } = kindOf(declared);
  const field = limitedAs === undefined ? declared : { ...declared, type: limitedAs };
  const faults = (['min', 'max'] as const).flatMap((member) => checkType(field, member));
  if (faults.length > 0) return faults;
  const schema = kindOf(field).schema(field) ?? {};
  for (const [lowest, highest] of keywords) {
    const [lower, upper] = [schema[lowest], schema[highest]];
    if (lower === undefined || upper === undefined || !isAbove(schema, lower, upper)) continue;
    if (field.min === undefined) return [{ member: 'max', detail: `must be at least ${lower}` }];
    const detail = field.max === undefined ? `must be at most ${upper}` : 'must not be greater than `max`';
    return [{ member: 'min', detail }];
  }
  return [];
}

function checkType(field: FieldDeclaration, member: 'min' | 'max'): LimitFault[] {
  const validate = field[member] === undefined ? null : limitValidator(field);
  if (!validate || validate(field[member])) return [];
  return faultsOf(validate.errors ?? []).map(({ detail }) => ({ member, detail }));
}

const validators = new Map<string, ValidateFunction>();

/** What the limits of the kind must be: lengths, or values of the kind itself; null if it has none. */
function limitValidator(field: FieldDeclaration): ValidateFunction | null {
  const { comparesAs, schema } = kindOf(field);
  const value = schema(withoutLimits(field)) ?? {};
  const isCounted = 'maxLength' in value || 'maxItems' in value;
  if (!isCounted && comparesAs !== 'number' && !('format' in value)) return null;
  const limit: JsonSchema = isCounted ? { type: 'integer', minimum: 0 } : { type: value.type, format: value.format };
  const key = JSON.stringify(limit);
  const validate = validators.get(key) ?? bodyValidator().compile(JSON.parse(key));
  validators.set(key, validate);
  return validate;
}

/** Whether no value lies between. Times compare by their instant. */
function isAbove({ format }: JsonSchema, lower: unknown, upper: unknown): boolean {
  if (format === 'date-time') return (instantOf(String(lower)) ?? '') > (instantOf(String(upper)) ?? '');
  return typeof lower === 'string' ? lower > String(upper) : (lower as number) > (upper as number);
}
