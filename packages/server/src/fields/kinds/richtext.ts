import { type FieldKind, textBounds } from '../field.ts';

/** HTML, as written in the editor. */
export const richtext: FieldKind = {
  usedIn: ['content'],
  schema: (field) => ({ type: 'string', ...textBounds(field, 500_000) }),
  comparesAs: null,
  fromText: (text) => text,
  isText: true,
};
