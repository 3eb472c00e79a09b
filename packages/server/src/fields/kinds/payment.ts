import type { FieldKind } from '../field.ts';

/** Asks for money. The price comes from the stored form, so it takes no answer. */
export const payment: FieldKind = {
  usedIn: ['form'],
  schema: () => null,
  comparesAs: null,
  fromText: (text) => text,
  isText: false,
};
