// The values of a content type in the editor, and the declaration to send.

import type { Currency, Fault, FieldDeclaration, PostType, PostTypeChange } from '@frontdesk/client';
import { fromInputValue, toInputValue } from '../../fields/field-input-value.ts';
import { type Bounds, fieldKinds, isWide, kindOf } from '../../fields/field-kinds.ts';
import type { InputValue } from '../../fields/input-props.ts';
import { inputError, readOrFault } from '../../ui/input-error.ts';
import { parseNumber, writeNumber } from '../../ui/number-text.ts';

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
  /** Empty if everyone who may read the item may read it. */
  scope: NonNullable<FieldDeclaration['scope']> | '';
  min: string;
  max: string;
  pattern: string;
  /** One per line; "value = label" if the label is different. */
  options: string;
  default: InputValue;
  hasDefault: boolean;
  /** Of a group. */
  fields: FieldValues[];
  /** What each entry of a list is; null for texts without settings. It has no name. */
  entry: FieldValues | null;
  blocks: BlockValues[];
  /** Names of types; empty for all. */
  to: string[];
  multiple: boolean;
  onDelete: NonNullable<FieldDeclaration['onDelete']>;
  /** Empty if each value has its own. */
  currency: string;
  /** Properties that the editor does not show; they are kept unchanged. */
  rest: Partial<FieldDeclaration>;
};

/** A kind of block being edited. */
export type BlockValues = Pick<FieldValues, 'key' | 'storedName' | 'name' | 'label' | 'fields'>;

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

function newKey(): string {
  lastKey += 1;
  return `new-${lastKey}`;
}

export function newBlock(): BlockValues {
  return { key: newKey(), storedName: null, name: '', label: '', fields: [] };
}

export function newField(): FieldValues {
  return {
    key: newKey(),
    storedName: null,
    name: '',
    label: '',
    type: 'text',
    help: '',
    required: false,
    unique: false,
    indexed: false,
    scope: '',
    min: '',
    max: '',
    pattern: '',
    options: '',
    default: '',
    hasDefault: false,
    fields: [],
    entry: null,
    blocks: [],
    to: [],
    multiple: false,
    onDelete: 'refuse',
    currency: '',
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
    scope = '',
    min,
    max,
    pattern,
    options,
    default: first,
    fields = [],
    of,
    blocks = [],
    to = [],
    multiple = false,
    onDelete,
    currency = '',
    ...rest
  } = field;
  const hasOwnInput = isDefaultShown(field);
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
    scope,
    min: writeBound(min),
    max: writeBound(max),
    pattern: pattern ?? '',
    options: (options ?? []).map(writeOption).join('\n'),
    default: hasOwnInput ? toInputValue(field, first) : '',
    hasDefault: hasOwnInput && first !== undefined,
    fields: fields.map(fieldValuesOf),
    entry: of ? fieldValuesOf({ ...of, name: 'entry' }) : null,
    blocks: blocks.map((block) => ({
      key: block.name,
      storedName: block.name,
      name: block.name,
      label: block.label ?? '',
      fields: block.fields.map(fieldValuesOf),
    })),
    to,
    multiple,
    onDelete: onDelete ?? 'refuse',
    currency,
    rest: {
      ...rest,
      ...(hasOwnInput || first === undefined ? {} : { default: first }),
      ...(onDelete === 'refuse' ? { onDelete } : {}),
    },
  };
}

/** Whether the editor of the type shows its default. What is declared inside a field decides how a value of it looks. */
export function isDefaultShown(field: Pick<FieldDeclaration, 'type' | 'of'>): boolean {
  return (kindOf(field.type).inTypes?.settings.includes('default') ?? false) && !isWide(field);
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
    ...(values.scope ? { scope: values.scope } : {}),
    ...boundOf('min'),
    ...boundOf('max'),
    ...(pattern && settings.includes('pattern') ? { pattern } : {}),
    ...(options.trim() && settings.includes('options') ? { options: readOptions(options) } : {}),
    ...(values.to.length > 0 && settings.includes('to') ? { to: values.to } : {}),
    ...(values.multiple && settings.includes('multiple') ? { multiple: true } : {}),
    ...(values.onDelete !== 'refuse' && settings.includes('onDelete') ? { onDelete: values.onDelete } : {}),
    ...(values.currency && settings.includes('currency') ? { currency: values.currency as Currency } : {}),
    ...innerOf(values, pointer, faults),
  };
  if (!values.hasDefault || !isDefaultShown(field)) return field;
  const first = fromInputValue(field, values.default, `${pointer}/default`, faults);
  return first === null ? field : { ...field, default: first };
}

/** What is declared inside the field. */
function innerOf(values: FieldValues, pointer: string, faults: Fault[]): Partial<FieldDeclaration> {
  const { inner } = kindOf(values.type);
  const fieldsOf = (fields: FieldValues[], pointer: string): FieldDeclaration[] =>
    fields.map((field, index) => declarationOf(field, `${pointer}/fields/${index}`, faults));
  if (inner === 'fields') return { fields: fieldsOf(values.fields, pointer) };
  if (inner === 'entry' && values.entry) {
    const { name: _, ...of } = declarationOf(values.entry, `${pointer}/of`, faults);
    return { of };
  }
  if (inner !== 'blocks') return {};
  const blocks = values.blocks.map(({ name, label, fields }, index) => ({
    name: name.trim(),
    ...(label.trim() ? { label: label.trim() } : {}),
    fields: fieldsOf(fields, `${pointer}/blocks/${index}`),
  }));
  return { blocks };
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
