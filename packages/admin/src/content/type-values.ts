// The values of a post type in the editor, and the declaration to send.

import type { FieldDeclaration, PostType, PostTypeChange } from '@frontdesk/client';
import { fromInputValue, type InputValue, toInputValue } from './field-input-value.ts';

/** A field being edited. */
export type FieldValues = {
  /** Stays the same when the field is moved or renamed. */
  key: string;
  /** The name as stored; null for a new field. */
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

/** The change to send. Throws a SyntaxError if the default of a JSON field is not valid JSON. */
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

/** The settings that apply to this kind of field. */
export function whatKindTakes(kind: string): Takes {
  return takenBy[kind] ?? {};
}

/** The kinds of fields in the menu. */
export const kindOptions = [
  { value: 'text', label: 'Short text' },
  { value: 'textarea', label: 'Long text' },
  { value: 'richtext', label: 'Rich text (HTML)' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'date', label: 'Date' },
  { value: 'datetime', label: 'Date and time' },
  { value: 'select', label: 'Single choice' },
  { value: 'multiselect', label: 'Multiple choice' },
  { value: 'url', label: 'URL' },
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone number' },
  { value: 'media', label: 'Media file' },
  { value: 'reference', label: 'Reference to an item' },
  { value: 'list', label: 'List of values' },
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
