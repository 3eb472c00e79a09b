// Checks and normalizes the fields of a form before they are stored.

import type { Fault } from '../errors.ts';
import { fileLimits } from '../fields/bounds.ts';
import { checkDeclarations } from '../fields/declarations.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { isFileField } from '../fields/field-kinds.ts';
import { isAcceptable } from '../files/sniff.ts';
import type { FileRule } from '../http/multipart.ts';
import { checkPaymentFields } from './payment-field.ts';

const maxFileBytes = 2 ** 31;

/** Writes currencies and media types in lower case, and sets `multiple` if several files are accepted. */
export function normalizeFields(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return fields.map((field) => ({
    ...field,
    ...(field.currency === undefined ? {} : { currency: field.currency.toLowerCase() }),
    ...(field.accept === undefined ? {} : { accept: field.accept.map((type) => type.trim().toLowerCase()) }),
    ...(field.multiple === undefined && (field.maxFiles ?? 1) > 1 ? { multiple: true } : {}),
  }));
}

/** Every fault in a form's normalized fields; pointers start with `/fields`. */
export function checkFormFields(fields: readonly FieldDeclaration[]): Fault[] {
  const faults = checkDeclarations(fields, 'form');
  for (const [index, field] of fields.entries()) {
    const fault = (member: string, code: string, detail: string): void =>
      void faults.push({ pointer: `/fields/${index}/${member}`, code, detail });
    if (field.unique) fault('unique', 'not_allowed', 'is not supported in forms, which accept the same answer twice');
    if (dependsOnItself(field, fields)) fault('visibleWhen/field', 'circular', 'must not depend on this field itself');
    for (const [place, type] of (field.accept ?? []).entries()) {
      if (!isAcceptable(type))
        fault(`accept/${place}`, 'invalid', 'must be a media type, such as image/png or image/*');
    }
    if ((field.maxSize ?? 0) > maxFileBytes) fault('maxSize', 'maximum', `must be at most ${maxFileBytes}`);
  }
  return [...faults, ...checkPaymentFields(fields)];
}

/** What each file field accepts. */
export function fileRulesOf(fields: readonly FieldDeclaration[]): Map<string, FileRule> {
  return new Map(
    fields.filter(isFileField).map((field) => {
      const accept = field.accept && field.accept.length > 0 ? field.accept : null;
      return [field.name, { accept, ...fileLimits(field) }];
    }),
  );
}

function dependsOnItself(field: FieldDeclaration, fields: readonly FieldDeclaration[]): boolean {
  const byName = new Map(fields.map((other) => [other.name, other]));
  const seen = new Set<string>();
  for (let next = field.visibleWhen?.field; next !== undefined; next = byName.get(next)?.visibleWhen?.field) {
    if (next === field.name) return true;
    if (seen.has(next)) return false;
    seen.add(next);
  }
  return false;
}
