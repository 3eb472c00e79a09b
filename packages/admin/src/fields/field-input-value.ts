// Converts values of custom fields for their inputs, and back.

import type { FieldDeclaration } from '@frontdesk/client';
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';
import { kindOf } from './field-kinds.ts';
import type { InputName, InputValue } from './inputs.tsx';

/** The value that an input shows for a stored value, or for `undefined` if there is none. */
export function toInputValue(field: FieldDeclaration, value: unknown): InputValue {
  return conversionOf(field).toInput(value);
}

/** The value to send, or null if there is none. Throws a SyntaxError for invalid JSON. */
export function fromInputValue(field: FieldDeclaration, input: InputValue): unknown {
  if (input === null || input === '' || (Array.isArray(input) && input.length === 0)) return null;
  return conversionOf(field).fromInput(input);
}

function conversionOf({ type }: FieldDeclaration): Conversion {
  return conversions[kindOf(type).input ?? 'text'];
}

type Conversion = {
  /** The value that the input shows. */
  toInput(value: unknown): InputValue;
  /** The value to send. Throws a SyntaxError if it is invalid. */
  fromInput(input: NonNullable<InputValue>): unknown;
};

const isNone = (value: unknown): value is null | undefined => value === undefined || value === null;
const same = (input: InputValue): unknown => input;

const asText: Conversion = {
  toInput: (value) => (isNone(value) ? '' : typeof value === 'string' ? value : JSON.stringify(value)),
  fromInput: same,
};

const asNumber: Conversion = {
  toInput: (value) => (typeof value === 'number' ? value : isNone(value) ? '' : String(value)),
  fromInput: same,
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
  fromInput: (input) => JSON.parse(String(input)),
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
  whole: asNumber,
  box: asBox,
  choice: asChoice,
  choices: asTexts,
  entries: asTexts,
  media: asChoice,
  item: asChoice,
};
