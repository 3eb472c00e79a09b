// The fields of a type that a list of items shows.

import type { FieldDeclaration } from '@frontdesk/client';
import { formatField } from '../ui/format-field.ts';

/** Kinds whose values fit in a table. */
const shownKinds = ['number', 'integer', 'select', 'radio', 'date', 'datetime', 'boolean', 'text'];
const maxLength = 60;

/** The fields to show in a table: at most two, required ones first. */
export function keyFields(fields: FieldDeclaration[]): FieldDeclaration[] {
  const shown = fields.filter((field) => shownKinds.includes(field.type));
  return [...shown.filter((field) => field.required), ...shown.filter((field) => !field.required)].slice(0, 2);
}

export function isNumeric(field: FieldDeclaration): boolean {
  return field.type === 'number' || field.type === 'integer';
}

/** The value as text that fits in a table. */
export function formatCell(field: FieldDeclaration, value: unknown): string {
  const text = formatField(field, value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
