// Checks the fields that a content type or a form declares, before they are stored.

import type { Ajv, ValidateFunction } from 'ajv';
import type { Fault, FaultCode } from '../lib/errors.ts';
import { instantOf } from '../lib/instant.ts';
import { offThread } from '../lib/off-thread.ts';
import { bodyValidator, faultsOf } from '../lib/validation.ts';
import {
  type FieldDeclaration,
  hasLookalikes,
  isCostly,
  type JsonSchema,
  optionValues,
  withoutLimits,
} from './field.ts';
import { type FieldKind, fieldKinds, findKind, kindOf, kindSettings, valueSchemaOf } from './field-kinds.ts';
import { checkPattern, matchingSteps, patternEngine } from './patterns.ts';
import { rowLimits } from './rows.ts';
import { checkInnerForm, maxEntries } from './structured-schemas.ts';

type Use = 'content' | 'form';

/** For all patterns of a list together: matching them takes at most a second or two. */
const maxSteps = 20_000_000;
/** Of all values together. */
const maxBodyLength = 1024 * 1024;

/** Every fault in a list of declarations; pointers start with `/fields`. */
export async function checkDeclarations(
  subject: string,
  fields: readonly FieldDeclaration[],
  usedIn: Use,
): Promise<Fault[]> {
  const misformed = checkInnerForm(fields);
  if (misformed.length > 0) return misformed;
  const list = { fields, usedIn };
  return isCostly(fields) ? offThread<typeof checkList>(subject, import.meta.url, 'checkList', list) : checkList(list);
}

type List = { fields: readonly FieldDeclaration[]; usedIn: Use };
type Checks = {
  usedIn: Use;
  validator: Ajv;
  /** Of all patterns so far. */
  steps: number;
};
/** A field, where it is declared, and how many values an item can have for it. */
type Declared = { field: FieldDeclaration; at: string; times: number };

/** Exported for the thread. */
export function checkList({ fields, usedIn }: List): Fault[] {
  const checks = { usedIn, validator: bodyValidator(patternEngine), steps: 0 };
  return checkEach(
    fields.map((field, index) => ({ field, at: `/fields/${index}`, times: 1 })),
    checks,
  );
}

/** The fields of a type, a form, a group or a block. */
function checkEach(declared: readonly Declared[], checks: Checks): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const { field, at, times } of declared) {
    const fault = (member: string, code: FaultCode, detail: string): void =>
      void faults.push({ pointer: `${at}/${member}`, code, detail });
    if (seen.has(field.name)) fault('name', 'not_unique', `is already the name of another field: ${field.name}`);
    seen.add(field.name);
    if (field.name in Object.prototype)
      fault('name', 'not_allowed', 'is reserved: every object has a member of this name');
    faults.push(...checkOne({ field, at, times }, checks));
    const { visibleWhen } = field;
    if (visibleWhen && !declared.some((other) => other.field.name === visibleWhen.field && other.field !== field)) {
      fault('visibleWhen/field', 'unknown', 'is not the name of another field');
    }
  }
  return faults;
}

/** All but its name. */
function checkOne({ field, at, times }: Declared, checks: Checks): Fault[] {
  const faults: Fault[] = [];
  const fault = (member: string, code: FaultCode, detail: string): void =>
    void faults.push({ pointer: `${at}/${member}`, code, detail });
  const kind = findKind(field.type);
  if (!kind?.usedIn.includes(checks.usedIn)) {
    fault('type', 'not_allowed', `must be one of ${kindNames(({ usedIn }) => usedIn.includes(checks.usedIn))}`);
    return faults;
  }
  if (field.scope !== undefined && checks.usedIn === 'form')
    fault('scope', 'not_allowed', 'is only for fields of content types');
  const missing = (kind.needs ?? []).filter((member) => !field[member]);
  for (const member of missing) fault(member, 'required', 'is required');
  for (const member of kindSettings) {
    if (field[member] === undefined || kind.has?.includes(member)) continue;
    fault(member, 'not_allowed', `is only for fields of the type ${kindNames(({ has }) => has?.includes(member))}`);
  }
  for (const index of picturedOptions(field)) {
    if (checks.usedIn === 'form' && kind.showsPictures) continue;
    const names = kindNames(({ showsPictures }) => showsPictures);
    fault(`options/${index}/image`, 'not_allowed', `is only for forms, in fields of the type ${names}`);
  }
  const wrong = kind.checkSettings?.(field);
  if (wrong) fault(wrong.member, 'invalid', wrong.detail);
  const inner = kind.has?.some((member) => field[member] !== undefined) ? checkInner({ field, at, times }, checks) : [];
  faults.push(...inner);
  if (missing.length > 0 || inner.length > 0) return faults;
  const hasDuplicates = hasLookalikes(optionValues(field));
  if (hasDuplicates) fault('options', 'not_unique', 'must not contain duplicates');
  if (field.pattern !== undefined && checks.steps > maxSteps) {
    fault(
      'pattern',
      'invalid',
      'exceeds what all patterns together may cost: limit the length of the texts with `max`',
    );
    return faults;
  }
  const badPattern = field.pattern === undefined ? null : checkPattern(field.pattern);
  const badLimits = badPattern === null ? checkLimits(field) : [];
  if (badPattern !== null) fault('pattern', 'invalid', badPattern);
  for (const { member, detail } of badLimits) fault(member, 'invalid', detail);
  if (badPattern === null && badLimits.length === 0 && !hasDuplicates) {
    faults.push(...checkDefault(checks.validator, field, at));
    checks.steps += stepsOf(field, times);
  }
  return faults;
}

function picturedOptions({ options = [] }: FieldDeclaration): number[] {
  return options.flatMap((option, index) => (typeof option === 'object' && option.image !== undefined ? [index] : []));
}

/** What is declared inside the field. */
function checkInner({ field, at, times }: Declared, checks: Checks): Fault[] {
  const faults: Fault[] = [];
  const { name, fields, of, blocks = [] } = field;
  const timesOfEntries = times * (typeof field.max === 'number' ? field.max : maxEntries);
  const checkFields = (inner: readonly FieldDeclaration[], at: string, times: number): void => {
    const declared = inner.map((field, index) => ({ field, at: `${at}/${index}`, times }));
    for (const { field, at } of declared) faults.push(...checkOuterSettings(field, at));
    faults.push(...checkEach(declared, checks));
  };
  if (fields) checkFields(fields, `${at}/fields`, kindOf(field).rowFields ? times * rowLimits(field).max : times);
  if (of) {
    const entry = { ...of, name };
    faults.push(...checkOuterSettings(entry, `${at}/of`));
    faults.push(...checkOne({ field: entry, at: `${at}/of`, times: timesOfEntries }, checks));
  }
  const names = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    const pointer = `${at}/blocks/${index}`;
    if (names.has(block.name)) {
      const detail = `is already the name of another block: ${block.name}`;
      faults.push({ pointer: `${pointer}/name`, code: 'not_unique', detail });
    }
    names.add(block.name);
    const typed = block.fields.findIndex(({ name }) => name === 'type');
    if (typed >= 0) {
      const detail = 'is reserved: it says which block a value is';
      faults.push({ pointer: `${pointer}/fields/${typed}/name`, code: 'not_allowed', detail });
    }
    checkFields(block.fields, `${pointer}/fields`, timesOfEntries);
  }
  return faults;
}

const outerSettings = ['unique', 'indexed', 'scope', 'visibleWhen', 'step'] as const;

/** Settings that only say something about the fields of the item itself. */
function checkOuterSettings(field: FieldDeclaration, at: string): Fault[] {
  const members = outerSettings.filter((member) => field[member] !== undefined && field[member] !== false);
  const detail = 'is only for fields that are not inside others';
  return members.map((member) => ({ pointer: `${at}/${member}`, code: 'not_allowed', detail }));
}

function kindNames(isMeant: (kind: FieldKind) => boolean | undefined): string {
  return Object.keys(fieldKinds)
    .filter((name) => isMeant(findKind(name) as FieldKind))
    .join(', ');
}

/** The most that matching its pattern can take, with so many values. */
function stepsOf(field: FieldDeclaration, times: number): number {
  const maxLength = kindOf(field).schema(field)?.maxLength;
  if (field.pattern === undefined || typeof maxLength !== 'number') return 0;
  return matchingSteps(field.pattern, Math.min(maxLength * times, maxBodyLength));
}

function checkDefault(validator: Ajv, field: FieldDeclaration, at: string): Fault[] {
  const schema = valueSchemaOf(field);
  if (field.default === undefined || schema === null) return [];
  const validate = validator.compile(schema);
  if (validate(field.default)) return [];
  return faultsOf(validate.errors ?? []).map((fault) => ({ ...fault, pointer: `${at}/default${fault.pointer}` }));
}

// The limits of a declaration: of the type that its kind compares, and possible to meet.

type LimitFault = { member: 'min' | 'max'; detail: string };

const keywords = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
  ['formatMinimum', 'formatMaximum'],
] as const;

/** The faults of `min` and `max`. The pattern must be valid, because it limits the length too. */
function checkLimits(declared: FieldDeclaration): LimitFault[] {
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
