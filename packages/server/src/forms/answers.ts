// What was sent to a form → answers that fit its fields: conditions first, then validation.

import type { Fault } from '../errors.ts';
import { checkFields } from '../fields/compile.ts';
import type { FieldDeclaration } from '../fields/field.ts';
import { kindOf } from '../fields/field-kinds.ts';
import type { StagedFile } from '../files/files.ts';
import { fold } from '../lib/text.ts';
import { escapePointer } from '../lib/validation.ts';
import { isSamePrice } from './payment-field.ts';
import { boxes, visibleFields } from './visible-fields.ts';

export type RawInput = {
  values: Record<string, unknown>;
  /** Values came as texts (url-encoded, multipart) and are converted by their kind. */
  isText: boolean;
  files: readonly StagedFile[];
};

export type Answers = {
  /** By field name; of a file field the ids of its files. */
  data: Record<string, unknown>;
  /** Undeclared keys, kept apart. */
  extra: Record<string, unknown>;
  /** The payment field, where it is shown. */
  payment: FieldDeclaration | null;
  faults: Fault[];
};

const maxExtraKeys = 100;
const maxExtraBytes = 64 * 1024;

/** Reads what was sent by the form's fields, and names every fault at once. */
export function readAnswers(form: { fields: readonly FieldDeclaration[]; strict: boolean }, input: RawInput): Answers {
  const byName = new Map(form.fields.map((field) => [field.name, field]));
  const { declared, unknown } = sortValues(byName, input);
  const files = Map.groupBy(input.files, (file) => file.fieldName);

  const given: Record<string, unknown> = Object.create(null);
  for (const [name, field] of byName) {
    const ids = files.get(name)?.map((file) => file.id);
    const value = ids ?? readValue(field, declared.get(name), input.isText);
    if (value !== undefined) given[name] = value;
  }
  const shown = visibleFields(form.fields, given);
  const data: Record<string, unknown> = Object.create(null);
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = byName.get(name) as FieldDeclaration;
    if (!shown.has(name)) continue;
    if (field.type === 'payment') faults.push(...checkPrice(field, value));
    else if (field.type === 'file' && !files.has(name)) faults.push(notAFile(name));
    else data[name] = value;
  }
  const refused = new Set(faults.map((fault) => fault.pointer));
  for (const fault of checkFields(form.fields, data, { strict: false })) {
    const [, name] = fault.pointer.split('/') as [string, string];
    if (shown.has(name) && !refused.has(`/${name}`)) faults.push(fault);
  }
  // Defaults were filled in, those of hidden fields too.
  for (const name of Object.keys(data)) if (!shown.has(name)) delete data[name];
  faults.push(...(form.strict ? refuseUnknown(unknown) : checkExtra(unknown)));
  return { data, extra: unknown, payment: shownPayment(form.fields, shown), faults };
}

/** Everything that was answered as one folded text, for searching. */
export function searchTextOf(answers: Pick<Answers, 'data' | 'extra'>, files: readonly StagedFile[]): string {
  const fileIds = new Set(files.map((file) => file.id));
  const texts: string[] = files.map((file) => file.name);
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && !fileIds.has(value)) texts.push(value);
    else if (typeof value === 'number') texts.push(String(value));
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) collect(member);
  };
  collect(answers.data);
  collect(answers.extra);
  return fold(texts.join('\n'));
}

/** `name[]` is the way forms send several values under one name. */
function sortValues(byName: ReadonlyMap<string, FieldDeclaration>, { values, isText }: RawInput) {
  const declared = new Map<string, unknown>();
  const unknown: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(values)) {
    const bare = isText && !byName.has(key) ? key.replace(/\[\]$/, '') : key;
    if (byName.has(bare)) declared.set(bare, declared.has(bare) ? [declared.get(bare), value].flat() : value);
    else unknown[key] = value;
  }
  return { declared, unknown };
}

/** Undefined where nothing was answered: an empty text is what a form sends for a field left alone. */
function readValue(field: FieldDeclaration, value: unknown, isText: boolean): unknown {
  if (value === undefined || value === null || value === '') return undefined;
  if (field.type === 'file') return Array.isArray(value) && value.length === 0 ? undefined : value;
  if (!isText) return value;
  const kind = kindOf(field);
  const convert = (text: unknown): unknown => (typeof text === 'string' ? kind.fromText(text) : text);
  if (field.type === 'multiselect' || (field.type === 'checkbox' && field.options)) {
    const texts = [value].flat().filter((text) => text !== '');
    return texts.length === 0 ? undefined : texts;
  }
  if (!Array.isArray(value)) return convert(value);
  // A hidden "0" before the box is a common way to send the unticked state: the last one counts.
  return boxes.includes(field.type) ? convert(value.at(-1)) : value;
}

function checkPrice(field: FieldDeclaration, value: unknown): Fault[] {
  if (isSamePrice(field, value)) return [];
  const detail = 'takes no answer: the price is set by the form';
  return [{ pointer: `/${field.name}`, code: 'not_allowed', detail }];
}

function notAFile(name: string): Fault {
  return { pointer: `/${name}`, code: 'not_a_file', detail: 'takes files, sent as multipart/form-data' };
}

function refuseUnknown(unknown: Record<string, unknown>): Fault[] {
  return Object.keys(unknown).map((key) => ({
    pointer: `/${escapePointer(key)}`,
    code: 'unknown',
    detail: 'is not known here',
  }));
}

function checkExtra(extra: Record<string, unknown>): Fault[] {
  if (Object.keys(extra).length > maxExtraKeys) {
    return [
      { pointer: '', code: 'too_many_unknown', detail: `has more than ${maxExtraKeys} keys the form does not know` },
    ];
  }
  if (Buffer.byteLength(JSON.stringify(extra)) > maxExtraBytes) {
    return [{ pointer: '', code: 'too_large', detail: `has more than ${maxExtraBytes} bytes the form does not know` }];
  }
  return [];
}

function shownPayment(fields: readonly FieldDeclaration[], shown: ReadonlySet<string>): FieldDeclaration | null {
  return fields.find((field) => field.type === 'payment' && shown.has(field.name)) ?? null;
}
