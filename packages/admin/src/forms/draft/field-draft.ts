// A field in the form builder: values as typed, and references by key, so that they survive when a field is renamed.

import type { Fault, FieldDeclaration } from '@frontdesk/client';
import { withoutZone } from '../../../../server/src/lib/instant.ts';
import { isBox, isFileField, isFilledIn, isPriceField, kindOf } from '../../fields/field-kinds.ts';
import { amountHint, readOrFault } from '../../ui/input-error.ts';
import { editableMoney, parseMoney } from '../../ui/money-text.ts';
import { parseNumber, writeNumber } from '../../ui/number-text.ts';
import { nameFor, newKey } from './field-keys.ts';
import { pageNumbersOf } from './pages.ts';
import { fixedPrice, type PriceDraft, priceDraftOf, priceSettingsOf } from './price-draft.ts';

export type OptionDraft = {
  key: string;
  label: string;
  value: string;
  /** The ID of a picture in the media library. */
  image: string | null;
  isStored: boolean;
};
export type ConditionDraft = { fieldKey: string; test: 'equals' | 'notEquals' | 'answered'; value: string };

export type FieldDraft = {
  key: string;
  type: string;
  name: string;
  /** The name is stored or was typed, so it no longer follows the label. */
  isNameOwn: boolean;
  label: string;
  help: string;
  isRequired: boolean;
  isUnique: boolean;
  options: OptionDraft[];
  /** The questions of a table. */
  rows: OptionDraft[];
  /** The fields of a repeated group. */
  inner: FieldDraft[];
  min: string;
  max: string;
  /** Of a calculation. */
  formula: string;
  decimals: string;
  minLabel: string;
  maxLabel: string;
  pattern: string;
  /** The default value, or the value of a hidden field. */
  initial: string;
  accept: string[];
  maxSizeMb: string;
  isMultiple: boolean;
  maxFiles: string;
  amount: string;
  currency: string;
  description: string;
  /** What a payment field sells besides a fixed price. */
  price: PriceDraft;
  condition: ConditionDraft | null;
  /** Whether a page of the form begins with it (pages.ts). */
  startsPage: boolean;
  /** Properties that the builder does not show; they are kept unchanged. */
  rest: Partial<FieldDeclaration>;
};

export function newField(type: string, currency: string): FieldDraft {
  const { label, inForms, role } = kindOf(type);
  const hasOptions = inForms?.settings.includes('options');
  return {
    ...blank,
    key: newKey(),
    type,
    label,
    help: role === 'text' ? 'Text' : '',
    currency,
    options: hasOptions ? [newOption('Option 1'), newOption('Option 2')] : [],
    rows: inForms?.settings.includes('rows') ? [newOption('Row 1'), newOption('Row 2')] : [],
    inner: inForms?.settings.includes('fields') ? [{ ...newField('text', currency), label: 'Name', name: 'name' }] : [],
  };
}

/** The name follows the label until the user types a name. */
export function withName(field: FieldDraft, all: readonly FieldDraft[]): FieldDraft {
  if (field.isNameOwn) return field;
  const others = all.filter(({ key }) => key !== field.key).map(({ name }) => name);
  return { ...field, name: nameFor(field.label, others) };
}

export function newOption(label = ''): OptionDraft {
  return { key: newKey(), label, value: label, image: null, isStored: false };
}

const blank: FieldDraft = {
  key: '',
  type: 'text',
  name: '',
  isNameOwn: false,
  label: '',
  help: '',
  isRequired: false,
  isUnique: false,
  options: [],
  rows: [],
  inner: [],
  min: '',
  max: '',
  formula: '',
  decimals: '',
  minLabel: '',
  maxLabel: '',
  pattern: '',
  initial: '',
  accept: [],
  maxSizeMb: '',
  isMultiple: false,
  maxFiles: '',
  amount: '',
  currency: 'eur',
  description: '',
  price: fixedPrice,
  condition: null,
  startsPage: false,
  rest: {},
};

const mb = 1024 * 1024;

/** Drafts of stored fields; `keys` keeps the keys they had in the builder before saving. */
export function draftsOf(stored: FieldDeclaration[], keys: string[] = []): FieldDraft[] {
  const fields = stored.toSorted((a, b) => (a.step ?? 1) - (b.step ?? 1));
  const keyOf = new Map(fields.map(({ name }, index) => [name, keys[index] ?? newKey()]));
  return fields.map((field, index) => {
    const { name, type, label, help, required, options, min, max, pattern, accept, maxSize, multiple, maxFiles } =
      field;
    const { amount, currency, description, visibleWhen, default: initial } = field;
    const isText = typeof initial === 'string';
    return {
      ...blank,
      key: keyOf.get(name) as string,
      type,
      name,
      isNameOwn: true,
      label: label ?? '',
      help: help ?? '',
      isRequired: required ?? false,
      isUnique: field.unique ?? false,
      options: optionDraftsOf(options),
      rows: optionDraftsOf(field.rows),
      inner: draftsOf(field.fields ?? []),
      formula: field.formula ?? '',
      decimals: field.decimals === undefined ? '' : String(field.decimals),
      minLabel: field.minLabel ?? '',
      maxLabel: field.maxLabel ?? '',
      min: textOf(min, type),
      max: textOf(max, type),
      pattern: pattern ?? '',
      initial: isText ? initial : '',
      accept: accept ?? [],
      maxSizeMb: maxSize === undefined ? '' : writeNumber(maxSize / mb),
      isMultiple: multiple ?? false,
      maxFiles: maxFiles === undefined ? '' : String(maxFiles),
      amount: amount === undefined ? '' : editableMoney(amount, currency ?? 'eur'),
      currency: currency ?? 'eur',
      description: description ?? '',
      price: priceDraftOf(field),
      condition: conditionOf(visibleWhen, keyOf, stored),
      startsPage: index > 0 && (fields[index - 1]?.step ?? 1) !== (field.step ?? 1),
      rest: initial === undefined || isText ? {} : { default: initial },
    };
  });
}

function optionDraftsOf(options: FieldDeclaration['options'] | FieldDeclaration['rows'] = []): OptionDraft[] {
  return options.map((option) => ({
    key: newKey(),
    isStored: true,
    image: null,
    ...(typeof option === 'string' ? { value: option, label: option } : option),
  }));
}

function textOf(bound: string | number | undefined, type: string): string {
  const text = typeof bound === 'number' ? writeNumber(bound) : (bound ?? '');
  return kindOf(type).bounds === 'time' ? withoutZone(text) : text;
}

function conditionOf(
  when: FieldDeclaration['visibleWhen'],
  keyOf: Map<string, string>,
  all: readonly FieldDeclaration[],
): ConditionDraft | null {
  const fieldKey = when && keyOf.get(when.field);
  if (!fieldKey) return null;
  const value = when.equals ?? when.notEquals;
  const test = when.equals !== undefined ? 'equals' : when.notEquals !== undefined ? 'notEquals' : 'answered';
  const other = all.find(({ name }) => name === when.field);
  const text =
    typeof value === 'boolean' ? String(value) : textOf(value as string | number | undefined, other?.type ?? '');
  return { fieldKey, test, value: text };
}

/** The declaration of a draft; invalid values are added to `faults`. */
export function declarationOf(
  draft: FieldDraft,
  index: number,
  all: FieldDraft[],
  faults: Fault[],
  list = '/fields',
): FieldDeclaration {
  const at = `${list}/${index}`;
  const page = pageNumbersOf(all)[index] ?? 1;
  const { bounds, inForms } = kindOf(draft.type);
  const settings = inForms?.settings ?? [];
  const fault = (member: string, detail: string): undefined => {
    faults.push({ pointer: `${at}/${member}`, code: 'invalid', detail });
  };
  const numberOf = (member: string, text: string, isWhole: boolean): number | undefined => {
    if (text.trim() === '') return undefined;
    return readOrFault(`${at}/${member}`, faults, () => parseNumber(text, { isWhole }));
  };
  const boundOf = (member: 'min' | 'max'): string | number | undefined => {
    const text = draft[member].trim();
    const isLimited = settings.includes('bounds') || (settings.includes('stars') && member === 'max');
    if (text === '' || !isLimited) return undefined;
    if (bounds === 'day') return text;
    if (bounds === 'time') return inUtc(text);
    return numberOf(member, text, bounds === 'characters' || bounds === 'entries');
  };
  const isFile = isFileField(draft);
  const isPayment = isPriceField(draft);
  const hasChoices = draft.options.some(({ label }) => label.trim() !== '');
  const declared = {
    ...draft.rest,
    name: draft.name,
    type: draft.type,
    label: draft.label.trim() || undefined,
    help: draft.help.trim() || undefined,
    required: (draft.isRequired && isFilledIn(draft)) || undefined,
    unique: draft.isUnique || undefined,
    default: draft.initial === '' ? draft.rest.default : draft.initial,
    min: boundOf('min'),
    max: boundOf('max'),
    pattern: (settings.includes('pattern') && draft.pattern) || undefined,
    options: hasChoices ? optionsOf(draft.options) : undefined,
    rows: settings.includes('rows') ? optionsOf(draft.rows) : undefined,
    fields: settings.includes('fields')
      ? draft.inner.map((inner, place) => declarationOf(inner, place, draft.inner, faults, `${at}/fields`))
      : undefined,
    formula: settings.includes('formula') ? draft.formula.trim() : undefined,
    decimals: settings.includes('formula') ? numberOf('decimals', draft.decimals, true) : undefined,
    minLabel: (settings.includes('ends') && draft.minLabel.trim()) || undefined,
    maxLabel: (settings.includes('ends') && draft.maxLabel.trim()) || undefined,
    accept: isFile && draft.accept.length > 0 ? draft.accept : undefined,
    maxSize: isFile ? bytesOf(numberOf('maxSize', draft.maxSizeMb, false)) : undefined,
    multiple: ((isFile || settings.includes('multiple')) && draft.isMultiple) || undefined,
    maxFiles: isFile && draft.isMultiple ? numberOf('maxFiles', draft.maxFiles, true) : undefined,
    ...(isPayment && priceSettingsOf(draft.price, draft.currency, { at, faults })),
    amount: isPayment && draft.price.lines === null ? amountOf(draft, fault) : undefined,
    currency: isPayment ? draft.currency : undefined,
    description: (isPayment && draft.description.trim()) || undefined,
    visibleWhen: visibleWhenOf(draft.condition, all, faults, `${at}/visibleWhen`),
    step: page > 1 ? page : undefined,
  };
  return Object.fromEntries(
    Object.entries(declared).filter(([, value]) => value !== undefined),
  ) as unknown as FieldDeclaration;
}

/** What is entered in an input of the type `datetime-local`. */
function inUtc(text: string): string {
  return `${text.length === 16 ? `${text}:00` : text}Z`;
}

function bytesOf(megabytes: number | undefined): number | undefined {
  return megabytes === undefined ? undefined : Math.round(megabytes * mb);
}

function amountOf({ amount, currency }: FieldDraft, fault: (member: string, detail: string) => undefined) {
  const minor = parseMoney(amount, currency);
  if (minor !== null && minor > 0) return minor;
  return fault('amount', amountHint(currency));
}

function optionsOf(options: OptionDraft[]): FieldDeclaration['options'] {
  return options
    .map(({ label, value, image }) => ({ label: label.trim(), value: value.trim() || label.trim(), image }))
    .filter(({ label }) => label !== '')
    .map(({ label, value, image }) => {
      if (image !== null) return { value, label, image };
      return label === value ? value : { value, label };
    });
}

/** The condition as stored, with the value in the type of the other field's answers. An invalid one is added to `faults`. */
export function visibleWhenOf(
  condition: ConditionDraft | null,
  all: FieldDraft[],
  faults: Fault[] = [],
  pointer = '',
): FieldDeclaration['visibleWhen'] {
  const other = all.find(({ key }) => key === condition?.fieldKey);
  if (!condition || !other) return undefined;
  if (condition.test === 'answered') return { field: other.name };
  return {
    field: other.name,
    [condition.test]: readOrFault(pointer, faults, () => answerFrom(other, condition.value)),
  };
}

/** What is typed or chosen, as a submission has it. */
export function answerFrom(field: FieldDraft, text: string): unknown {
  const { isNumeric, bounds } = kindOf(field.type);
  if (isBox(field)) return text !== 'false';
  if (bounds === 'time' && text !== '') return inUtc(text);
  return isNumeric && text.trim() !== '' ? parseNumber(text) : text;
}
