import { type FieldKind, textBounds } from '../field.ts';

/** A web address. Other schemes (`javascript:`) would be a trap wherever it is shown as a link. */
export const url: FieldKind = {
  usedIn: ['content', 'form'],
  schema: (field) => ({
    type: 'string',
    format: 'uri',
    ...textBounds(field, 2048),
    allOf: [{ pattern: '^[hH][tT][tT][pP][sS]?://' }],
  }),
  comparesAs: 'text',
  fromText: (text) => text,
  isText: false,
};
