// Reads what was sent to a form as answers to its fields: first the conditions, then validation. Then guesses who answered.

import { checkFields } from '../../fields/compile.ts';
import { composedAs, type FieldDeclaration, fieldsByName } from '../../fields/field.ts';
import {
  isAnswered,
  isCalculated,
  isFileField,
  isPriceField,
  isSigned,
  jsonTypeOf,
  kindOf,
  rowFieldsOf,
} from '../../fields/field-kinds.ts';
import { completionFor } from '../../fields/form-controls.ts';
import { foldValues } from '../../fields/places.ts';
import { hasOrder } from '../../fields/price-lines.ts';
import { sentRows } from '../../fields/rows.ts';
import { maxTyped } from '../../fields/signature-control.ts';
import type { StagedFile } from '../../files/files.ts';
import type { LanguageCode } from '../../languages/language.ts';
import type { Fault } from '../../lib/errors.ts';
import { derive } from '../../lib/lru-cache.ts';
import { foldLong } from '../../lib/text.ts';
import { cleanLine, isBlank, type NumberMarks } from '../../lib/typed-text.ts';
import { escapePointer, isObject } from '../../lib/validation.ts';
import { calculate } from '../form/calculations.ts';
import { type Form, visibleFields } from '../form/form.ts';
import { encodingName, isSamePrice } from '../form/form-fields.ts';
import { fieldIn } from '../form/form-translations.ts';
import { findCodeInPrice, findMisplacedCodes } from '../payment/misplaced-codes.ts';
import { type Order, orderFromTexts, readOrder } from '../payment/read-order.ts';

export type RawInput = {
  values: Record<string, unknown>;
  /** How texts (url-encoded, multipart), which are converted by the kind of their field, write numbers; null for JSON. */
  marks: NumberMarks | null;
  files: readonly StagedFile[];
};

export type Answers = {
  /** By field name; for a file field the IDs of its files. */
  data: Record<string, unknown>;
  /** Values that no field declares. */
  extra: Record<string, unknown>;
  /** The payment field, if it is visible. */
  payment: FieldDeclaration | null;
  /** What was chosen in it; null if its price is fixed. */
  order: Order | null;
  faults: Fault[];
};

const maxSearchLength = 1024 * 1024;
const maxExtraKeys = 100;
const maxExtraBytes = 64 * 1024;

/** Returns the answers and every fault. What is bought, and what is wrong with it, is in the visitor's language. */
export async function readAnswers(
  form: Pick<Form, 'id' | 'fields' | 'strict' | 'translations'>,
  input: RawInput,
  language: LanguageCode | null,
): Promise<Answers> {
  const byName = fieldsByName(form.fields);
  const { answers, unknown, files } = readInput(form.fields, input);
  const shown = visibleFields(form.fields, answers);
  const results = calculate(form.fields, answers, shown);
  const data: Record<string, unknown> = Object.create(null);
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(answers)) {
    const field = byName.get(name) as FieldDeclaration;
    if (!shown.has(name)) continue;
    if (hasOrderOf(field)) continue;
    if (isCalculated(field)) faults.push(...checkResult(name, value, results.get(name)));
    else if (isPriceField(field)) faults.push(...checkPrice(field, value));
    else if (!isAnswered(field)) faults.push(asksNothing(name));
    else if (isSigned(field) && typeof value === 'string') faults.push(...checkTyped(name, cleanLine(value), data));
    else if (isFileField(field) && !files.has(name)) faults.push(notAFile(name));
    else data[name] = value;
  }
  for (const [name, result] of results) if (result !== null && shown.has(name)) data[name] = result;
  const rejected = new Set(faults.map((fault) => fault.pointer));
  for (const fault of await checkFields(form.id, form.fields, data, { strict: false })) {
    const [, name] = fault.pointer.split('/') as [string, string];
    if (shown.has(name) && !rejected.has(`/${name}`)) faults.push(fault);
  }
  // The check has filled in all defaults, even those of hidden fields.
  for (const name of Object.keys(data)) if (!shown.has(name)) delete data[name];
  const priced = shownPayment(form.fields, shown);
  const payment = priced && fieldIn(form, priced, language);
  const read = payment && hasOrderOf(payment) ? readOrder(payment, answers[payment.name] ?? {}) : null;
  if (read) faults.push(...read.faults);
  if (form.strict) faults.push(...rejectUnknown(unknown));
  else faults.push(...checkExtra(unknown), ...(payment ? findMisplacedCodes(payment, unknown) : []));
  return { data, extra: unknown, payment, order: read?.order ?? null, faults };
}

/** What was sent for each field, as values of its kind if it is one, and all else. Nothing is checked yet. */
export function readInput(fields: readonly FieldDeclaration[], input: RawInput) {
  const byName = fieldsByName(fields);
  const { declared, unknown } = sortValues(byName, input.values, { isText: input.marks !== null });
  const files = Map.groupBy(input.files, (file) => file.fieldName);
  const answers: Record<string, unknown> = Object.create(null);
  for (const [name, field] of byName) {
    const ids = files.get(name)?.map((file) => file.id);
    const value = ids ?? readValue(field, declared.get(name), input.marks);
    if (value !== undefined) answers[name] = value;
  }
  foldValues(fields, answers);
  return { answers, unknown, files };
}

/** All answers as one folded text, for searching. Some characters are folded into many. */
export async function searchTextOf(
  formId: string,
  answers: Pick<Answers, 'data' | 'extra'>,
  files: readonly Pick<StagedFile, 'id' | 'name'>[],
): Promise<string> {
  const fileIds = new Set(files.map((file) => file.id));
  const texts: string[] = files.map((file) => file.name);
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && !fileIds.has(value)) texts.push(value);
    else if (typeof value === 'number') texts.push(String(value));
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) collect(member);
  };
  collect(answers.data);
  collect(answers.extra);
  return (await foldLong(formId, texts.join('\n'))).slice(0, maxSearchLength).toWellFormed();
}

/**
 * The values of fields by name, and all others. Forms send several values under one name as `name[]`, and those of an order
 * as `name.line`: these are one value, by what follows the point.
 */
export function sortValues(
  byName: ReadonlyMap<string, FieldDeclaration>,
  values: RawInput['values'],
  { isText }: { isText: boolean },
) {
  const declared = new Map<string, unknown>();
  const unknown: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(values)) {
    const bare = isText && !byName.has(key) ? key.replace(/\[\]$/, '') : key;
    const owner = isText && !byName.has(bare) ? byName.get(bare.slice(0, Math.max(0, bare.indexOf('.')))) : undefined;
    if (owner && hasParts(owner)) addPart(declared, owner.name, bare.slice(owner.name.length + 1), value);
    else if (byName.has(bare)) declared.set(bare, declared.has(bare) ? [declared.get(bare), value].flat() : value);
    else if (!isText || key !== encodingName) unknown[key] = value;
  }
  return { declared, unknown };
}

/** Whether forms send what belongs to its answer under names of their own, such as `stay.from`. */
function hasParts(field: FieldDeclaration): boolean {
  return kindOf(field).members !== undefined || rowFieldsOf(field) !== null || hasOrderOf(field);
}

function addPart(declared: Map<string, unknown>, name: string, part: string, value: unknown): void {
  const known = declared.get(name);
  const parts = typeof known === 'object' && known !== null && !Array.isArray(known) ? known : Object.create(null);
  parts[part] = Object.hasOwn(parts, part) ? [parts[part], value].flat() : value;
  declared.set(name, parts);
}

/** With the names as they are declared, however their characters were composed. */
function nameMembers(members: readonly FieldDeclaration[], value: Record<string, unknown>): Record<string, unknown> {
  const nameOf = composedAs(members.map(({ name }) => name));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [nameOf(key), part]));
}

/** Undefined if no part has an answer. Parts that do not exist stay, so that validation reports them. */
function readParts(
  members: readonly FieldDeclaration[],
  value: object,
  marks: NumberMarks,
): Record<string, unknown> | undefined {
  const byName = new Map(members.map((member) => [member.name, member]));
  const parts: Record<string, unknown> = Object.create(null);
  for (const [name, text] of Object.entries(value)) {
    const member = byName.get(name);
    const part = member ? readValue(member, text, marks) : text;
    if (part !== undefined && part !== '') parts[name] = part;
  }
  return Object.keys(parts).length === 0 ? undefined : parts;
}

/** Undefined if nothing is entered in any row. */
function readRows(fields: readonly FieldDeclaration[], value: unknown, marks: NumberMarks): unknown {
  const rows = sentRows(value);
  if (rows === null) return value;
  return rows.length === 0 ? undefined : rows.map((row) => readParts(fields, row, marks) ?? {});
}

/** Undefined if there is no answer: a form sends an empty text for an untouched field. */
function readValue(field: FieldDeclaration, sent: unknown, marks: NumberMarks | null): unknown {
  if (sent === undefined || sent === null || sent === '') return undefined;
  const { fromText, members } = kindOf(field);
  const value = members && isObject(sent) ? nameMembers(members(field), sent) : sent;
  if (isFileField(field)) return Array.isArray(value) && value.length === 0 ? undefined : value;
  if (marks === null) return value;
  if (hasOrderOf(field)) return readOrderTexts(field, value, marks);
  const rowFields = rowFieldsOf(field);
  if (rowFields) return readRows(rowFields, value, marks);
  if (members && isObject(value)) return readParts(members(field), value, marks);
  const convert = (text: unknown): unknown => (typeof text === 'string' ? fromText(text, marks) : text);
  const jsonType = jsonTypeOf(field);
  if (jsonType === 'array') {
    const texts = [value].flat().filter((text) => text !== '');
    return texts.length === 0 ? undefined : texts;
  }
  if (!Array.isArray(value)) return convert(value);
  // Many pages put a hidden "0" before a box to send its unchecked state: the last value counts.
  return jsonType === 'boolean' ? convert(value.at(-1)) : value;
}

/** Whether its price depends on the answer. */
function hasOrderOf(field: FieldDeclaration): boolean {
  return isPriceField(field) && hasOrder(field);
}

/** A page sends what was chosen by line; a single text is the total that it shows. */
function readOrderTexts(field: FieldDeclaration, value: unknown, marks: NumberMarks): unknown {
  return typeof value === 'object' && !Array.isArray(value)
    ? orderFromTexts(field, value as Record<string, unknown>, marks)
    : Number([value].flat().at(-1));
}

/** Programs may send back the result that they show. */
function checkResult(name: string, value: unknown, result: number | null | undefined): Fault[] {
  if (value === result) return [];
  return [{ pointer: `/${name}`, code: 'not_allowed', detail: 'must not be answered: the form works it out' }];
}

function checkPrice(field: FieldDeclaration, value: unknown): Fault[] {
  const code = findCodeInPrice(field, value);
  if (code) return [code];
  if (isSamePrice(field, value)) return [];
  const detail = 'must not be answered: the form sets the price';
  return [{ pointer: `/${field.name}`, code: 'not_allowed', detail }];
}

function asksNothing(name: string): Fault {
  return { pointer: `/${name}`, code: 'not_allowed', detail: 'must not be answered: it only shows a text' };
}

/** A typed name takes the place of its file until that is made (make-signatures.ts). */
function checkTyped(name: string, typed: string, data: Record<string, unknown>): Fault[] {
  if (/^data:/i.test(typed)) return [notAFile(name)];
  if (typed.length > maxTyped)
    return [{ pointer: `/${name}`, code: 'invalid', detail: `must have at most ${maxTyped} characters` }];
  if (!isBlank(typed)) data[name] = [typed];
  return [];
}

function notAFile(name: string): Fault {
  return { pointer: `/${name}`, code: 'not_a_file', detail: 'must be a file, sent as multipart/form-data' };
}

function rejectUnknown(unknown: Record<string, unknown>): Fault[] {
  const keys = Object.keys(unknown);
  const faults: Fault[] = keys.slice(0, maxExtraKeys).map((key) => ({
    pointer: `/${escapePointer(key)}`,
    code: 'unknown',
    detail: 'is not a known field',
  }));
  return keys.length > maxExtraKeys ? [tooManyUnknown, ...faults] : faults;
}

const tooManyUnknown: Fault = {
  pointer: '',
  code: 'too_many_unknown',
  detail: `must have at most ${maxExtraKeys} unknown fields`,
};

function checkExtra(extra: Record<string, unknown>): Fault[] {
  if (Object.keys(extra).length > maxExtraKeys) {
    return [tooManyUnknown];
  }
  if (Buffer.byteLength(JSON.stringify(extra)) > maxExtraBytes) {
    return [{ pointer: '', code: 'too_large', detail: `must have at most ${maxExtraBytes} bytes in unknown fields` }];
  }
  return [];
}

/** What has to be paid with these answers, which were accepted. */
export function paymentFor(
  fields: readonly FieldDeclaration[],
  data: Record<string, unknown>,
): FieldDeclaration | null {
  return shownPayment(fields, visibleFields(fields, data));
}

function shownPayment(fields: readonly FieldDeclaration[], shown: ReadonlySet<string>): FieldDeclaration | null {
  return fields.find((field) => isPriceField(field) && shown.has(field.name)) ?? null;
}

export type ContactHints = {
  email: string | null;
  name: string | null;
  phone: string | null;
  /** Any other data. */
  fields?: Record<string, unknown>;
};

const identifyingIn = derive((fields: readonly FieldDeclaration[]) =>
  Object.groupBy(fields, (field) => kindOf(field).identifies ?? 'nothing'),
);

/** Guesses the contact from the kinds and names of the fields: the first email field, the first phone field, and the fields that are named like a name. */
export function guessContact(fields: readonly FieldDeclaration[], data: Record<string, unknown>): ContactHints {
  const answerTo = (field: FieldDeclaration): string | null => {
    const value = data[field.name];
    return typeof value === 'string' && !isBlank(value) ? value.trim() : null;
  };
  const first = (matching: FieldDeclaration[]): string | null =>
    matching.map(answerTo).find((text) => text !== null) ?? null;
  const identifying = identifyingIn(fields);
  const called = (part: string): string | null =>
    first((identifying.name ?? []).filter((field) => completionFor(field.name) === part));
  const parts = [called('given-name'), called('family-name')];
  return {
    email: first(identifying.email ?? []),
    name: called('name') ?? (parts.filter(Boolean).join(' ') || null),
    phone: first(identifying.phone ?? []),
  };
}
