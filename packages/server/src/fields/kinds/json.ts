import type { FieldKind } from '../field.ts';

/** Anything JSON can say. */
export const json: FieldKind = {
  usedIn: ['content'],
  schema: () => ({}),
  comparesAs: null,
  fromText: (text) => text,
  isText: false,
};
