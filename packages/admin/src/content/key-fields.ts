// The fields of a type that a list of items shows.

import type { FieldDeclaration } from '@frontdesk/client';
import { isColumnIn } from '../fields/field-kinds.ts';
import { formatField } from '../fields/format-field.ts';

const maxLength = 60;

/** The fields that a table can show. */
export function columnFields(fields: FieldDeclaration[]): FieldDeclaration[] {
  return fields.filter((field) =>
    (['items', 'submissions', 'chosen'] as const).some((list) => isColumnIn(list, field)),
  );
}

/** The fields to show in a table unless others are chosen: at most two, required ones first. */
export function keyFields(fields: FieldDeclaration[]): FieldDeclaration[] {
  const shown = fields.filter((field) => isColumnIn('items', field));
  return [...shown.filter((field) => field.required), ...shown.filter((field) => !field.required)].slice(0, 2);
}

/** The value as text that fits in a table. */
export function formatCell(field: FieldDeclaration, value: unknown): string {
  const text = formatField(field, value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
