// What every input of a custom field gets.

import type { FieldDeclaration } from '@frontdesk/client';
import type { ComponentType } from 'react';
import type { InputFault, Saving } from '../ui/saving.ts';

/** The inputs of values with several parts, or others inside them. */
export type NestedName = 'group' | 'rows' | 'blocks' | 'items' | 'files' | 'money' | 'place' | 'color';
type LineName = 'text' | 'email' | 'tel' | 'url' | 'day' | 'time' | 'clock' | 'decimal' | 'whole';
export type InputName =
  | NestedName
  | LineName
  | 'lines'
  | 'html'
  | 'json'
  | 'box'
  | 'choice'
  | 'choices'
  | 'entries'
  | 'media'
  | 'item';

/** The value of an input; null if nothing is selected. Groups have one for each of their fields, lists one for each entry. */
export type InputValue = string | boolean | null | InputValue[] | InputRecord;
export type InputRecord = { [name: string]: InputValue };

export type FieldSaving = Pick<Saving<never>, 'field' | 'faults' | 'forget'>;

export type FieldInputProps = {
  field: FieldDeclaration;
  value: InputValue;
  set(value: InputValue): void;
  /** Where the value is in the request. */
  pointer: string;
  saving: FieldSaving;
};

export type InputProps = FieldInputProps & {
  /** What every input shows: its label, description, mark and fault. */
  common: InputFault & { label: string; description: string | undefined; required: boolean };
  /** The input of a field inside this one. */
  Inner: ComponentType<FieldInputProps>;
};

export function isRecord(value: unknown): value is InputRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
