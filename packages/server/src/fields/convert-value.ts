// A stored value as a value of a kind that was declared later, such as the text "10" as a number.

import { checkData } from './compile.ts';
import { type FieldDeclaration, withoutLimits } from './field.ts';
import { kindOf } from './field-kinds.ts';

/**
 * `fits`: it is a value of the kind. `converted`: it says the same as `value`; null for a blank text, which is no value.
 * `misfit`: it cannot be read as one. The limits of the declaration do not matter.
 */
export type Conversion = { is: 'fits' | 'misfit' } | { is: 'converted'; value: unknown };

export function convertValue(declared: FieldDeclaration, value: unknown): Conversion {
  const field = withoutLimits(declared);
  const { name } = field;
  const fits = (value: unknown) =>
    checkData({ fields: [field], strict: true, data: { [name]: value } }).faults.length === 0;
  if (fits(value)) return { is: 'fits' };
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (single !== null && typeof single === 'object') return { is: 'misfit' };
  const text = String(single).trim();
  if (text === '') return { is: 'converted', value: null };
  const read = [single, text, kindOf(field).fromText(text), [single]].find(fits);
  return read === undefined ? { is: 'misfit' } : { is: 'converted', value: read };
}
