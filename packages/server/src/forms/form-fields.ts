// The fields a form declares: checked and brought to one spelling before they are stored.

import type { Fault } from '../errors.ts';
import { checkDeclarations } from '../fields/declarations.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { isAcceptable } from '../files/sniff.ts';
import type { FileRule } from '../http/multipart.ts';
import { checkPaymentFields } from './payment-field.ts';

const defaultMaxFileBytes = 10 * 1024 * 1024;
const defaultMaxFiles = 10;
const mostFileBytes = 2 ** 31;

/** One spelling: currencies and media types in lower case; more than one file means `multiple`. */
export function normalizeFields(fields: readonly FieldDeclaration[]): FieldDeclaration[] {
  return fields.map((field) => ({
    ...field,
    ...(field.currency === undefined ? {} : { currency: field.currency.toLowerCase() }),
    ...(field.accept === undefined ? {} : { accept: field.accept.map((type) => type.trim().toLowerCase()) }),
    ...(field.multiple === undefined && (field.maxFiles ?? 1) > 1 ? { multiple: true } : {}),
  }));
}

/** Every fault of a form's (normalised) fields, each with its pointer below `/fields`. */
export function checkFormFields(fields: readonly FieldDeclaration[]): Fault[] {
  const faults = checkDeclarations(fields, 'form');
  for (const [index, field] of fields.entries()) {
    const fault = (member: string, code: string, detail: string): void =>
      void faults.push({ pointer: `/fields/${index}/${member}`, code, detail });
    if (field.unique) fault('unique', 'not_allowed', 'is for post types: forms take the same answer twice');
    if (dependsOnItself(field, fields)) fault('visibleWhen/field', 'circular', 'depends on this field itself');
    for (const [place, type] of (field.accept ?? []).entries()) {
      if (!isAcceptable(type))
        fault(`accept/${place}`, 'invalid', 'must be a media type, such as image/png or image/*');
    }
    if ((field.maxSize ?? 0) > mostFileBytes) fault('maxSize', 'maximum', `must be <= ${mostFileBytes}`);
  }
  return [...faults, ...checkPaymentFields(fields)];
}

/** What each file field takes. */
export function fileRulesOf(fields: readonly FieldDeclaration[]): Map<string, FileRule> {
  return new Map(
    fields
      .filter((field) => field.type === 'file')
      .map((field) => [
        field.name,
        {
          accept: field.accept && field.accept.length > 0 ? field.accept : null,
          maxSize: field.maxSize ?? defaultMaxFileBytes,
          maxFiles: field.multiple ? (field.maxFiles ?? defaultMaxFiles) : 1,
        },
      ]),
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
