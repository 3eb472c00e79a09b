import type { FieldKind } from '../field.ts';

/** Several texts. */
export const list: FieldKind = {
  usedIn: ['content'],
  schema: (field) => ({
    type: 'array',
    items: { type: 'string', maxLength: 10_000 },
    ...(typeof field.min === 'number' ? { minItems: field.min } : {}),
    maxItems: typeof field.max === 'number' ? field.max : 1000,
  }),
  comparesAs: 'list',
  fromText: (text) => [text],
  isText: true,
};
