// Converts stored values for inputs, and back.

import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';

/** The value of an input; null if nothing is selected. */
export type InputValue = string | number | boolean | string[] | null;

export type Conversion = {
  /** The value that the input shows. */
  toInput(value: unknown): InputValue;
  /** The value to send. Throws a SyntaxError if it is invalid. */
  fromInput(input: NonNullable<InputValue>): unknown;
};

const isNone = (value: unknown): value is null | undefined => value === undefined || value === null;
const same = (input: InputValue): unknown => input;

export const asText: Conversion = {
  toInput: (value) => (isNone(value) ? '' : typeof value === 'string' ? value : JSON.stringify(value)),
  fromInput: same,
};

export const asNumber: Conversion = {
  toInput: (value) => (typeof value === 'number' ? value : isNone(value) ? '' : String(value)),
  fromInput: same,
};

export const asBox: Conversion = { toInput: (value) => value === true, fromInput: same };

export const asChoice: Conversion = { toInput: (value) => (isNone(value) ? null : String(value)), fromInput: same };

export const asTexts: Conversion = {
  toInput: (value) => (Array.isArray(value) ? value.map(String) : isNone(value) ? [] : [String(value)]),
  fromInput: same,
};

export const asTime: Conversion = {
  toInput: (value) => (typeof value === 'string' ? toLocalInput(value) : ''),
  fromInput: (input) => fromLocalInput(String(input)),
};

export const asJson: Conversion = {
  toInput: (value) => (isNone(value) ? '' : JSON.stringify(value, null, 2)),
  fromInput: (input) => JSON.parse(String(input)),
};
