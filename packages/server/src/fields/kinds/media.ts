import type { FieldKind } from '../field.ts';

/** The id of a media record. */
export const media: FieldKind = {
  usedIn: ['content'],
  schema: () => ({ type: 'string', pattern: '^med_[0-9a-z]+$' }),
  comparesAs: 'text',
  fromText: (text) => text,
  isText: false,
};
