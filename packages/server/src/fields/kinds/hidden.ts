import { type FieldKind, textBounds } from '../field.ts';

/** A value that the page sends along. */
export const hidden: FieldKind = {
  usedIn: ['form'],
  schema: (field) => ({ type: 'string', ...textBounds(field, 2000) }),
  comparesAs: 'text',
  fromText: (text) => text,
  isText: false,
};
