// JSON Schema validation with Ajv, and its errors as faults.

import { Ajv, type CodeOptions, type FormatDefinition, type Options, type SchemaValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { Fault, FaultCode } from './errors.ts';
import { languageExample, languageTag } from './language-tag.ts';
import { isMailAddress } from './mail-address.ts';
import { isCurrency } from './money.ts';
import { isBlank } from './typed-text.ts';
import { isUrl } from './web-url.ts';

// The package is CommonJS: its default export arrives as the module itself.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => Ajv;

const options: Options = {
  // All schemas are made by our code. Checking them takes each validator 15 ms, to compile the schema of schemas.
  meta: false,
  validateSchema: false,
  allErrors: true,
  discriminator: true,
  useDefaults: true,
  strict: false,
  strictNumbers: true,
  allowUnionTypes: true,
};

/** Matches a text that is not blank. */
export const notBlank = '\\S';

/** What cannot be seen does not count as a text either; the pattern says what validators of any language understand. */
export const nativeEngine = Object.assign(
  (pattern: string, flags = 'u') =>
    pattern === notBlank
      ? { test: (text: string) => !isBlank(text), toString: (): string => pattern }
      : new RegExp(pattern, flags),
  { code: 'nativeEngine' },
);

export const tooLargeToBeExact = 'is too large to be exact: use a number of at most 15 digits, or a field for text';

/** Whether a number may have lost digits: long whole ones do. From 1e21 on they have an exponent and are not expected to be exact. */
export function mayBeRounded(number: number): boolean {
  return Number.isInteger(number) && !Number.isSafeInteger(number) && Math.abs(number) < 1e21;
}

type RegExpEngine = NonNullable<CodeOptions['regExp']>;

/** For JSON bodies: values keep their type, and all faults are reported at once. Patterns may have an engine of their own. */
export function bodyValidator(regExp: RegExpEngine = nativeEngine): Ajv {
  return withFormats(new Ajv({ ...options, code: { regExp } }));
}

/** For queries, paths and headers: they are text, so numbers and booleans in them are converted. */
export function textValidator(): Ajv {
  return withFormats(new Ajv({ ...options, coerceTypes: true, code: { regExp: nativeEngine } }));
}

const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Texts with this keyword are composed (NFC) before anything reads them, so that they are found however they are written. */
export const composed = 'x-composed';

function withFormats(ajv: Ajv): Ajv {
  addFormats(ajv);
  ajv.addKeyword({ keyword: composed, type: 'string', schemaType: 'boolean', modifying: true, validate: compose });
  const time = ajv.formats['date-time'] as FormatDefinition<string> & { validate: (text: string) => boolean };
  // RFC 3339 has leap seconds and, in UTC, years above 9999. A stored time has neither.
  const validate = (text: string): boolean => time.validate(text) && Date.parse(text) <= lastTime;
  ajv.addFormat('time-local', {
    validate: (text: string) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text),
    compare: (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0),
  });
  ajv.addFormat('iri', isUrl);
  ajv.addFormat('idn-email', isMailAddress);
  ajv.addFormat('currency', isCurrency);
  ajv.addFormat('language', (text) => languageTag(text) !== null);
  return ajv.addFormat('date-time', { ...time, validate });
}

function compose(
  _isComposed: boolean,
  text: string,
  _schema?: unknown,
  place?: Parameters<SchemaValidateFunction>[3],
): boolean {
  if (place) place.parentData[place.parentDataProperty] = text.normalize('NFC');
  return true;
}

/** The parts of an Ajv error that are used here. */
export type SchemaError = {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
};

/** Converts Ajv errors to faults: one for each place. */
export function faultsOf(errors: readonly SchemaError[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    const pointer = pointerOf(error);
    const expected = error.keyword === 'anyOf' ? expectedBy(error, errors) : null;
    if (expected) {
      faults.set(pointer, { pointer, ...expected });
      continue;
    }
    // Each branch of an anyOf reports its own errors; only the fault of the whole helps the caller.
    if (!faults.has(pointer) || error.keyword === 'anyOf')
      faults.set(pointer, { pointer, code: codeOf(error), detail: detailOf(error) });
  }
  return [...faults.values()];
}

/** What an anyOf expects, if that is one of a list of values or null, or a text in one of some formats, and null perhaps. */
function expectedBy(
  { instancePath }: SchemaError,
  errors: readonly SchemaError[],
): Pick<Fault, 'code' | 'detail'> | null {
  const branches = errors.filter((error) => error.instancePath === instancePath && error.keyword !== 'anyOf');
  const isNull = ({ keyword, params }: SchemaError) => keyword === 'type' && params.type === 'null';
  const others = branches.filter((branch) => !isNull(branch));
  const orNull = branches.some(isNull) ? ' or null' : '';
  const [first] = others;
  if (!first) return null;
  if (others.length === 1 && first.keyword === 'enum' && orNull)
    return { code: codeOf(first), detail: `${detailOf(first)}${orNull}` };
  if (!others.every(({ keyword }) => keyword === 'format')) return null;
  const formats = others.map(({ params }) => nameOfFormat(params.format)).join(' or ');
  return { code: 'format', detail: `must be ${formats}${orNull}` };
}

/** A member of a JSON pointer (RFC 6901). */
export function escapePointer(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1');
}

function pointerOf({ keyword, instancePath, params }: SchemaError): string {
  const member =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : keyword === 'discriminator'
          ? params.tag
          : undefined;
  return member === undefined ? instancePath : `${instancePath}/${escapePointer(String(member))}`;
}

/** Keywords whose rule has their name, and those whose rule has another one. */
const codes: Record<string, FaultCode> = {
  additionalProperties: 'unknown',
  const: 'not_allowed',
  discriminator: 'not_allowed',
  enum: 'not_allowed',
  format: 'format',
  formatMaximum: 'format_maximum',
  formatMinimum: 'format_minimum',
  maximum: 'maximum',
  maxItems: 'max_items',
  maxLength: 'max_length',
  maxProperties: 'max_properties',
  minimum: 'minimum',
  minItems: 'min_items',
  minLength: 'min_length',
  minProperties: 'min_properties',
  multipleOf: 'multiple_of',
  not: 'not',
  oneOf: 'one_of',
  pattern: 'pattern',
  repeated: 'wrong_type',
  required: 'required',
  type: 'wrong_type',
  uniqueItems: 'unique_items',
};

function codeOf({ keyword }: SchemaError): FaultCode {
  return codes[keyword] ?? 'invalid';
}

function detailOf({ keyword, params }: SchemaError): string {
  return details[keyword]?.(params) ?? 'is invalid';
}

/** What is expected, in words that follow the field's name. Ajv's own messages are not for people. */
const details: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known field',
  repeated: () => 'must be given only once',
  type: ({ type }) => `must be ${[type].flat().map(nameOfType).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${listValues(allowedValues as unknown[])}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  discriminator: ({ tag }) => `is not a known ${tag}`,
  anyOf: () => 'does not match any accepted type',
  format: ({ format }) => `must be ${nameOfFormat(format)}`,
  pattern: ({ pattern }) => patternNames[String(pattern)] ?? `must match the pattern ${pattern}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} ${limit === 1 ? 'character' : 'characters'}`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} items`),
  maxItems: ({ limit }) => `must have at most ${limit} ${limit === 1 ? 'item' : 'items'}`,
  uniqueItems: () => 'must not contain duplicates',
  minProperties: () => 'must not be empty',
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  formatMinimum: ({ limit }) => `must not be before ${limit}`,
  formatMaximum: ({ limit }) => `must not be after ${limit}`,
};

/** What patterns of the API expect, in words. */
const patternNames: Record<string, string> = {
  [notBlank]: 'must not be blank',
  '^(?!\\.{1,2}$)': 'must not be . or .., which addresses leave out',
  '^(latest|\\d{1,15})$': 'must be latest, or the cursor of an event',
  '^[a-z][a-z0-9_-]{0,49}$': 'must be 1 to 50 small letters, digits, hyphens or underscores, and begin with a letter',
  '^[A-Za-z_][A-Za-z0-9_-]{0,63}$':
    'must be 1 to 64 letters, digits, hyphens or underscores, and begin with a letter or an underscore',
  '^[A-Za-z0-9_-]{8,64}$': 'must be 8 to 64 letters, digits, hyphens or underscores',
  '^(admin|(content|forms|payments|crm):(read|write)|(content|forms):(read|write):[^:\\s]{1,200})$':
    'must be a scope, such as content:read, or content:read:product for one content type',
  '^$|^[^/\\s\\x00-\\x1f][^/\\x00-\\x1f]*(/[^/\\s\\x00-\\x1f][^/\\x00-\\x1f]*)*$':
    'must be names joined by single slashes, such as Products/2027, without spaces before a name',
  '^[^,\\x00-\\x1f]*[^,\\s\\x00-\\x1f][^,\\x00-\\x1f]*$':
    'must not be blank, and must not contain commas and line breaks',
  '^[a-z]{3}$': 'must be an ISO 4217 currency code in lower case, such as eur',
  '^[a-z]{2}$': 'must be an ISO 3166 country code in lower case, such as de',
  '^(100(\\.0{1,4})?|\\d{1,2}(\\.\\d{1,4})?)$':
    'must be a percentage from 0 to 100 with at most four decimals, such as 12.5',
  '^(?=.*[1-9])\\d{1,9}(\\.\\d{1,6})?$': 'must be more than 0, with at most nine digits and six decimals, such as 1.5',
};

const maxListed = 50;

/** Some options have thousands of values; each fault would name them all. */
function listValues(values: unknown[]): string {
  return values.length > maxListed
    ? `${values.length} values, such as ${values.slice(0, 3).map(String).join(', ')}`
    : values.map(String).join(', ');
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function nameOfType(type: unknown): string {
  return typeNames[String(type)] ?? String(type);
}

function nameOfFormat(format: unknown): string {
  return formatNames[String(format)] ?? `a valid ${format}`;
}

const formatNames: Record<string, string> = {
  'idn-email': 'an email address such as name@example.com',
  iri: 'a URL such as https://example.com',
  date: 'a date such as 2027-02-19',
  'date-time': 'a date and time such as 2027-02-19T09:30:00Z',
  'time-local': 'a time such as 14:30',
  currency: 'an ISO 4217 currency code in lower case, such as eur',
  language: languageExample,
};

// Whether a value is an object with members.

/** False for null and for lists, which are objects to JavaScript. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
