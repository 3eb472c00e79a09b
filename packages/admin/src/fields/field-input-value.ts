// Values of custom fields in the inputs of an editor.

import type { FieldDeclaration } from '@frontdesk/client';
import type { InputValue } from './conversions.ts';
import { kindOf } from './field-kinds.ts';

/** The value that an input shows for a stored value, or for `undefined` if there is none. */
export function toInputValue(field: FieldDeclaration, value: unknown): InputValue {
  return kindOf(field.type).conversion.toInput(value);
}

/** The value to send, or null if there is none. Throws a SyntaxError for invalid JSON. */
export function fromInputValue(field: FieldDeclaration, input: InputValue): unknown {
  if (input === null || input === '' || (Array.isArray(input) && input.length === 0)) return null;
  return kindOf(field.type).conversion.fromInput(input);
}
