import { dateBounds, type FieldKind } from '../field.ts';

/** A day: RFC 3339 full-date, `2026-11-20`. */
export const date: FieldKind = {
  usedIn: ['content', 'form'],
  schema: (field) => ({ type: 'string', format: 'date', ...dateBounds(field) }),
  comparesAs: 'text',
  fromText: (text) => text,
  isText: false,
};
