import { asBoolean, type FieldKind } from '../field.ts';

export const boolean: FieldKind = {
  usedIn: ['content', 'form'],
  schema: () => ({ type: 'boolean' }),
  comparesAs: 'boolean',
  fromText: asBoolean,
  isText: false,
};
