import type { FieldKind } from '../field.ts';

/** A telephone number as people write it. */
export const phone: FieldKind = {
  usedIn: ['content', 'form'],
  schema: () => ({ type: 'string', pattern: '^\\+?[0-9 ()./-]{3,40}$' }),
  comparesAs: 'text',
  fromText: (text) => text.trim(),
  isText: true,
};
