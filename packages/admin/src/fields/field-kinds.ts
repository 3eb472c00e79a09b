// Every kind of field, and all that the admin knows about it. A new kind is one entry here, with an input and a preview from
// inputs.tsx and previews.tsx; no other file names a kind.

import {
  IconAlignLeft,
  IconAt,
  IconBraces,
  IconCalculator,
  IconCalendar,
  IconCalendarClock,
  IconCalendarEvent,
  IconChecks,
  IconChevronDown,
  IconCircleDot,
  IconClock,
  IconCoin,
  IconCreditCard,
  IconDots,
  IconEyeOff,
  IconFileText,
  IconForms,
  IconHash,
  IconHeading,
  IconLayoutList,
  IconLetterT,
  IconLink,
  IconList,
  IconMap,
  IconMapPin,
  IconPalette,
  IconPaperclip,
  IconPhone,
  IconPhoto,
  IconReceipt,
  IconRepeat,
  IconShieldCheck,
  IconSignature,
  IconSquareCheck,
  IconStar,
  IconTable,
  IconTextCaption,
  type TablerIcon,
} from '@tabler/icons-react';
import type { NormalForm } from '../../../server/src/fields/normal-forms.ts';
import { formatDay, formatTime } from '../ui/format.ts';
import type { InputName } from './input-props.ts';
import type { PreviewName } from './previews.tsx';

/** What `min` and `max` limit. */
export type Bounds = 'characters' | 'entries' | 'value' | 'day' | 'time';
export type Setting =
  | 'bounds'
  | 'pattern'
  | 'options'
  | 'pictures'
  | 'rows'
  | 'fields'
  | 'stars'
  | 'formula'
  | 'ends'
  | 'to'
  | 'multiple'
  | 'onDelete'
  | 'currency'
  | 'unique'
  | 'indexed'
  | 'default';

export type FieldKind = {
  /** Its name in menus. */
  label: string;
  Icon: TablerIcon;
  /** Its input in the editors of items and types. */
  input?: InputName;
  /** Its input if `multiple`, and if the declaration says what its entries are. */
  severalInput?: InputName;
  entryInput?: InputName;
  /** What can be declared inside it. */
  inner?: 'fields' | 'entry' | 'blocks';
  /** Its control in the preview of a form; none if the form does not show it. */
  preview?: PreviewName;
  bounds?: Bounds;
  /** The settings in the editor of types. */
  inTypes?: { settings: readonly Setting[]; label?: string; isOffered?: false };
  /** The settings in the form builder, and the group of the menu that offers the kind. */
  inForms?: {
    settings: readonly Setting[];
    group: 'Text' | 'Choice' | 'Other' | 'Layout';
    /** Whether a repeated group cannot have it. */
    isSingle?: true;
  };
  /** What is special about it in a form: it takes files, has a price or a value that visitors do not see, is worked out, or only shows a heading or a text. */
  role?: 'files' | 'signature' | 'price' | 'formula' | 'hidden' | 'heading' | 'text';
  /** The lists whose tables show its values; those of items also show others if they are chosen. */
  columnIn?: readonly ('items' | 'submissions' | 'chosen')[];
  isNumeric?: true;
  /** Its answer has several parts. */
  hasParts?: true;
  /** A single box, unless it has options. */
  isBox?: true;
  isEmail?: true;
  /** In which conditions compare its answer, as the service does. */
  normalForm?: NormalForm;
  /** Writes a value that is an object. */
  write?(value: Readonly<Record<string, string>>): string;
  /** Formats its stored time. */
  formatTime?(time: string): string;
};

const bothLists = ['items', 'submissions'] as const;
const inSubmissions = ['submissions'] as const;
const onRequest = ['chosen'] as const;

export const fieldKinds = {
  text: {
    label: 'Short text',
    Icon: IconLetterT,
    input: 'text',
    preview: 'text',
    bounds: 'characters',
    inTypes: { settings: ['bounds', 'pattern', 'unique', 'indexed', 'default'] },
    inForms: { settings: ['bounds', 'pattern', 'unique'], group: 'Text' },
    columnIn: bothLists,
    normalForm: 'text',
  },
  textarea: {
    label: 'Long text',
    Icon: IconAlignLeft,
    input: 'lines',
    preview: 'lines',
    bounds: 'characters',
    inTypes: { settings: ['bounds', 'pattern', 'unique', 'indexed', 'default'] },
    inForms: { settings: ['bounds'], group: 'Text' },
    columnIn: inSubmissions,
    normalForm: 'text',
  },
  richtext: {
    label: 'Rich text (HTML)',
    Icon: IconFileText,
    input: 'html',
    bounds: 'characters',
    inTypes: { settings: ['bounds', 'pattern', 'default'] },
  },
  email: {
    label: 'Email',
    Icon: IconAt,
    input: 'email',
    preview: 'email',
    bounds: 'characters',
    inTypes: { settings: ['bounds', 'pattern', 'unique', 'indexed', 'default'] },
    inForms: { settings: ['unique'], group: 'Text' },
    columnIn: inSubmissions,
    isEmail: true,
    normalForm: 'mail',
  },
  phone: {
    label: 'Phone number',
    Icon: IconPhone,
    input: 'tel',
    preview: 'tel',
    inTypes: { settings: ['unique', 'indexed', 'default'] },
    inForms: { settings: ['unique'], group: 'Text' },
    columnIn: inSubmissions,
    normalForm: 'phone',
  },
  url: {
    label: 'URL',
    Icon: IconLink,
    input: 'url',
    preview: 'url',
    bounds: 'characters',
    inTypes: { settings: ['bounds', 'pattern', 'unique', 'indexed', 'default'] },
    inForms: { settings: ['unique'], group: 'Text' },
    columnIn: inSubmissions,
    normalForm: 'url',
  },
  number: {
    label: 'Number',
    Icon: IconHash,
    input: 'decimal',
    preview: 'number',
    bounds: 'value',
    inTypes: { settings: ['bounds', 'unique', 'indexed', 'default'] },
    inForms: { settings: ['bounds', 'unique'], group: 'Text' },
    columnIn: bothLists,
    isNumeric: true,
  },
  integer: {
    label: 'Whole number',
    Icon: IconHash,
    input: 'whole',
    preview: 'number',
    bounds: 'value',
    inTypes: { settings: ['bounds', 'unique', 'indexed', 'default'] },
    inForms: { settings: ['bounds', 'unique'], group: 'Text' },
    columnIn: bothLists,
    isNumeric: true,
  },
  boolean: {
    label: 'Yes or no',
    Icon: IconSquareCheck,
    input: 'box',
    preview: 'box',
    inTypes: { settings: ['indexed', 'default'] },
    columnIn: bothLists,
    isBox: true,
  },
  date: {
    label: 'Date',
    Icon: IconCalendar,
    input: 'day',
    preview: 'day',
    bounds: 'day',
    inTypes: { settings: ['bounds', 'unique', 'indexed', 'default'] },
    inForms: { settings: ['bounds', 'unique'], group: 'Text' },
    columnIn: bothLists,
    formatTime: (day) => formatDay(`${day}T12:00:00`),
  },
  datetime: {
    label: 'Date and time',
    Icon: IconCalendarClock,
    input: 'time',
    preview: 'time',
    bounds: 'time',
    inTypes: { settings: ['bounds', 'unique', 'indexed', 'default'] },
    inForms: { settings: ['bounds'], group: 'Text' },
    columnIn: bothLists,
    formatTime,
    normalForm: 'instant',
  },
  select: {
    label: 'Dropdown',
    Icon: IconChevronDown,
    input: 'choice',
    preview: 'dropdown',
    inTypes: { settings: ['options', 'unique', 'indexed', 'default'], label: 'Single choice' },
    inForms: { settings: ['options', 'unique'], group: 'Choice' },
    columnIn: bothLists,
  },
  radio: {
    label: 'Single choice',
    Icon: IconCircleDot,
    input: 'choice',
    preview: 'choices',
    inTypes: { settings: ['options', 'unique', 'indexed', 'default'], isOffered: false },
    inForms: { settings: ['options', 'pictures', 'unique'], group: 'Choice' },
    columnIn: bothLists,
  },
  multiselect: {
    label: 'Multiple choice',
    Icon: IconChecks,
    input: 'choices',
    preview: 'boxes',
    inTypes: { settings: ['options', 'default'] },
    inForms: { settings: ['options', 'pictures'], group: 'Choice' },
    columnIn: inSubmissions,
  },
  checkbox: {
    label: 'Checkbox',
    Icon: IconSquareCheck,
    preview: 'boxOrBoxes',
    inForms: { settings: [], group: 'Choice' },
    columnIn: inSubmissions,
    isBox: true,
  },
  consent: {
    label: 'Consent',
    Icon: IconShieldCheck,
    preview: 'box',
    inForms: { settings: [], group: 'Choice', isSingle: true },
    isBox: true,
  },
  rating: {
    label: 'Rating',
    Icon: IconStar,
    preview: 'stars',
    bounds: 'value',
    inForms: { settings: ['stars'], group: 'Choice' },
    columnIn: inSubmissions,
    isNumeric: true,
  },
  scale: {
    label: 'Scale',
    Icon: IconDots,
    preview: 'scale',
    bounds: 'value',
    inForms: { settings: ['bounds', 'ends'], group: 'Choice' },
    columnIn: inSubmissions,
    isNumeric: true,
  },
  matrix: {
    label: 'Table of questions',
    Icon: IconTable,
    preview: 'questions',
    hasParts: true,
    inForms: { settings: ['rows', 'options', 'multiple'], group: 'Choice', isSingle: true },
  },
  daterange: {
    label: 'Range of days',
    Icon: IconCalendarEvent,
    preview: 'days',
    hasParts: true,
    bounds: 'day',
    inForms: { settings: ['bounds'], group: 'Text', isSingle: true },
    columnIn: inSubmissions,
    write: ({ from, to }) => `${formatDay(`${from}T12:00:00`)} – ${formatDay(`${to}T12:00:00`)}`,
  },
  address: {
    label: 'Address',
    Icon: IconMap,
    preview: 'address',
    hasParts: true,
    inForms: { settings: [], group: 'Text', isSingle: true },
    columnIn: inSubmissions,
    write: writeAddress,
  },
  billing: {
    label: 'Billing details',
    Icon: IconReceipt,
    preview: 'buyer',
    hasParts: true,
    inForms: { settings: [], group: 'Text', isSingle: true },
    columnIn: inSubmissions,
    write: ({ name, vatId, ...address }) => [name, writeAddress(address), vatId].filter(Boolean).join('\n'),
  },
  media: {
    label: 'Media file',
    Icon: IconPhoto,
    input: 'media',
    severalInput: 'files',
    bounds: 'entries',
    inTypes: { settings: ['multiple', 'onDelete', 'bounds', 'unique', 'indexed'] },
  },
  reference: {
    label: 'Reference to an item',
    Icon: IconLink,
    input: 'item',
    severalInput: 'items',
    bounds: 'entries',
    inTypes: { settings: ['to', 'multiple', 'onDelete', 'bounds', 'unique', 'indexed'] },
  },
  time: {
    label: 'Time of day',
    Icon: IconClock,
    input: 'clock',
    preview: 'clock',
    inForms: { settings: [], group: 'Text' },
    inTypes: { settings: ['unique', 'indexed', 'default'] },
    columnIn: bothLists,
    normalForm: 'time',
  },
  color: {
    label: 'Color',
    Icon: IconPalette,
    input: 'color',
    inTypes: { settings: ['unique', 'indexed', 'default'] },
    columnIn: onRequest,
  },
  slug: {
    label: 'Slug',
    Icon: IconLink,
    input: 'text',
    bounds: 'characters',
    inTypes: { settings: ['bounds', 'pattern', 'unique', 'indexed', 'default'] },
    columnIn: onRequest,
  },
  money: {
    label: 'Money',
    Icon: IconCoin,
    input: 'money',
    bounds: 'value',
    inTypes: { settings: ['currency', 'bounds', 'default'] },
    columnIn: onRequest,
  },
  geo: {
    label: 'Place',
    Icon: IconMapPin,
    input: 'place',
    inTypes: { settings: ['default'] },
    columnIn: onRequest,
  },
  group: {
    label: 'Group of fields',
    Icon: IconForms,
    input: 'group',
    inner: 'fields',
    inTypes: { settings: [] },
    columnIn: onRequest,
  },
  blocks: {
    label: 'Blocks',
    Icon: IconLayoutList,
    input: 'blocks',
    inner: 'blocks',
    bounds: 'entries',
    inTypes: { settings: ['bounds'] },
    columnIn: onRequest,
  },
  list: {
    label: 'List of values',
    Icon: IconList,
    input: 'entries',
    entryInput: 'rows',
    inner: 'entry',
    bounds: 'entries',
    inTypes: { settings: ['bounds', 'default'] },
    columnIn: onRequest,
  },
  json: {
    label: 'JSON',
    Icon: IconBraces,
    input: 'json',
    inTypes: { settings: ['default'] },
  },
  file: {
    label: 'File upload',
    Icon: IconPaperclip,
    preview: 'files',
    inForms: { settings: [], group: 'Other' },
    role: 'files',
  },
  repeat: {
    label: 'Repeated group',
    Icon: IconRepeat,
    preview: 'repeated',
    hasParts: true,
    bounds: 'entries',
    inForms: { settings: ['fields', 'bounds'], group: 'Other', isSingle: true },
  },
  signature: {
    label: 'Signature',
    Icon: IconSignature,
    preview: 'signed',
    inForms: { settings: [], group: 'Other', isSingle: true },
    role: 'signature',
  },
  calculation: {
    label: 'Calculation',
    Icon: IconCalculator,
    preview: 'formula',
    inForms: { settings: ['formula'], group: 'Other' },
    role: 'formula',
    columnIn: inSubmissions,
  },
  payment: {
    label: 'Payment',
    Icon: IconCreditCard,
    preview: 'price',
    inForms: { settings: [], group: 'Other' },
    role: 'price',
  },
  hidden: {
    label: 'Hidden field',
    Icon: IconEyeOff,
    inForms: { settings: [], group: 'Other' },
    role: 'hidden',
    normalForm: 'text',
  },
  headline: {
    label: 'Heading',
    Icon: IconHeading,
    preview: 'heading',
    inForms: { settings: [], group: 'Layout' },
    role: 'heading',
  },
  textblock: {
    label: 'Text',
    Icon: IconTextCaption,
    preview: 'paragraph',
    inForms: { settings: [], group: 'Layout' },
    role: 'text',
  },
} as const satisfies Record<string, FieldKind>;

function writeAddress({ street, postalCode, city, region, country }: Readonly<Record<string, string>>): string {
  const place = [postalCode, city].filter(Boolean).join(' ');
  return [street, place, region, nameCountry(country)].filter(Boolean).join('\n');
}

function nameCountry(code: string | undefined): string | undefined {
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(undefined, { type: 'region' }).of(code);
}

/** Kinds that the admin does not know are shown by name. */
export function kindOf(type: string): FieldKind {
  if (Object.hasOwn(fieldKinds, type)) return fieldKinds[type as keyof typeof fieldKinds];
  return {
    label: type,
    Icon: IconLetterT,
    input: 'text',
    preview: 'text',
    columnIn: inSubmissions,
  };
}

type Shaped = Typed & { of?: object; multiple?: boolean };

/** The input of a field: that of its kind, or the one for several of them. */
export function inputOf({ type, of, multiple }: Shaped): InputName {
  const { input = 'text', severalInput, entryInput } = kindOf(type);
  return (of && entryInput) || (multiple && severalInput) || input;
}

const withInner: readonly InputName[] = ['group', 'rows', 'blocks', 'money', 'place'];
const withRows: readonly InputName[] = ['group', 'rows', 'blocks'];

/** Whether its value has others inside it. */
export function hasInner(field: Shaped): boolean {
  return withInner.includes(inputOf(field));
}

/** Whether its input has fields of its own, for which there is no room beside the text. */
export function isWide(field: Shaped): boolean {
  return withRows.includes(inputOf(field));
}

type Typed = { type: string };

export function isPriceField({ type }: Typed): boolean {
  return kindOf(type).role === 'price';
}

export function isFileField({ type }: Typed): boolean {
  return ['files', 'signature'].includes(kindOf(type).role ?? '');
}

export function isSignature({ type }: Typed): boolean {
  return kindOf(type).role === 'signature';
}

/** Whether visitors fill it in. */
export function isFilledIn({ type }: Typed): boolean {
  return kindOf(type).role === undefined || isFileField({ type });
}

/** Whether conditions compare its answer, not only whether there is one. */
export function isComparable(field: Typed): boolean {
  return !kindOf(field.type).hasParts && !isFileField(field);
}

/** Whether a repeated group can have it. */
export function canBeInRows(field: Typed): boolean {
  const { inForms } = kindOf(field.type);
  return inForms !== undefined && !inForms.isSingle && isFilledIn(field) && !isFileField(field);
}

/** Whether the service works out its answer. */
export function isCalculated({ type }: Typed): boolean {
  return kindOf(type).role === 'formula';
}

/** Whether it only shows something. */
export function isShownOnly({ type }: Typed): boolean {
  const { role } = kindOf(type);
  return role === 'heading' || role === 'text';
}

/** Whether the tables of a list show its values. */
export function isColumnIn(list: 'items' | 'submissions' | 'chosen', { type }: Typed): boolean {
  return kindOf(type).columnIn?.includes(list) ?? false;
}

/** Whether the field is a single box. */
export function isBox({ type, options }: Typed & { options?: readonly unknown[] }): boolean {
  return kindOf(type).isBox === true && !options?.length;
}
