// Every kind of field, and all that the service knows about it. A new kind is one entry here; no other file
// names a kind, as the architecture test checks.

import type { Scalar } from '../database/dialect.ts';
import type { FaultCode } from '../lib/errors.ts';
import { isCurrency } from '../lib/money.ts';
import {
  cleanLine,
  cleanLines,
  foldMail,
  foldMarks,
  foldPhone,
  foldTime,
  foldTyped,
  foldUrl,
  type NumberMarks,
} from '../lib/typed-text.ts';
import { notBlank } from '../lib/validation.ts';
import {
  addressLinesOf,
  billingFault,
  billingLinesOf,
  daysOf,
  nameCountry,
  questionsOf,
  rangeFault,
  ratingBounds,
  ratingFault,
  rowsFault,
  scaleBounds,
  scaleFault,
} from './answer-parts.ts';
import { checked, dateBounds, fileLimits, htmlBounds, numberBounds, someOptions, textBounds } from './bounds.ts';
import { calculated } from './calculation-control.ts';
import { type FieldDeclaration, type JsonSchema, optionValues } from './field.ts';
import {
  type Control,
  checkBox,
  checkGroup,
  dateInput,
  dateTimeInput,
  dropDown,
  type FaultText,
  fileInput,
  headingText,
  hiddenInput,
  numberInput,
  paragraphText,
  price,
  radioGroup,
  textArea,
  textInput,
  timeInput,
} from './form-controls.ts';
import { formulaFault } from './formula.ts';
import { asBoolean, asInstant, asList, asNumber, asText, asTrimmed, asWhole } from './from-text.ts';
import type { NormalForm } from './normal-forms.ts';
import { order } from './order-control.ts';
import { partInputs, questionTable, scaleRow, starRow } from './part-controls.ts';
import { hasOrder } from './price-lines.ts';
import {
  amountsIn,
  booleansIn,
  colorsIn,
  composedOption,
  datesIn,
  instantsIn,
  numbersIn,
  optionsIn,
  placesIn,
  roundedFault,
  slugsIn,
  someOptionsIn,
} from './readings.ts';
import {
  entryOfList,
  entryOfSeveral,
  type Inner,
  type Inside,
  insideBlocks,
  insideEntries,
  insideObject,
  insideRows,
  rowLimits,
  rowsLimitFault,
} from './rows.ts';
import { repeatedRows } from './rows-control.ts';
import { signatureInput } from './signature-control.ts';
import { blocksSchema, listSchema, objectSchema } from './structured-schemas.ts';

export type FieldKind = {
  /** Its value, for the documents. */
  about: string;
  /** Where it can be declared. */
  usedIn: readonly ('content' | 'form')[];
  /** The schema of its value; null for a field without one. */
  schema(field: FieldDeclaration): JsonSchema | null;
  /** Completes "must be" in the API. */
  expects?: string;
  /** The text of the form page that says what it expects. */
  asksFor?: FaultText;
  /** How filters and `orderBy` read its stored value; null if they cannot. */
  comparesAs: Scalar | 'list' | null;
  /** Whether filters accept only values of the kind; others that compare as text accept any text. */
  comparesExactly?: boolean;
  /** In which conditions and unique fields compare its text. */
  normalForm?: NormalForm;
  /** Reads its value from a query, a url-encoded or multipart form, or CSV. `marks`: of the language in which a visitor typed. */
  fromText(text: string, marks?: NumberMarks): unknown;
  /** Its text in the only notation that is checked and stored, whatever keyboard it was typed on. */
  fold?(text: string): string;
  /** A text without what it must not have; of kinds without a notation of their own. */
  clean?(text: string, field: FieldDeclaration): string;
  /** Its values that say what a value of another kind says; those that are invalid do not count. */
  readings?(value: unknown, field: FieldDeclaration): unknown[];
  /** Whether the full-text index includes it. */
  isText?: boolean;
  /** Its control on the form page; null for a kind that forms do not use. */
  control: ((field: FieldDeclaration) => Control) | null;
  /** How a form gets its answer: as a value, from uploaded files, from other answers, or not at all, because the form sets a price or only shows a text. */
  answeredBy?: 'value' | 'upload' | 'formula' | 'price' | 'nothing';
  /** Of an uploaded file: its media types, if the declaration does not decide, and whether a typed name is one, too. */
  accepts?: readonly string[];
  isSigned?: true;
  /** What its answer says about the contact. For `name`, the name of the field decides. */
  identifies?: 'email' | 'phone' | 'name';
  /** Settings that it must have. */
  needs?: readonly ('options' | 'fields' | 'blocks' | 'rows' | 'formula')[];
  /** Whether its options can have pictures in a form. */
  showsPictures?: true;
  /** Which of the settings for certain kinds it can have. */
  has?: readonly KindSetting[];
  /** The kind whose limits it has, if they are not those of its own value. */
  limitedAs?: string;
  /** What is wrong with the settings. */
  checkSettings?(field: FieldDeclaration): { member: keyof FieldDeclaration; detail: string } | null;
  /** Of a value that has others inside it: the fields of these. */
  declared?(field: FieldDeclaration): Inner[];
  /** Of such a value: where these are. */
  inside?(field: FieldDeclaration, value: unknown): Inside[];
  /** Of a value that is a list: the field of one entry; null if the entries have none. */
  entryOf?(field: FieldDeclaration): FieldDeclaration | null;
  /** Of an answer that is an object: its members, whose answers pages send as `field.member`. */
  members?(field: FieldDeclaration): readonly FieldDeclaration[];
  /** Of an answer that is a list of objects: the fields of each, whose answers pages send as `field.0.member`. */
  rowFields?(field: FieldDeclaration): readonly FieldDeclaration[];
  /** What is wrong with a value, beyond what the schema says. */
  check?(value: unknown): { path: string; code: FaultCode; detail: string } | null;
  /** How people read its value, if not as it is stored. */
  writtenAs?: 'day' | 'time';
  /** An answer that is an object, in words; by default its members with their labels. */
  inWords?(members: Readonly<Record<string, string>>, language: string): string;
  /** Of an object that is always the same: its members, for filters. */
  parts?: readonly FieldDeclaration[];
  /** Whether its value is HTML, whose pictures and links can be expanded. */
  isHtml?: boolean;
  /** Whether a checked box agrees to its label. */
  isConsent?: true;
  /** Whether its answer says who is invoiced. */
  isBilling?: true;
  /** What its value is the ID of. */
  refersTo?: 'items' | 'media';
};

/** Settings that other kinds than those that have them reject. */
export const kindSettings = [
  ...(['fields', 'of', 'blocks', 'to', 'onDelete'] as const),
  ...(['lines', 'places', 'showAvailable', 'holdMinutes', 'discountCodes', 'invoice'] as const),
  ...(['rows', 'minLabel', 'maxLabel', 'formula', 'decimals'] as const),
] as const;
export type KindSetting = (typeof kindSettings)[number];

const everywhere = ['content', 'form'] as const;
const inContent = ['content'] as const;
const inForms = ['form'] as const;

const oneOption = {
  usedIn: everywhere,
  schema: (field: FieldDeclaration) => ({ type: 'string', enum: optionValues(field) }),
  comparesAs: 'text',
  fromText: asText,
  clean: composedOption,
  readings: optionsIn,
  isText: true,
  needs: ['options'],
} as const;

/** Of kinds whose value is a list with `multiple`. */
const severalEntries = {
  entryOf: (field: FieldDeclaration) => (field.multiple ? entryOfSeveral(field) : null),
  declared: (field: FieldDeclaration) => (field.multiple ? [{ field: entryOfSeveral(field), isEntry: true }] : []),
  inside: (field: FieldDeclaration, value: unknown) =>
    field.multiple ? insideEntries(entryOfSeveral(field), value) : [],
};

/** Of answers that are objects with these members. */
function withMembers(membersOf: (field: FieldDeclaration) => readonly FieldDeclaration[]) {
  return {
    usedIn: inForms,
    schema: (field: FieldDeclaration) => objectSchema(membersOf(field), { strict: true }, valueSchemaOf),
    comparesAs: null,
    fromText: asText,
    members: membersOf,
    declared: (field: FieldDeclaration) => membersOf(field).map((member) => ({ field: member, isEntry: false })),
    inside: (field: FieldDeclaration, value: unknown) => insideObject(membersOf(field), value),
  } as const;
}

function addressInWords(
  { street, postalCode, city, region, country }: Readonly<Record<string, string>>,
  language: string,
): string {
  const place = [postalCode, city].filter(Boolean).join(' ');
  return [street, place, region, nameCountry(country, language)].filter(Boolean).join('\n');
}

function questions(field: FieldDeclaration): FieldDeclaration[] {
  return questionsOf(field, field.multiple ? 'multiselect' : 'radio');
}

/** A whole number that visitors choose. */
function chosenNumber(bounds: (field: FieldDeclaration) => { minimum: number; maximum: number }) {
  return {
    usedIn: inForms,
    schema: (field: FieldDeclaration) => ({ type: 'integer', ...bounds(field) }),
    asksFor: 'notAnOption',
    comparesAs: 'number',
    fromText: asNumber,
  } as const;
}

function oneOrSeveral(field: FieldDeclaration, one: JsonSchema): JsonSchema {
  return field.multiple ? { ...listSchema(field, one), uniqueItems: true } : one;
}

/** Above 2^53, a JSON number does not identify an integer. */
function wholeNumber(field: FieldDeclaration): JsonSchema {
  return {
    type: 'integer',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    ...numberBounds(field),
  };
}

const currencyCode = { type: 'string', format: 'currency' };

export const fieldKinds = {
  text: {
    about:
      'A line of text: line breaks in it become spaces. Control characters are removed, and so are invisible marks that turn the writing direction and never turn it back.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', ...textBounds(field, 10_000) }),
    comparesAs: 'text',
    normalForm: 'text',
    fromText: asText,
    clean: cleanLine,
    isText: true,
    control: () => textInput('text'),
    identifies: 'name',
  },
  textarea: {
    about: 'Text of several lines.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', ...textBounds(field, 100_000) }),
    comparesAs: 'text',
    normalForm: 'text',
    fromText: asText,
    clean: cleanLines,
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
    asksFor: 'number',
    comparesAs: 'number',
    fromText: asNumber,
    readings: numbersIn,
    control: () => numberInput('decimal'),
    check: roundedFault,
  },
  integer: {
    about: 'A whole number.',
    usedIn: everywhere,
    schema: wholeNumber,
    expects: 'a whole number',
    asksFor: 'wholeNumber',
    comparesAs: 'number',
    fromText: asWhole,
    readings: numbersIn,
    control: () => numberInput('numeric'),
  },
  boolean: {
    about: '`true` or `false`.',
    usedIn: everywhere,
    schema: () => ({ type: 'boolean' }),
    comparesAs: 'boolean',
    fromText: asBoolean,
    readings: booleansIn,
    control: () => checkBox,
  },
  date: {
    about: 'A day, such as `2027-02-19`.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', format: 'date', ...dateBounds(field) }),
    expects: 'a date',
    asksFor: 'date',
    comparesAs: 'text',
    comparesExactly: true,
    fromText: asText,
    fold: foldTyped,
    readings: datesIn,
    writtenAs: 'day',
    control: () => dateInput,
  },
  datetime: {
    about: 'A time with its zone, such as `2027-02-19T09:30:00Z`.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', format: 'date-time', ...dateBounds(field) }),
    expects: 'a date and a time',
    asksFor: 'dateAndTime',
    comparesAs: 'instant',
    comparesExactly: true,
    normalForm: 'instant',
    fromText: asInstant,
    fold: foldTyped,
    readings: instantsIn,
    writtenAs: 'time',
    control: () => dateTimeInput,
  },
  select: { ...oneOption, about: 'One of the `options`, from a dropdown.', control: () => dropDown },
  radio: {
    ...oneOption,
    about: 'One of the `options`, which are all visible.',
    control: () => radioGroup,
    showsPictures: true,
  },
  multiselect: {
    about: 'A list of some of the `options`.',
    usedIn: everywhere,
    schema: someOptions,
    comparesAs: 'list',
    fromText: asList,
    clean: composedOption,
    readings: someOptionsIn,
    isText: true,
    control: () => checkGroup,
    needs: ['options'],
    showsPictures: true,
  },
  checkbox: {
    about: '`true` or `false`; with `options`, a list of those that are checked.',
    usedIn: inForms,
    schema: (field) => (field.options ? someOptions(field) : checked(field)),
    comparesAs: null,
    fromText: asBoolean,
    clean: composedOption,
    control: (field) => (field.options ? checkGroup : checkBox),
    showsPictures: true,
  },
  /** Other schemes, such as `javascript:`, would be unsafe in a link. */
  url: {
    about: 'A URL that begins with `http://` or `https://`.',
    usedIn: everywhere,
    schema: (field) => ({
      type: 'string',
      format: 'iri',
      ...textBounds(field, 2048),
      allOf: [{ pattern: '^[hH][tT][tT][pP][sS]?://' }],
    }),
    expects: 'a web address such as https://example.com',
    asksFor: 'webAddress',
    comparesAs: 'text',
    normalForm: 'url',
    fromText: asText,
    fold: foldUrl,
    control: () => textInput('url'),
  },
  email: {
    about: 'An email address.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', format: 'idn-email', ...textBounds(field, 254) }),
    expects: 'an email address such as name@example.com',
    asksFor: 'email',
    comparesAs: 'text',
    normalForm: 'mail',
    fromText: asText,
    fold: foldMail,
    isText: true,
    control: () => textInput('email', 'email'),
    identifies: 'email',
  },
  phone: {
    about: 'A phone number; `+49 30 1234 ext. 5` has an extension.',
    usedIn: everywhere,
    schema: () => ({
      type: 'string',
      pattern: '^\\+?[0-9 ()./-]{3,40}( ext\\. [0-9]{1,10})?$',
      examples: ['+49 30 123456'],
    }),
    expects: 'a phone number such as +49 30 123456',
    asksFor: 'phone',
    comparesAs: 'text',
    normalForm: 'phone',
    fromText: asText,
    fold: foldPhone,
    isText: true,
    control: () => textInput('tel', 'tel'),
    identifies: 'phone',
  },
  media: {
    about: 'The ID of a media record (`med_…`); with `multiple`, a list of them.',
    usedIn: inContent,
    schema: (field) =>
      oneOrSeveral(field, { type: 'string', pattern: '^med_[0-9a-z]+$', examples: ['med_01m81qmw2m'] }),
    expects: 'the ID of a media record',
    refersTo: 'media',
    comparesAs: 'text',
    fromText: asText,
    control: null,
    has: ['onDelete'],
    ...severalEntries,
  },
  reference: {
    about: 'The ID of another item (`item_…`); with `multiple`, a list of them.',
    usedIn: inContent,
    schema: (field) =>
      oneOrSeveral(field, { type: 'string', pattern: '^item_[0-9a-z]+$', examples: ['item_01m81qmw2m'] }),
    expects: 'the ID of an item',
    refersTo: 'items',
    comparesAs: 'text',
    fromText: asText,
    control: null,
    has: ['to', 'onDelete'],
    ...severalEntries,
  },
  time: {
    about: 'A time of the day, such as `14:30` or `14:30:15`.',
    usedIn: everywhere,
    schema: (field) => ({ type: 'string', format: 'time-local', ...dateBounds(field) }),
    expects: 'a time such as 14:30',
    asksFor: 'time',
    comparesAs: 'text',
    comparesExactly: true,
    normalForm: 'time',
    fromText: asText,
    fold: foldTime,
    control: () => timeInput,
  },
  color: {
    about: 'A color in RGB, such as `#1a73e8`, or with its opacity `#1a73e880`.',
    usedIn: inContent,
    schema: () => ({ type: 'string', pattern: '^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$', examples: ['#1a73e8'] }),
    expects: 'a color such as #1a73e8',
    comparesAs: 'text',
    fromText: asText,
    fold: foldTyped,
    readings: colorsIn,
    control: null,
  },
  slug: {
    about: 'A part of a URL, such as `blue-mug`: lower-case letters and digits, joined by single hyphens.',
    usedIn: inContent,
    schema: (field) => ({
      type: 'string',
      ...textBounds(field, 200),
      allOf: [{ pattern: '^[\\p{Ll}\\p{Lo}\\p{Lm}\\p{N}\\p{M}]+(-[\\p{Ll}\\p{Lo}\\p{Lm}\\p{N}\\p{M}]+)*$' }],
    }),
    expects: 'lower-case letters and digits joined by hyphens, such as blue-mug',
    comparesAs: 'text',
    fromText: asText,
    fold: foldMarks,
    readings: slugsIn,
    control: null,
  },
  money: {
    about: 'An amount in the minor unit of its currency, such as `{ "amount": 4200, "currency": "eur" }` for 42 euros.',
    usedIn: inContent,
    schema: (field) => ({
      type: 'object',
      properties: {
        amount: wholeNumber(field),
        currency: field.currency === undefined ? currencyCode : { type: 'string', const: field.currency },
      },
      required: ['amount', 'currency'],
      additionalProperties: false,
    }),
    comparesAs: null,
    fromText: asText,
    readings: amountsIn,
    control: null,
    limitedAs: 'integer',
    checkSettings: ({ currency }) =>
      currency === undefined || isCurrency(currency)
        ? null
        : { member: 'currency', detail: 'must be an ISO 4217 currency code in lower case, such as eur' },
    parts: [
      { name: 'amount', type: 'integer' },
      { name: 'currency', type: 'text' },
    ],
  },
  geo: {
    about: 'A place on Earth in degrees, such as `{ "lat": 52.52, "lng": 13.405 }`.',
    usedIn: inContent,
    schema: () => ({
      type: 'object',
      properties: {
        lat: { type: 'number', minimum: -90, maximum: 90 },
        lng: { type: 'number', minimum: -180, maximum: 180 },
      },
      required: ['lat', 'lng'],
      additionalProperties: false,
    }),
    comparesAs: null,
    fromText: asText,
    readings: placesIn,
    control: null,
    parts: [
      { name: 'lat', type: 'number' },
      { name: 'lng', type: 'number' },
    ],
  },
  group: {
    about: 'An object with the values of its `fields`.',
    usedIn: inContent,
    schema: ({ fields = [] }) => objectSchema(fields, { strict: true }, valueSchemaOf),
    comparesAs: null,
    fromText: asText,
    control: null,
    needs: ['fields'],
    has: ['fields'],
    declared: ({ fields = [] }) => fields.map((field) => ({ field, isEntry: false })),
    inside: ({ fields = [] }, value) => insideObject(fields, value),
  },
  list: {
    about: 'A list of texts, or of what `of` declares.',
    usedIn: inContent,
    schema: (field) =>
      listSchema(field, (field.of && valueSchemaOf(entryOfList(field))) ?? { type: 'string', maxLength: 10_000 }),
    comparesAs: 'list',
    fromText: asList,
    isText: true,
    control: null,
    has: ['of'],
    entryOf: (field) => (field.of ? entryOfList(field) : null),
    declared: (field) => (field.of ? [{ field: entryOfList(field), isEntry: true }] : []),
    inside: (field, value) => (field.of ? insideEntries(entryOfList(field), value) : []),
  },
  blocks: {
    about: 'A list of objects with the values of `blocks`; the `type` of each says which block it is.',
    usedIn: inContent,
    schema: (field) => blocksSchema(field, valueSchemaOf),
    comparesAs: null,
    fromText: asText,
    control: null,
    needs: ['blocks'],
    has: ['blocks'],
    declared: ({ blocks = [] }) => blocks.flatMap(({ fields }) => fields.map((field) => ({ field, isEntry: false }))),
    inside: ({ blocks = [] }, value) => insideBlocks(blocks, value),
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
    isConsent: true,
  },
  hidden: {
    about: 'Text that the hosted page sends without showing it.',
    usedIn: inForms,
    schema: (field) => ({ type: 'string', ...textBounds(field, 2000) }),
    comparesAs: 'text',
    normalForm: 'text',
    fromText: asText,
    clean: cleanLines,
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
  signature: {
    about:
      'A signature: a PNG file, or as text the typed name of who signs, of which the service makes a picture (SVG). The stored value is a list with the ID of the file.',
    usedIn: inForms,
    schema: ({ required }) => ({
      type: 'array',
      items: { type: 'string' },
      maxItems: 1,
      ...(required ? { minItems: 1 } : {}),
    }),
    comparesAs: null,
    fromText: asTrimmed,
    control: () => signatureInput,
    answeredBy: 'upload',
    accepts: ['image/png'],
    isSigned: true,
  },
  payment: {
    about:
      'What the visitor pays after submitting: a fixed price, or [what was chosen](payments.md#prices). It has no value of its own.',
    usedIn: inForms,
    schema: () => null,
    comparesAs: null,
    fromText: asText,
    control: (field) => (hasOrder(field) ? order : price),
    answeredBy: 'price',
    has: ['lines', 'places', 'showAvailable', 'holdMinutes', 'discountCodes', 'invoice'],
  },
  rating: {
    about: 'A number of stars, from 1 to `max`, which is 5 if absent and 10 at most.',
    ...chosenNumber(ratingBounds),
    control: () => starRow(ratingBounds),
    checkSettings: ratingFault,
  },
  scale: {
    about:
      'A whole number from `min` to `max`, which are 0 and 10 if absent. `minLabel` and `maxLabel` say what the ends mean.',
    ...chosenNumber(scaleBounds),
    control: () => scaleRow(scaleBounds),
    has: ['minLabel', 'maxLabel'],
    checkSettings: scaleFault,
  },
  matrix: {
    about:
      'A table of questions: an object with one of the `options` for each of the `rows`, or with `multiple` a list of some. If it is required, so is each row.',
    ...withMembers(questions),
    control: () => questionTable(questions),
    needs: ['rows', 'options'],
    has: ['rows'],
    checkSettings: rowsFault,
  },
  daterange: {
    about: 'Two days, such as `{ "from": "2027-02-19", "to": "2027-02-21" }`. `min` and `max` limit both.',
    ...withMembers(daysOf),
    control: () => partInputs(daysOf),
    limitedAs: 'date',
    check: rangeFault,
    inWords: ({ from, to }) => `${from} – ${to}`,
  },
  address: {
    about:
      'An address: `{ "street", "postalCode", "city", "region", "country" }`, all texts. The `country` is a code such as `DE` (ISO 3166-1); `postalCode` and `region` are optional.',
    ...withMembers(addressLinesOf),
    control: () => partInputs(addressLinesOf),
    inWords: addressInWords,
  },
  billing: {
    about:
      'Who is invoiced: `{ "name", "vatId", "street", "postalCode", "city", "region", "country" }`, all texts. `name` is that of the company or person; the rest is as in an `address`. A `vatId` is optional, and has the check digits of its country. It is the buyer of the [invoice](payments.md#invoices-of-a-form) of the submission.',
    ...withMembers(billingLinesOf),
    control: () => partInputs(billingLinesOf),
    check: billingFault,
    inWords: ({ name, vatId, ...address }, language) =>
      [name, addressInWords(address, language), vatId].filter(Boolean).join('\n'),
    isBilling: true,
  },
  repeat: {
    about:
      'A list of objects with the values of its `fields`, such as the guests of a table. `min` and `max` limit how many there are; 50 at most.',
    usedIn: inForms,
    schema: (field) =>
      listSchema(
        { ...field, max: rowLimits(field).max },
        objectSchema(field.fields ?? [], { strict: true }, valueSchemaOf),
      ),
    comparesAs: null,
    fromText: asText,
    control: () => repeatedRows(controlOf),
    needs: ['fields'],
    has: ['fields'],
    checkSettings: rowsLimitFault,
    declared: ({ fields = [] }) => fields.map((field) => ({ field, isEntry: false })),
    inside: ({ fields = [] }, value) => insideRows(fields, value),
    rowFields: ({ fields = [] }) => fields,
  },
  calculation: {
    about:
      'A number that the service works out from other answers, with its [`formula`](forms.md#calculations). It is not answered.',
    usedIn: inForms,
    schema: () => ({ type: 'number' }),
    comparesAs: 'number',
    fromText: asNumber,
    control: () => calculated,
    answeredBy: 'formula',
    needs: ['formula'],
    has: ['formula', 'decimals'],
    checkSettings: formulaFault,
  },
  headline: {
    about: 'A heading between the questions: its `label`, with `help` below. It has no value.',
    usedIn: inForms,
    schema: () => null,
    comparesAs: null,
    fromText: asText,
    control: () => headingText,
    answeredBy: 'nothing',
  },
  textblock: {
    about:
      'A text between the questions: its `help`, with `**bold**`, `*italic*`, `[links](https://example.com)`, lists of lines that begin with `- `, and empty lines between paragraphs. It has no value.',
    usedIn: inForms,
    schema: () => null,
    comparesAs: null,
    fromText: asText,
    control: () => paragraphText,
    answeredBy: 'nothing',
  },
} as const satisfies Record<string, FieldKind>;

/** The schema of a value; null for a field without one. */
export function valueSchemaOf(field: FieldDeclaration): JsonSchema | null {
  const schema = kindOf(field).schema(field);
  if (!field.required || schema?.type !== 'string') return schema;
  return { ...schema, allOf: [...((schema.allOf as JsonSchema[] | undefined) ?? []), { pattern: notBlank }] };
}

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

/** Whether its answer is a signature, which may be a typed name. */
export function isSigned(field: { type: string }): boolean {
  return findKind(field.type)?.isSigned === true;
}

export function isPriceField(field: { type: string }): boolean {
  return findKind(field.type)?.answeredBy === 'price';
}

/** Whether its answer agrees to something. */
export function isConsent(field: { type: string }): boolean {
  return findKind(field.type)?.isConsent === true;
}

/** Whether its answer says who is invoiced. */
export function isBilling(field: { type: string }): boolean {
  return findKind(field.type)?.isBilling === true;
}

/** The fields of each row, if its answer is a list of objects. */
export function rowFieldsOf(field: FieldDeclaration): readonly FieldDeclaration[] | null {
  return kindOf(field).rowFields?.(field) ?? null;
}

/** Whether a repeated group can have it: it is answered with one value, which does not stand for anything else. */
export function canBeInRows({ type }: { type: string }): boolean {
  const { usedIn, control, answeredBy = 'value', members, rowFields, isConsent } = kindOf({ type });
  if (!usedIn.includes('form') || answeredBy !== 'value' || members || rowFields || isConsent) return false;
  return !control?.({ name: 'any', type }).isHidden;
}

/** Whether the service works out its answer. */
export function isCalculated(field: { type: string }): boolean {
  return findKind(field.type)?.answeredBy === 'formula';
}

/** Whether submissions have an answer to it. */
export function isAnswered(field: { type: string }): boolean {
  return !['price', 'nothing'].includes(findKind(field.type)?.answeredBy ?? 'value');
}

/** The fields of a value that is one object: those of a group, or the parts of its kind. */
export function membersOf(field: FieldDeclaration): readonly FieldDeclaration[] {
  return kindOf(field).parts ?? field.fields ?? [];
}

/** How filters read its stored value: as a list if it is one of texts; null if they cannot. */
export function comparisonOf(field: FieldDeclaration): Scalar | 'list' | null {
  const { comparesAs, entryOf } = kindOf(field);
  const entry = entryOf?.(field) ?? null;
  if (entry === null) return comparesAs;
  return findKind(entry.type) && comparisonOf(entry) === 'text' ? 'list' : null;
}

/** How its values are ordered and compared for equality; null if they cannot be. */
export function scalarOf(field: FieldDeclaration): Scalar | null {
  const compared = comparisonOf(field);
  return compared === 'list' ? null : compared;
}

/** Whether its value is text, or a list of texts without a declaration. */
export function isTextField(field: FieldDeclaration): boolean {
  const { isText, entryOf } = kindOf(field);
  return isText === true && !entryOf?.(field);
}

/** Whether lists sort and search its values as people read them, without regard to case and accents. */
export function isFolded(field: FieldDeclaration): boolean {
  return kindOf(field).isText === true && scalarOf(field) !== null;
}

/** The JSON type of its value; undefined if it has no value, or one of any type. */
export function jsonTypeOf({ pattern: _, ...field }: FieldDeclaration): unknown {
  return kindOf(field).schema(field)?.type;
}
