// A post type and its fields as the editor holds them, and as the API takes them.

import type { FieldDeclaration, PostType, PostTypeChange } from '@frontdesk/client';
import { fromInputValue, type InputValue, toInputValue } from './field-input-value.ts';

/** A field being edited. */
export type FieldValues = {
  /** Stays the same while it is moved. */
  key: string;
  /** The name it was stored under; null for a new one. */
  storedName: string | null;
  name: string;
  label: string;
  type: string;
  help: string;
  required: boolean;
  unique: boolean;
  min: string;
  max: string;
  pattern: string;
  /** One a line; "value = label" where the label differs. */
  options: string;
  default: InputValue;
  hasDefault: boolean;
  /** Members of the declaration that have no input here; they are kept. */
  rest: Partial<FieldDeclaration>;
};

export type TypeValues = {
  name: string;
  plural: string;
  label: string;
  strict: boolean;
  publicRead: boolean;
  fields: FieldValues[];
};

export const newTypeValues: TypeValues = {
  name: '',
  plural: '',
  label: '',
  strict: true,
  publicRead: false,
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
    min: '',
    max: '',
    pattern: '',
    options: '',
    default: '',
    hasDefault: false,
    rest: {},
  };
}

export function typeValuesOf({ name, plural, label, strict, publicRead, fields }: PostType): TypeValues {
  return { name, plural, label, strict, publicRead, fields: fields.map(fieldValuesOf) };
}

function fieldValuesOf(field: FieldDeclaration): FieldValues {
  const { name, label, type, help, required, unique, min, max, pattern, options, default: first, ...rest } = field;
  return {
    key: name,
    storedName: name,
    name,
    type,
    label: label ?? '',
    help: help ?? '',
    required: required === true,
    unique: unique === true,
    min: min === undefined ? '' : String(min),
    max: max === undefined ? '' : String(max),
    pattern: pattern ?? '',
    options: (options ?? []).map(writeOption).join('\n'),
    default: toInputValue(field, first),
    hasDefault: first !== undefined,
    rest,
  };
}

/** As the API takes it. Throws a SyntaxError where the default of a JSON field is no JSON. */
export function typeChangeOf(values: TypeValues): PostTypeChange {
  const { plural, label, strict, publicRead, fields } = values;
  return {
    ...(plural.trim() ? { plural: plural.trim() } : {}),
    ...(label.trim() ? { label: label.trim() } : {}),
    strict,
    publicRead,
    fields: fields.map(declarationOf),
  };
}

export function declarationOf(values: FieldValues): FieldDeclaration {
  const { min, max, options, label, help, pattern, name, type } = values;
  const takes = whatKindTakes(type);
  const field: FieldDeclaration = {
    ...values.rest,
    name: name.trim(),
    type,
    ...(label.trim() ? { label: label.trim() } : {}),
    ...(help.trim() ? { help: help.trim() } : {}),
    ...(values.required ? { required: true } : {}),
    ...(values.unique && takes.unique ? { unique: true } : {}),
    ...(min.trim() && takes.bounds ? { min: readBound(takes.bounds, min) } : {}),
    ...(max.trim() && takes.bounds ? { max: readBound(takes.bounds, max) } : {}),
    ...(pattern && takes.pattern ? { pattern } : {}),
    ...(options.trim() && takes.options ? { options: readOptions(options) } : {}),
  };
  if (!values.hasDefault || !takes.default) return field;
  const first = fromInputValue(field, values.default);
  return first === null ? field : { ...field, default: first };
}

type Bounds = 'value' | 'date' | 'datetime' | 'characters' | 'entries';
type Takes = { bounds?: Bounds; pattern?: boolean; options?: boolean; unique?: boolean; default?: boolean };

const takenBy: Record<string, Takes> = {
  text: { bounds: 'characters', pattern: true, unique: true, default: true },
  textarea: { bounds: 'characters', pattern: true, unique: true, default: true },
  richtext: { bounds: 'characters', pattern: true, default: true },
  number: { bounds: 'value', unique: true, default: true },
  integer: { bounds: 'value', unique: true, default: true },
  boolean: { default: true },
  date: { bounds: 'date', unique: true, default: true },
  datetime: { bounds: 'datetime', unique: true, default: true },
  select: { options: true, unique: true, default: true },
  radio: { options: true, unique: true, default: true },
  multiselect: { options: true, default: true },
  url: { bounds: 'characters', pattern: true, unique: true, default: true },
  email: { bounds: 'characters', pattern: true, unique: true, default: true },
  phone: { unique: true, default: true },
  media: { unique: true },
  reference: { unique: true },
  list: { bounds: 'entries', default: true },
  json: { default: true },
};

/** Which members a declaration of this kind of field may have. */
export function whatKindTakes(kind: string): Takes {
  return takenBy[kind] ?? {};
}

/** Kinds of fields, in the words of the menu. */
export const kindOptions = [
  { value: 'text', label: 'Text, one line' },
  { value: 'textarea', label: 'Text, several lines' },
  { value: 'richtext', label: 'Rich text (HTML)' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'date', label: 'Date' },
  { value: 'datetime', label: 'Date and time' },
  { value: 'select', label: 'One of several' },
  { value: 'multiselect', label: 'Several of several' },
  { value: 'url', label: 'Web address' },
  { value: 'email', label: 'E-mail address' },
  { value: 'phone', label: 'Telephone number' },
  { value: 'media', label: 'Picture or file of the library' },
  { value: 'reference', label: 'Another item' },
  { value: 'list', label: 'List of texts' },
  { value: 'json', label: 'JSON' },
];

/** "Price per night" → "price_per_night" */
export function nameFrom(label: string): string {
  const plain = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const name = plain.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return (/^\d/.test(name) ? `_${name}` : name).slice(0, 50);
}

function readBound(bounds: Bounds, text: string): number | string {
  const isText = bounds === 'date' || bounds === 'datetime' || Number.isNaN(Number(text));
  return isText ? text.trim() : Number(text);
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
