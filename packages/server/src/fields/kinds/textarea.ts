import { type FieldKind, textBounds } from '../field.ts';

export const textarea: FieldKind = {
  usedIn: ['content', 'form'],
  schema: (field) => ({ type: 'string', ...textBounds(field, 100_000) }),
  comparesAs: 'text',
  fromText: (text) => text,
  isText: true,
};
