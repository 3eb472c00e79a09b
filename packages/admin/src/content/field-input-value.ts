// Values of custom fields as inputs hold them, and back.

import type { FieldDeclaration } from '@frontdesk/client';
import { fromLocalInput, toLocalInput } from './local-time.ts';

/** Text, a number, a tick, several texts; null where nothing is chosen. */
export type InputValue = string | number | boolean | string[] | null;

/** What the input of a field shows for a stored value; `undefined` stands for none. */
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

/** The value to send; null for none. Throws a SyntaxError for JSON that is none. */
export function fromInputValue(field: FieldDeclaration, input: InputValue): unknown {
  if (input === null || input === '' || (Array.isArray(input) && input.length === 0)) return null;
  if (field.type === 'json') return JSON.parse(String(input));
  if (field.type === 'datetime') return fromLocalInput(String(input));
  return input;
}
