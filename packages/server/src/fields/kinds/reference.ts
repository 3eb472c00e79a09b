import type { FieldKind } from '../field.ts';

/** The id of another item. */
export const reference: FieldKind = {
  usedIn: ['content'],
  schema: () => ({ type: 'string', pattern: '^item_[0-9a-z]+$' }),
  comparesAs: 'text',
  fromText: (text) => text,
  isText: false,
};
