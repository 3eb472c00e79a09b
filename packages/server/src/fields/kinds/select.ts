import { type FieldKind, optionValues } from '../field.ts';

/** One of the options. */
export const select: FieldKind = {
  usedIn: ['content', 'form'],
  schema: (field) => ({ type: 'string', enum: optionValues(field) }),
  comparesAs: 'text',
  fromText: (text) => text,
  isText: true,
};
