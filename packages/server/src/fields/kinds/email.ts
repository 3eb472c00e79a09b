import { type FieldKind, textBounds } from '../field.ts';

export const email: FieldKind = {
  usedIn: ['content', 'form'],
  schema: (field) => ({ type: 'string', format: 'email', ...textBounds(field, 254) }),
  comparesAs: 'text',
  fromText: (text) => text.trim(),
  isText: true,
};
