// What a declaration's limits say in JSON Schema.

import { type FieldDeclaration, type JsonSchema, optionValues } from './field.ts';
import { anchored, blankHtml, maxMatchedLength } from './patterns.ts';

/** Limits the length of a text to `limit` at most, and matches the pattern unless the text is too long. */
export function textBounds(field: FieldDeclaration, limit: number): JsonSchema {
  const { min, max, pattern } = field;
  const matched = pattern === undefined ? limit : maxMatchedLength(pattern);
  const maxLength = Math.min(limit, matched, typeof max === 'number' ? max : limit);
  return {
    ...(typeof min === 'number' ? { minLength: min } : {}),
    maxLength,
    ...(pattern === undefined ? {} : { if: { minLength: maxLength + 1 }, else: { pattern: anchored(pattern) } }),
  };
}

export function numberBounds(field: FieldDeclaration): JsonSchema {
  return {
    ...(typeof field.min === 'number' ? { minimum: field.min } : {}),
    ...(typeof field.max === 'number' ? { maximum: field.max } : {}),
  };
}

/** Times compare by their instant (ajv-formats). */
export function dateBounds(field: FieldDeclaration): JsonSchema {
  return {
    ...(typeof field.min === 'string' ? { formatMinimum: field.min } : {}),
    ...(typeof field.max === 'string' ? { formatMaximum: field.max } : {}),
  };
}

/** The schema of several options. */
export function someOptions(field: FieldDeclaration): JsonSchema {
  const values = optionValues(field);
  return {
    type: 'array',
    maxItems: values.length,
    items: { type: 'string', enum: values },
    uniqueItems: true,
    ...(field.required ? { minItems: 1 } : {}),
  };
}

/** A required text in HTML must have words or media, not only elements. */
export function htmlBounds(field: FieldDeclaration, limit: number): JsonSchema {
  return { ...textBounds(field, limit), ...(field.required ? { not: { pattern: blankHtml } } : {}) };
}

/** The schema of a box; a required one must be checked. */
export function checked(field: FieldDeclaration): JsonSchema {
  return { type: 'boolean', ...(field.required ? { const: true } : {}) };
}

const mebibyte = 1024 * 1024;

export function fileLimits(field: FieldDeclaration): { maxSize: number; maxFiles: number } {
  return { maxSize: field.maxSize ?? 10 * mebibyte, maxFiles: field.multiple ? (field.maxFiles ?? 10) : 1 };
}
