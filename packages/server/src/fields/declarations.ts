// Checks the fields that a post type or a form declares.

import type { Fault } from '../errors.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import { type FieldDeclaration, optionValues } from './field.ts';
import { type FieldKindName, fieldKinds, kindOf } from './field-kinds.ts';
import { checkPattern, patternEngine } from './patterns.ts';

const withOptions = ['select', 'radio', 'multiselect'];

/** Every fault of a list of declarations, each with its pointer below `/fields`. */
export function checkDeclarations(fields: readonly FieldDeclaration[], usedIn: 'content' | 'form'): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const fault = (member: string, code: string, detail: string): void =>
      void faults.push({ pointer: `/fields/${index}/${member}`, code, detail });
    if (seen.has(field.name)) fault('name', 'not_unique', `another field is called ${field.name}`);
    seen.add(field.name);
    if (field.name in Object.prototype) fault('name', 'not_allowed', 'is a name every object has already');
    if (!Object.hasOwn(fieldKinds, field.type) || !kindOf(field).usedIn.includes(usedIn)) {
      fault('type', 'not_allowed', `must be one of ${kindNames(usedIn).join(', ')}`);
      continue;
    }
    if (withOptions.includes(field.type) && !field.options) {
      fault('options', 'required', 'is required');
      continue;
    }
    if (new Set(optionValues(field)).size < optionValues(field).length)
      fault('options', 'not_unique', 'an option occurs twice');
    const badPattern = field.pattern === undefined ? null : checkPattern(field.pattern);
    if (badPattern !== null) fault('pattern', 'invalid', badPattern);
    else if (!hasUsableSchema(field)) fault('type', 'invalid', 'its min and max do not go with this type');
    else faults.push(...checkDefault(field, index));
    if (field.visibleWhen && !fields.some((other) => other.name === field.visibleWhen?.field && other !== field)) {
      fault('visibleWhen/field', 'unknown', 'no other field has this name');
    }
  }
  return faults;
}

function kindNames(usedIn: 'content' | 'form'): FieldKindName[] {
  return (Object.keys(fieldKinds) as FieldKindName[]).filter((name) =>
    (fieldKinds[name].usedIn as readonly string[]).includes(usedIn),
  );
}

/** A minimum of -1 characters, say, compiles to no validator: told now, not at the first value. */
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
