import { dateBounds, type FieldKind } from '../field.ts';

/** A moment: RFC 3339 date-time. */
export const datetime: FieldKind = {
  usedIn: ['content', 'form'],
  schema: (field) => ({ type: 'string', format: 'date-time', ...dateBounds(field) }),
  comparesAs: 'text',
  fromText: (text) => text,
  isText: false,
};
