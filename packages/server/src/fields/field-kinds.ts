// Every kind of field, and all that the service knows about it. A new kind is one entry here; no other file
// names a kind, as the architecture test checks.

import type { Scalar } from '../database/dialect.ts';
import { checked, dateBounds, fileLimits, htmlBounds, numberBounds, someOptions, textBounds } from './bounds.ts';
import { type FieldDeclaration, type JsonSchema, optionValues } from './field.ts';
import {
  type Control,
  checkBox,
  checkGroup,
  dateInput,
  dateTimeInput,
  dropDown,
  fileInput,
  hiddenInput,
  numberInput,
  price,
  radioGroup,
  textArea,
  textInput,
} from './form-controls.ts';
import { asBoolean, asList, asNumber, asText, asTrimmed } from './from-text.ts';

export type FieldKind = {
  /** Its value, for the documents. */
  about: string;
  /** Where it can be declared. */
  usedIn: readonly ('content' | 'form')[];
  /** The schema of its value; null for a field without one. */
  schema(field: FieldDeclaration): JsonSchema | null;
  /** Completes "must be" in the API and "Enter" on the form page. */
  expects?: string;
  /** How filters and `orderBy` read its stored value; null if they cannot. */
  comparesAs: Scalar | 'list' | null;
  /** Whether filters accept only values of the kind; others that compare as text accept any text. */
  comparesExactly?: boolean;
  /** Reads its value from a query, a url-encoded or multipart form, or CSV. */
  fromText(text: string): unknown;
  /** Whether the full-text index includes it. */
  isText?: boolean;
  /** Its control on the form page; null for a kind that forms do not use. */
  control: ((field: FieldDeclaration) => Control) | null;
  /** How a form gets its answer: as a value, from uploaded files, or not at all, because the form sets a price. */
  answeredBy?: 'value' | 'upload' | 'price';
  /** What its answer says about the contact. For `name`, the name of the field decides. */
  identifies?: 'email' | 'phone' | 'name';
  needsOptions?: boolean;
  /** Whether its value is HTML, whose pictures and links can be expanded. */
  isHtml?: boolean;
  /** What its value is the ID of. */
  refersTo?: 'items' | 'media';
};

const everywhere = ['content', 'form'] as const;
const inContent = ['content'] as const;
const inForms = ['form'] as const;

const oneOption = {
  usedIn: everywhere,
  schema: (field: FieldDeclaration) => ({ type: 'string', enum: optionValues(field) }),
  comparesAs: 'text',
  fromText: asText,
  isText: true,
  needsOptions: true,
} as const;

export const fieldKinds = {
  text: {
    about: 'A line of text.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', ...textBounds(field, 10_000) }),
    comparesAs: 'text',
    fromText: asText,
    isText: true,
    control: () => textInput('text'),
    identifies: 'name',
  },
  textarea: {
    about: 'Text of several lines.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', ...textBounds(field, 100_000) }),
    comparesAs: 'text',
    fromText: asText,
    isText: true,
    control: () => textArea,
  },
  richtext: {
    about: 'HTML, as the editor of the admin writes it; if it is required, it needs words or media.',
    usedIn: inContent,
    schema: (field) => ({ type: 'string', ...htmlBounds(field, 500_000) }),
    comparesAs: null,
    fromText: asText,
    isText: true,
    isHtml: true,
    control: null,
  },
  number: {
    about: 'A number.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'number', ...numberBounds(field) }),
    expects: 'a number',
    comparesAs: 'number',
    fromText: asNumber,
    control: () => numberInput('any'),
  },
  integer: {
    about: 'A whole number.',
    usedIn: everywhere,
    // Above 2^53, a JSON number does not identify an integer.
    schema: (field) => ({
      type: 'integer',
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      ...numberBounds(field),
    }),
    expects: 'a whole number',
    comparesAs: 'number',
    fromText: asNumber,
    control: () => numberInput('1'),
  },
  boolean: {
    about: '`true` or `false`.',
    usedIn: everywhere,
    schema: () => ({ type: 'boolean' }),
    comparesAs: 'boolean',
    fromText: asBoolean,
    control: () => checkBox,
  },
  date: {
    about: 'A day, such as `2027-02-19`.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', format: 'date', ...dateBounds(field) }),
    expects: 'a date',
    comparesAs: 'text',
    comparesExactly: true,
    fromText: asText,
    control: () => dateInput,
  },
  datetime: {
    about: 'A time with its zone, such as `2027-02-19T09:30:00Z`.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', format: 'date-time', ...dateBounds(field) }),
    expects: 'a date and a time',
    comparesAs: 'instant',
    comparesExactly: true,
    fromText: asText,
    control: () => dateTimeInput,
  },
  select: { ...oneOption, about: 'One of the `options`, from a dropdown.', control: () => dropDown },
  radio: { ...oneOption, about: 'One of the `options`, which are all visible.', control: () => radioGroup },
  multiselect: {
    about: 'A list of some of the `options`.',
    usedIn: everywhere,
    schema: someOptions,
    comparesAs: 'list',
    fromText: asList,
    isText: true,
    control: () => checkGroup,
    needsOptions: true,
  },
  checkbox: {
    about: '`true` or `false`; with `options`, a list of those that are checked.',
    usedIn: inForms,
    schema: (field) => (field.options ? someOptions(field) : checked(field)),
    comparesAs: null,
    fromText: asBoolean,
    control: (field) => (field.options ? checkGroup : checkBox),
  },
  /** Other schemes, such as `javascript:`, would be unsafe in a link. */
  url: {
    about: 'A URL that begins with `http://` or `https://`.',
    usedIn: everywhere,
    schema: (field) => ({
      type: 'string',
      format: 'uri',
      ...textBounds(field, 2048),
      allOf: [{ pattern: '^[hH][tT][tT][pP][sS]?://' }],
    }),
    expects: 'a web address such as https://example.com',
    comparesAs: 'text',
    fromText: asText,
    control: () => textInput('url'),
  },
  email: {
    about: 'An email address.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', format: 'email', ...textBounds(field, 254) }),
    expects: 'an email address such as name@example.com',
    comparesAs: 'text',
    fromText: asTrimmed,
    isText: true,
    control: () => textInput('email', 'email'),
    identifies: 'email',
  },
  phone: {
    about: 'A phone number.',
    usedIn: everywhere,
    schema: () => ({ type: 'string', pattern: '^\\+?[0-9 ()./-]{3,40}$' }),
    expects: 'a phone number such as +49 30 123456',
    comparesAs: 'text',
    fromText: asTrimmed,
    isText: true,
    control: () => textInput('tel', 'tel'),
    identifies: 'phone',
  },
  media: {
    about: 'The ID of a media record (`med_…`).',
    usedIn: inContent,
    schema: () => ({ type: 'string', pattern: '^med_[0-9a-z]+$' }),
    expects: 'the ID of a media record',
    refersTo: 'media',
    comparesAs: 'text',
    fromText: asText,
    control: null,
  },
  reference: {
    about: 'The ID of another item (`item_…`).',
    usedIn: inContent,
    schema: () => ({ type: 'string', pattern: '^item_[0-9a-z]+$' }),
    expects: 'the ID of an item',
    refersTo: 'items',
    comparesAs: 'text',
    fromText: asText,
    control: null,
  },
  list: {
    about: 'A list of texts.',
    usedIn: inContent,
    schema: (field) => ({
      type: 'array',
      items: { type: 'string', maxLength: 10_000 },
      ...(field.required ? { minItems: 1 } : {}),
      ...(typeof field.min === 'number' ? { minItems: field.min } : {}),
      maxItems: typeof field.max === 'number' ? field.max : 1000,
    }),
    comparesAs: 'list',
    fromText: asList,
    isText: true,
    control: null,
  },
  json: {
    about: 'Any JSON value.',
    usedIn: inContent,
    schema: () => ({}),
    comparesAs: null,
    fromText: asText,
    control: null,
  },
  consent: {
    about: '`true` or `false`; if it is required, the box must be checked.',
    usedIn: inForms,
    schema: checked,
    comparesAs: 'boolean',
    fromText: asBoolean,
    control: () => checkBox,
  },
  hidden: {
    about: 'Text that the hosted page sends without showing it.',
    usedIn: inForms,
    schema: (field) => ({ type: 'string', ...textBounds(field, 2000) }),
    comparesAs: 'text',
    fromText: asText,
    control: () => hiddenInput,
    identifies: 'name',
  },
  file: {
    about: 'Uploaded files; the stored value is the list of their IDs.',
    usedIn: inForms,
    schema: (field) => ({
      type: 'array',
      items: { type: 'string' },
      maxItems: fileLimits(field).maxFiles,
      ...(field.required ? { minItems: 1 } : {}),
    }),
    comparesAs: null,
    fromText: asText,
    control: () => fileInput,
    answeredBy: 'upload',
  },
  payment: {
    about: 'A price that the visitor pays after submitting. It has no value.',
    usedIn: inForms,
    schema: () => null,
    comparesAs: null,
    fromText: asText,
    control: () => price,
    answeredBy: 'price',
  },
} as const satisfies Record<string, FieldKind>;

export function findKind(type: string): FieldKind | undefined {
  return Object.hasOwn(fieldKinds, type) ? fieldKinds[type as keyof typeof fieldKinds] : undefined;
}

/** The kind of a stored field. Declarations are checked before they are stored, so it exists. */
export function kindOf(field: { type: string }): FieldKind {
  return findKind(field.type) as FieldKind;
}

export function controlOf(field: FieldDeclaration): Control {
  return kindOf(field).control?.(field) as Control;
}

export function isFileField(field: { type: string }): boolean {
  return findKind(field.type)?.answeredBy === 'upload';
}

export function isPriceField(field: { type: string }): boolean {
  return findKind(field.type)?.answeredBy === 'price';
}

/** How its values are ordered and compared for equality; null if they cannot be. */
export function scalarOf(field: { type: string }): Scalar | null {
  const { comparesAs } = kindOf(field);
  return comparesAs === 'list' ? null : comparesAs;
}

/** Whether lists sort and search its values as people read them, without regard to case and accents. */
export function isFolded(field: { type: string }): boolean {
  const { comparesAs, isText } = kindOf(field);
  return isText === true && comparesAs !== 'list';
}

/** The JSON type of its value; undefined if it has no value, or one of any type. */
export function jsonTypeOf({ pattern: _, ...field }: FieldDeclaration): unknown {
  return kindOf(field).schema(field)?.type;
}
