import { type FieldKind, optionValues } from '../field.ts';

/** Any of the options. */
export const multiselect: FieldKind = {
  usedIn: ['content', 'form'],
  schema: (field) => ({
    type: 'array',
    items: { type: 'string', enum: optionValues(field) },
    uniqueItems: true,
    ...(field.required ? { minItems: 1 } : {}),
  }),
  comparesAs: 'list',
  fromText: (text) => [text],
  isText: true,
};
