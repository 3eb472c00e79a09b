// Converts values of custom fields for inputs, and back.

import type { FieldDeclaration } from '@frontdesk/client';
import { fromLocalInput, toLocalInput } from './local-time.ts';

/** The value of an input; null if nothing is selected. */
export type InputValue = string | number | boolean | string[] | null;

/** The value that an input shows for a stored value, or for `undefined` if there is none. */
export function toInputValue(field: FieldDeclaration, value: unknown): InputValue {
  const isNone = value === undefined || value === null;
  switch (field.type) {
    case 'boolean':
      return value === true;
    case 'number':
    case 'integer':
      return typeof value === 'number' ? value : isNone ? '' : String(value);
    case 'select':
    case 'radio':
    case 'media':
    case 'reference':
      return isNone ? null : String(value);
    case 'multiselect':
    case 'list':
      return Array.isArray(value) ? value.map(String) : isNone ? [] : [String(value)];
    case 'datetime':
      return typeof value === 'string' ? toLocalInput(value) : '';
    case 'json':
      return isNone ? '' : JSON.stringify(value, null, 2);
    default:
      return isNone ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  }
}

/** The value to send, or null if there is none. Throws a SyntaxError for invalid JSON. */
export function fromInputValue(field: FieldDeclaration, input: InputValue): unknown {
  if (input === null || input === '' || (Array.isArray(input) && input.length === 0)) return null;
  if (field.type === 'json') return JSON.parse(String(input));
  if (field.type === 'datetime') return fromLocalInput(String(input));
  return input;
}
