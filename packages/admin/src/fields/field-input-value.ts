// Converts values of custom fields for their inputs, and back.

import type { Fault, FieldDeclaration } from '@frontdesk/client';
import { amountHint, readOrFault } from '../ui/input-error.ts';
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';
import { editableMoney, parseMoney } from '../ui/money-text.ts';
import { parseNumber, writeNumber } from '../ui/number-text.ts';
import { hasInner, inputOf } from './field-kinds.ts';
import { isPrice } from './format-field.ts';
import { blockOf, entryOf } from './inner-fields.ts';
import { type InputName, type InputRecord, type InputValue, isRecord } from './input-props.ts';

/** The value that an input shows for a stored value, or for `undefined` if there is none. */
export function toInputValue(field: FieldDeclaration, value: unknown): InputValue {
  return conversions[inputOf(field)].toInput(value, field);
}

/** What the input of a field without a value shows first: its default, and in a group those of the fields in it. */
export function firstInputValue(field: FieldDeclaration, isNeeded = field.required === true): InputValue {
  if (field.default !== undefined || !isNeeded || inputOf(field) !== 'group') return toInputValue(field, field.default);
  return firstRecord(field.fields);
}

/** The same of all these fields. */
export function firstRecord(fields: readonly FieldDeclaration[] = []): InputRecord {
  return Object.fromEntries(fields.map((field) => [field.name, firstInputValue(field)]));
}

/** The value to send, or null if there is none. What cannot be sent becomes a fault at the pointer of its own input. */
export function fromInputValue(field: FieldDeclaration, input: InputValue, pointer: string, faults: Fault[]): unknown {
  if (input === null || input === '' || (Array.isArray(input) && input.length === 0)) return null;
  const { fromInput } = hasInner(field) && typeof input === 'string' ? asJson : conversions[inputOf(field)];
  return readOrFault(pointer, faults, () => fromInput(input, field, { pointer, faults })) ?? null;
}

/** Where faults are found. */
type Place = { pointer: string; faults: Fault[] };

type Conversion = {
  /** The value that the input shows. */
  toInput(value: unknown, field: FieldDeclaration): InputValue;
  /** The value to send. Throws a SyntaxError that says what to enter. */
  fromInput(input: NonNullable<InputValue>, field: FieldDeclaration, place: Place): unknown;
};

const isNone = (value: unknown): value is null | undefined => value === undefined || value === null;
const same = (input: InputValue): unknown => input;

const asText: Conversion = {
  toInput: (value) => (isNone(value) ? '' : typeof value === 'string' ? value : JSON.stringify(value)),
  fromInput: same,
};

const asNumber: Conversion = {
  toInput: (value, field) =>
    typeof value === 'number' ? writeNumber(value, { hasCents: isPrice(field) }) : isNone(value) ? '' : String(value),
  fromInput: (input) => parseNumber(String(input)),
};

const asWholeNumber: Conversion = {
  toInput: asNumber.toInput,
  fromInput: (input) => parseNumber(String(input), { isWhole: true }),
};

const asBox: Conversion = { toInput: (value) => value === true, fromInput: same };

const asChoice: Conversion = { toInput: (value) => (isNone(value) ? null : String(value)), fromInput: same };

const asTexts: Conversion = {
  toInput: (value) => (Array.isArray(value) ? value.map(String) : isNone(value) ? [] : [String(value)]),
  fromInput: same,
};

const asTime: Conversion = {
  toInput: (value) => (typeof value === 'string' ? toLocalInput(value) : ''),
  fromInput: (input) => fromLocalInput(String(input)),
};

const asJson: Conversion = {
  toInput: (value) => (isNone(value) ? '' : JSON.stringify(value, null, 2)),
  fromInput: (input) => {
    try {
      return JSON.parse(String(input));
    } catch {
      throw new SyntaxError('Enter valid JSON');
    }
  },
};

const asMoney: Conversion = {
  toInput: (value, field) => {
    if (isNone(value)) return { amount: '', currency: field.currency ?? '' };
    const { amount, currency } = value as { amount?: unknown; currency?: unknown };
    if (!Number.isSafeInteger(amount) || typeof currency !== 'string') return asJson.toInput(value, field);
    const text = editableMoney(Math.abs(amount as number), currency);
    return { amount: (amount as number) < 0 ? `-${text}` : text, currency };
  },
  fromInput: (input, _field, { pointer, faults }) => {
    const { amount = '', currency = '' } = input as Record<string, string>;
    if (amount.trim() === '') return null;
    if (currency === '')
      return readOrFault(`${pointer}/currency`, faults, () => fail<number>('Select the currency of the amount'));
    const [, minus, digits = ''] = /^\s*([-−]?)(.*)$/s.exec(amount) ?? [];
    const minor = readOrFault(
      `${pointer}/amount`,
      faults,
      () => parseMoney(digits, currency) ?? fail<number>(amountHint(currency)),
    );
    return minor === undefined ? null : { amount: minus ? 0 - minor : minor, currency };
  },
};

const asPlace: Conversion = {
  toInput: (value, field) => {
    if (isNone(value)) return { lat: '', lng: '' };
    const { lat, lng } = value as { lat?: unknown; lng?: unknown };
    if (typeof lat !== 'number' || typeof lng !== 'number') return asJson.toInput(value, field);
    return { lat: writeNumber(lat), lng: writeNumber(lng) };
  },
  fromInput: (input, _field, { pointer, faults }) => {
    const { lat = '', lng = '' } = input as Record<string, string>;
    if (lat.trim() === '' && lng.trim() === '') return null;
    const read = (name: string, text: string, max: number): number | undefined =>
      readOrFault(`${pointer}/${name}`, faults, () => readDegrees(text, max));
    return { lat: read('lat', lat, 90), lng: read('lng', lng, 180) };
  },
};

function readDegrees(text: string, max: number): number {
  const degrees = parseNumber(text);
  return Math.abs(degrees) <= max ? degrees : fail<number>(`Enter degrees from -${max} to ${max}`);
}

const asGroup: Conversion = {
  toInput: (value, { fields = [], ...field }) => {
    if (!isNone(value) && !isRecord(value)) return asJson.toInput(value, field);
    return Object.fromEntries(fields.map((field) => [field.name, toInputValue(field, value?.[field.name])]));
  },
  fromInput: (input, { fields = [], required }, place) => {
    const values = recordFrom(fields, input as InputRecord, place);
    const isEmpty = Object.values(values).every((value) => value === null || value === false);
    return isEmpty && required !== true ? null : values;
  },
};

/** What is empty is left out; what has a default is sent as null, because the server would fill it in again. */
function recordFrom(fields: readonly FieldDeclaration[], input: InputRecord, { pointer, faults }: Place) {
  const entries = fields.map((field): [string, unknown] => [
    field.name,
    fromInputValue(field, input[field.name] ?? null, `${pointer}/${field.name}`, faults),
  ]);
  const hasDefault = new Set(fields.filter(({ default: first }) => first !== undefined).map(({ name }) => name));
  return Object.fromEntries(entries.filter(([name, value]) => value !== null || hasDefault.has(name)));
}

const asRows: Conversion = {
  toInput: (value, field) => {
    if (isNone(value)) return [];
    if (!Array.isArray(value)) return asJson.toInput(value, field);
    return value.map((entry) => toInputValue(entryOf(field), entry));
  },
  fromInput: (input, field, { pointer, faults }) => {
    // An empty group is an entry as well; the server says what it misses.
    const entry = { ...entryOf(field), required: true };
    return (input as InputValue[]).map((value, index) => {
      const at = `${pointer}/${index}`;
      const before = faults.length;
      const read = fromInputValue(entry, value, at, faults);
      if (read === null && faults.length === before)
        faults.push({ pointer: at, code: 'invalid', detail: 'Enter a value, or remove the row' });
      return read;
    });
  },
};

const asBlocks: Conversion = {
  toInput: (value, field) => {
    if (isNone(value)) return [];
    if (!Array.isArray(value)) return asJson.toInput(value, field);
    return value.map((row) => {
      const block = blockOf(field, row);
      if (!block) return JSON.stringify(row, null, 2);
      return { type: block.name, ...(asGroup.toInput(row, { ...field, ...block }) as InputRecord) };
    });
  },
  fromInput: (input, field, { pointer, faults }) =>
    (input as InputValue[]).map((row, index) => {
      const at = `${pointer}/${index}`;
      const block = blockOf(field, row);
      if (!block || !isRecord(row)) return readOrFault(at, faults, () => asJson.fromInput(row ?? '', field, place(at)));
      return { type: block.name, ...recordFrom(block.fields, row, place(at)) };
      function place(pointer: string): Place {
        return { pointer, faults };
      }
    }),
};

function fail<T>(message: string): T {
  throw new SyntaxError(message);
}

const conversions: Record<InputName, Conversion> = {
  text: asText,
  email: asText,
  tel: asText,
  url: asText,
  day: asText,
  time: asTime,
  lines: asText,
  html: asText,
  json: asJson,
  decimal: asNumber,
  whole: asWholeNumber,
  box: asBox,
  choice: asChoice,
  choices: asTexts,
  entries: asTexts,
  media: asChoice,
  item: asChoice,
  group: asGroup,
  rows: asRows,
  blocks: asBlocks,
  items: asTexts,
  files: asTexts,
  money: asMoney,
  place: asPlace,
  color: asText,
  clock: asText,
};
