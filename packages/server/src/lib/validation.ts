// JSON Schema validation, and its errors as faults.

import { Ajv, type Options } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { Fault } from '../errors.ts';

// The package is CommonJS: its default export arrives as the module itself.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => Ajv;

const options: Options = {
  allErrors: true,
  useDefaults: true,
  strict: false,
  strictNumbers: true,
  allowUnionTypes: true,
};

/** For JSON bodies: values are taken as they are, all faults are told at once. */
export function bodyValidator(): Ajv {
  return addFormats(new Ajv(options));
}

/** For queries, paths and headers: they are text, so numbers and flags in them are converted. */
export function textValidator(): Ajv {
  return addFormats(new Ajv({ ...options, coerceTypes: true }));
}

/** One error of Ajv, as far as we read it. */
export type SchemaError = {
  keyword: string;
  instancePath: string;
  message?: string | undefined;
  params: Record<string, unknown>;
};

/** Errors as faults: one for each place, the most telling one. */
export function faultsOf(errors: readonly SchemaError[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    const pointer = pointerOf(error);
    // The branches of an anyOf each say what they miss; only the whole is worth telling.
    if (!faults.has(pointer) || error.keyword === 'anyOf')
      faults.set(pointer, { pointer, code: codeOf(error), detail: detailOf(error) });
  }
  return [...faults.values()];
}

/** A member of a JSON pointer (RFC 6901). */
export function escapePointer(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1');
}

function pointerOf({ keyword, instancePath, params }: SchemaError): string {
  const member =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : undefined;
  return member === undefined ? instancePath : `${instancePath}/${escapePointer(String(member))}`;
}

const codes: Record<string, string> = {
  additionalProperties: 'unknown',
  enum: 'not_allowed',
  const: 'not_allowed',
  anyOf: 'invalid',
  type: 'wrong_type',
};

function codeOf({ keyword }: SchemaError): string {
  return codes[keyword] ?? keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function detailOf({ keyword, params, message }: SchemaError): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not known here';
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'anyOf') return 'has none of the forms that are taken';
  if (keyword === 'format') return `is not a valid ${String(params.format)}`;
  return message ?? 'is not valid';
}
