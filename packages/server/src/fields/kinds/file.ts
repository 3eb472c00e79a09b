import type { FieldKind } from '../field.ts';

/** Uploaded files: the stored answer is their ids, put there by the upload, never by the client. */
export const file: FieldKind = {
  usedIn: ['form'],
  schema: (field) => ({
    type: 'array',
    items: { type: 'string' },
    maxItems: field.multiple ? (field.maxFiles ?? 10) : 1,
    ...(field.required ? { minItems: 1 } : {}),
  }),
  comparesAs: null,
  fromText: (text) => text,
  isText: false,
};
