// The input of a custom field, by its kind.

import type { FieldDeclaration } from '@frontdesk/client';
import { formatMoney } from '../../ui/format.ts';
import { hasInner, inputOf, kindOf } from '../field-kinds.ts';
import type { FieldInputProps, InputValue } from '../input-props.ts';
import { inputs } from './inputs.tsx';

export function FieldInput({ field, value, set, pointer, saving }: FieldInputProps) {
  // A value that does not fit the field is shown as it is stored.
  const Input = hasInner(field) && typeof value === 'string' ? inputs.json : inputs[inputOf(field)];
  const common = {
    label: field.label || field.name,
    description: [field.help, boundsInWords(field)].filter(Boolean).join(' · ') || undefined,
    required: field.required === true,
    ...saving.field(pointer),
  };
  const change = (value: InputValue): void => {
    set(value);
    // Faults of what is inside are forgotten where it changes.
    saving.forget(pointer, { isExact: hasInner(field) });
  };
  const shown = { field, value, set: change, pointer, saving, common };
  return <Input {...shown} Inner={FieldInput} />;
}

function boundsInWords(field: FieldDeclaration): string {
  const { type, currency } = field;
  const { bounds } = kindOf(type);
  const isMoney = inputOf(field) === 'money';
  // In minor units, which say nothing without the currency.
  if (isMoney && currency === undefined) return '';
  const inWords = (bound: number | string | undefined) =>
    isMoney && typeof bound === 'number' ? formatMoney(bound, currency ?? '') : bound;
  const [min, max] = [inWords(field.min), inWords(field.max)];
  if (min === undefined && max === undefined) return '';
  const unit = bounds === 'characters' || bounds === 'entries' ? ` ${bounds}` : '';
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  return min !== undefined ? `At least ${min}${unit}` : `At most ${max}${unit}`;
}
