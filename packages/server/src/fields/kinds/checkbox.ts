import { asBoolean, type FieldKind } from '../field.ts';
import { multiselect } from './multiselect.ts';

/** One box, or with options a group of them. */
export const checkbox: FieldKind = {
  usedIn: ['form'],
  schema: (field) =>
    field.options ? multiselect.schema(field) : { type: 'boolean', ...(field.required ? { const: true } : {}) },
  comparesAs: null,
  fromText: asBoolean,
  isText: false,
};
