// Converts values of custom fields for their inputs, and back.

import type { FieldDeclaration } from '@frontdesk/client';
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';
import { parseNumber, writeNumber } from '../ui/number-text.ts';
import { inputOf } from './field-kinds.ts';
import { isPrice } from './format-field.ts';
import type { InputName, InputValue } from './inputs.tsx';

/** The value that an input shows for a stored value, or for `undefined` if there is none. */
export function toInputValue(field: FieldDeclaration, value: unknown): InputValue {
  return conversionOf(field).toInput(value, field);
}

/** The value to send, or null if there is none. Throws a SyntaxError that says what to enter. */
export function fromInputValue(field: FieldDeclaration, input: InputValue): unknown {
  if (input === null || input === '' || (Array.isArray(input) && input.length === 0)) return null;
  return conversionOf(field).fromInput(input);
}

function conversionOf(field: FieldDeclaration): Conversion {
  return conversions[inputOf(field)];
}

type Conversion = {
  /** The value that the input shows. */
  toInput(value: unknown, field: FieldDeclaration): InputValue;
  /** The value to send. Throws a SyntaxError that says what to enter. */
  fromInput(input: NonNullable<InputValue>): unknown;
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
};
