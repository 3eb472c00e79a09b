// Checks the fields that a content type or a form declares, before they are stored.

import type { Ajv } from 'ajv';
import type { Fault } from '../errors.ts';
import { offThread } from '../lib/off-thread.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import { valueSchemaOf } from './compile.ts';
import { checkLimits } from './declared-limits.ts';
import { type FieldDeclaration, isCostly, optionValues } from './field.ts';
import { fieldKinds, findKind, kindOf } from './field-kinds.ts';
import { checkPattern, matchingSteps, patternEngine } from './patterns.ts';

type Use = 'content' | 'form';

/** For all patterns of a list together: matching them takes at most a second or two. */
const maxSteps = 20_000_000;

/** Every fault in a list of declarations; pointers start with `/fields`. */
export async function checkDeclarations(
  subject: string,
  fields: readonly FieldDeclaration[],
  usedIn: Use,
): Promise<Fault[]> {
  const list = { fields, usedIn };
  return isCostly(fields) ? offThread<typeof checkList>(subject, import.meta.url, 'checkList', list) : checkList(list);
}

/** Exported for the thread. */
export function checkList({ fields, usedIn }: { fields: readonly FieldDeclaration[]; usedIn: Use }): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const validator = bodyValidator(patternEngine);
  let steps = 0;
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
    const hasDuplicates = new Set(optionValues(field)).size < optionValues(field).length;
    if (hasDuplicates) fault('options', 'not_unique', 'must not contain duplicates');
    if (field.pattern !== undefined && steps > maxSteps) {
      fault(
        'pattern',
        'invalid',
        'exceeds what all patterns together may cost: limit the length of the texts with `max`',
      );
      continue;
    }
    const badPattern = field.pattern === undefined ? null : checkPattern(field.pattern);
    const badLimits = badPattern === null ? checkLimits(field) : [];
    if (badPattern !== null) fault('pattern', 'invalid', badPattern);
    for (const { member, detail } of badLimits) fault(member, 'invalid', detail);
    if (badPattern === null && badLimits.length === 0 && !hasDuplicates) {
      faults.push(...checkDefault(validator, field, index));
      steps += stepsOf(field);
    }
    if (field.visibleWhen && !fields.some((other) => other.name === field.visibleWhen?.field && other !== field)) {
      fault('visibleWhen/field', 'unknown', 'is not the name of another field');
    }
  }
  return faults;
}

function kindNames(usedIn: Use): string[] {
  return Object.keys(fieldKinds).filter((name) => findKind(name)?.usedIn.includes(usedIn));
}

/** The most that matching its pattern can take. */
function stepsOf(field: FieldDeclaration): number {
  const maxLength = kindOf(field).schema(field)?.maxLength;
  return field.pattern === undefined || typeof maxLength !== 'number' ? 0 : matchingSteps(field.pattern, maxLength);
}

function checkDefault(validator: Ajv, field: FieldDeclaration, index: number): Fault[] {
  const schema = valueSchemaOf(field);
  if (field.default === undefined || schema === null) return [];
  const validate = validator.compile(schema);
  if (validate(field.default)) return [];
  return faultsOf(validate.errors ?? []).map((fault) => ({
    ...fault,
    pointer: `/fields/${index}/default${fault.pointer}`,
  }));
}
