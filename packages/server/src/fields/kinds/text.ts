import { type FieldKind, textBounds } from '../field.ts';

export const text: FieldKind = {
  usedIn: ['content', 'form'],
  schema: (field) => ({ type: 'string', ...textBounds(field, 10_000) }),
  comparesAs: 'text',
  fromText: (text) => text,
  isText: true,
};
