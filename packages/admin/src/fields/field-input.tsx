// The input of a custom field, by its kind.

import type { FieldDeclaration } from '@frontdesk/client';
import type { InputFault } from '../ui/saving.ts';
import { inputOf, kindOf } from './field-kinds.ts';
import { type InputValue, inputs } from './inputs.tsx';

type FieldInputProps = {
  field: FieldDeclaration;
  value: InputValue;
  set(value: InputValue): void;
  /** From `saving.field`. */
  fault: InputFault;
};

export function FieldInput({ field, value, set, fault }: FieldInputProps) {
  const Input = inputs[inputOf(field)];
  const common = {
    label: field.label || field.name,
    description: [field.help, boundsInWords(field)].filter(Boolean).join(' · ') || undefined,
    required: field.required === true,
    ...fault,
  };
  return <Input field={field} value={value} set={set} common={common} />;
}

function boundsInWords({ type, min, max }: FieldDeclaration): string {
  if (min === undefined && max === undefined) return '';
  const { bounds } = kindOf(type);
  const unit = bounds === 'characters' || bounds === 'entries' ? ` ${bounds}` : '';
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  return min !== undefined ? `At least ${min}${unit}` : `At most ${max}${unit}`;
}
