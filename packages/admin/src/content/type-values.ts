// The values of a content type in the editor, and the declaration to send.

import type { Fault, FieldDeclaration, PostType, PostTypeChange } from '@frontdesk/client';
import { fromInputValue, toInputValue } from '../fields/field-input-value.ts';
import { type Bounds, fieldKinds, kindOf } from '../fields/field-kinds.ts';
import type { InputValue } from '../fields/inputs.tsx';
import { inputError, readOrFault } from '../ui/input-error.ts';
import { parseNumber, writeNumber } from '../ui/number-text.ts';

/** A field being edited. */
export type FieldValues = {
  /** Stays the same when the field is moved or renamed. */
  key: string;
  /** The name as stored; null for a new field. */
  storedName: string | null;
  name: string;
  label: string;
  type: FieldDeclaration['type'];
  help: string;
  required: boolean;
  unique: boolean;
  indexed: boolean;
  min: string;
  max: string;
  pattern: string;
  /** One per line; "value = label" if the label is different. */
  options: string;
  default: InputValue;
  hasDefault: boolean;
  /** Properties that the editor does not show; they are kept unchanged. */
  rest: Partial<FieldDeclaration>;
};

export type TypeValues = {
  name: string;
  plural: string;
  label: string;
  strict: boolean;
  publicRead: boolean;
  url: string;
  previewUrl: string;
  fields: FieldValues[];
};

export const newTypeValues: TypeValues = {
  name: '',
  plural: '',
  label: '',
  strict: true,
  publicRead: false,
  url: '',
  previewUrl: '',
  fields: [],
};

let lastKey = 0;

export function newField(): FieldValues {
  lastKey += 1;
  return {
    key: `new-${lastKey}`,
    storedName: null,
    name: '',
    label: '',
    type: 'text',
    help: '',
    required: false,
    unique: false,
    indexed: false,
    min: '',
    max: '',
    pattern: '',
    options: '',
    default: '',
    hasDefault: false,
    rest: {},
  };
}

export function typeValuesOf(type: PostType): TypeValues {
  const { name, plural, label, strict, publicRead, url = '', previewUrl = '', fields } = type;
  return { name, plural, label, strict, publicRead, url, previewUrl, fields: fields.map(fieldValuesOf) };
}

function fieldValuesOf(field: FieldDeclaration): FieldValues {
  const {
    name,
    label,
    type,
    help,
    required,
    unique,
    indexed,
    min,
    max,
    pattern,
    options,
    default: first,
    ...rest
  } = field;
  return {
    key: name,
    storedName: name,
    name,
    type,
    label: label ?? '',
    help: help ?? '',
    required: required === true,
    unique: unique === true,
    indexed: indexed === true,
    min: writeBound(min),
    max: writeBound(max),
    pattern: pattern ?? '',
    options: (options ?? []).map(writeOption).join('\n'),
    default: toInputValue(field, first),
    hasDefault: first !== undefined,
    rest,
  };
}

/** The change to send. Throws a FrontdeskError with every fault that can be found before sending. */
export function typeChangeOf(values: TypeValues): PostTypeChange {
  const { plural, label, strict, publicRead } = values;
  const faults: Fault[] = [];
  const fields = values.fields.map((field, index) => declarationOf(field, `/fields/${index}`, faults));
  if (faults.length > 0) throw inputError(faults);
  return {
    ...(plural.trim() ? { plural: plural.trim() } : {}),
    ...(label.trim() ? { label: label.trim() } : {}),
    strict,
    publicRead,
    url: values.url.trim() || null,
    previewUrl: values.previewUrl.trim() || null,
    fields,
  };
}

/** The declaration of a field; invalid values are added to `faults`. */
export function declarationOf(values: FieldValues, pointer: string, faults: Fault[]): FieldDeclaration {
  const { options, label, help, pattern, name, type } = values;
  const { bounds, inTypes } = kindOf(type);
  const settings = inTypes?.settings ?? [];
  const boundOf = (member: 'min' | 'max'): Partial<FieldDeclaration> => {
    const text = values[member].trim();
    if (!text || !bounds) return {};
    const bound = readOrFault(`${pointer}/${member}`, faults, () => readBound(bounds, text));
    return bound === undefined ? {} : { [member]: bound };
  };
  const field: FieldDeclaration = {
    ...values.rest,
    name: name.trim(),
    type,
    ...(label.trim() ? { label: label.trim() } : {}),
    ...(help.trim() ? { help: help.trim() } : {}),
    ...(values.required ? { required: true } : {}),
    ...(values.unique && settings.includes('unique') ? { unique: true } : {}),
    ...(values.indexed && settings.includes('indexed') ? { indexed: true } : {}),
    ...boundOf('min'),
    ...boundOf('max'),
    ...(pattern && settings.includes('pattern') ? { pattern } : {}),
    ...(options.trim() && settings.includes('options') ? { options: readOptions(options) } : {}),
  };
  if (!values.hasDefault || !settings.includes('default')) return field;
  const first = readOrFault(`${pointer}/default`, faults, () => fromInputValue(field, values.default)) ?? null;
  return first === null ? field : { ...field, default: first };
}

/** The kinds of fields in the menu. */
export const kindOptions = (Object.keys(fieldKinds) as FieldDeclaration['type'][]).flatMap((type) => {
  const { label, inTypes } = kindOf(type);
  return inTypes && inTypes.isOffered !== false ? [{ value: type, label: inTypes.label ?? label }] : [];
});

/** "Price per night" → "price_per_night" */
export function nameFrom(label: string): string {
  const plain = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const name = plain.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return (/^\d/.test(name) ? `_${name}` : name).slice(0, 50);
}

function readBound(bounds: Bounds, text: string): number | string {
  if (bounds === 'day' || bounds === 'time') return text;
  return parseNumber(text, { isWhole: bounds !== 'value' });
}

function writeBound(bound: number | string | undefined): string {
  return typeof bound === 'number' ? writeNumber(bound) : (bound ?? '');
}

function writeOption(option: string | { value: string; label: string }): string {
  return typeof option === 'string' ? option : `${option.value} = ${option.label}`;
}

function readOptions(text: string): (string | { value: string; label: string })[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const at = line.indexOf(' = ');
    return at < 1 ? line : { value: line.slice(0, at).trim(), label: line.slice(at + 3).trim() };
  });
}
