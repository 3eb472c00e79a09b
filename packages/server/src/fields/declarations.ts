// Checks the fields that a post type or a form declares, before they are stored.

import type { Fault } from '../errors.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import { type FieldDeclaration, optionValues } from './field.ts';
import { fieldKinds, findKind, kindOf } from './field-kinds.ts';
import { checkPattern, patternEngine } from './patterns.ts';

/** Every fault in a list of declarations; pointers start with `/fields`. */
export function checkDeclarations(fields: readonly FieldDeclaration[], usedIn: 'content' | 'form'): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const fault = (member: string, code: string, detail: string): void =>
      void faults.push({ pointer: `/fields/${index}/${member}`, code, detail });
    if (seen.has(field.name)) fault('name', 'not_unique', `is already the name of another field: ${field.name}`);
    seen.add(field.name);
    if (field.name in Object.prototype)
      fault('name', 'not_allowed', 'is reserved: every object has a member of this name');
    const kind = findKind(field.type);
    if (!kind?.usedIn.includes(usedIn)) {
      fault('type', 'not_allowed', `must be one of ${kindNames(usedIn).join(', ')}`);
      continue;
    }
    if (kind.needsOptions && !field.options) {
      fault('options', 'required', 'is required');
      continue;
    }
    if (new Set(optionValues(field)).size < optionValues(field).length)
      fault('options', 'not_unique', 'must not contain duplicates');
    const badPattern = field.pattern === undefined ? null : checkPattern(field.pattern);
    if (badPattern !== null) fault('pattern', 'invalid', badPattern);
    else if (!hasUsableSchema(field)) fault('type', 'invalid', 'does not fit `min` and `max`');
    else faults.push(...checkDefault(field, index));
    if (field.visibleWhen && !fields.some((other) => other.name === field.visibleWhen?.field && other !== field)) {
      fault('visibleWhen/field', 'unknown', 'is not the name of another field');
    }
  }
  return faults;
}

function kindNames(usedIn: 'content' | 'form'): string[] {
  return Object.keys(fieldKinds).filter((name) => findKind(name)?.usedIn.includes(usedIn));
}

/** A minimum of -1 characters, for example, cannot be compiled: report it now, not at the first value. */
function hasUsableSchema(field: FieldDeclaration): boolean {
  const schema = kindOf(field).schema(field);
  try {
    return schema === null || Boolean(bodyValidator(patternEngine).compile(schema));
  } catch {
    return false;
  }
}

function checkDefault(field: FieldDeclaration, index: number): Fault[] {
  const schema = kindOf(field).schema(field);
  if (field.default === undefined || schema === null) return [];
  const validate = bodyValidator(patternEngine).compile(schema);
  if (validate(field.default)) return [];
  return faultsOf(validate.errors ?? []).map((fault) => ({
    ...fault,
    pointer: `/fields/${index}/default${fault.pointer}`,
  }));
}
