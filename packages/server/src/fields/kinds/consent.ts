import { asBoolean, type FieldKind } from '../field.ts';

/** A box that, where it is required, has to be ticked. */
export const consent: FieldKind = {
  usedIn: ['form'],
  schema: (field) => (field.required ? { type: 'boolean', const: true } : { type: 'boolean' }),
  comparesAs: 'boolean',
  fromText: asBoolean,
  isText: false,
};
