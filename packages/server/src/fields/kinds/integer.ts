import { asNumber, type FieldKind, numberBounds } from '../field.ts';

export const integer: FieldKind = {
  usedIn: ['content', 'form'],
  // Beyond 2^53 a JSON number no longer says which integer it is.
  schema: (field) => ({
    type: 'integer',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    ...numberBounds(field),
  }),
  comparesAs: 'number',
  fromText: asNumber,
  isText: false,
};
