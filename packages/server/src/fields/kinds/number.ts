import { asNumber, type FieldKind, numberBounds } from '../field.ts';

export const number: FieldKind = {
  usedIn: ['content', 'form'],
  schema: (field) => ({ type: 'number', ...numberBounds(field) }),
  comparesAs: 'number',
  fromText: asNumber,
  isText: false,
};
