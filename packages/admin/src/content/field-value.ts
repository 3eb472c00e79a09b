// Formats values of custom fields for tables.

import type { FieldDeclaration } from '@frontdesk/client';
import { formatDay, formatNumber, formatTime } from '../ui/format.ts';

/** Kinds whose values fit in a table. */
const shownKinds = ['number', 'integer', 'select', 'radio', 'date', 'datetime', 'boolean', 'text'];

/** The fields to show in a table: at most two, required ones first. */
export function keyFields(fields: FieldDeclaration[]): FieldDeclaration[] {
  const shown = fields.filter((field) => shownKinds.includes(field.type));
  return [...shown.filter((field) => field.required), ...shown.filter((field) => !field.required)].slice(0, 2);
}

export function isNumeric(field: FieldDeclaration): boolean {
  return field.type === 'number' || field.type === 'integer';
}

/** The value as text; '' if there is none. */
export function fieldText(field: FieldDeclaration, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field.type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(`${value}T00:00`);
  if (field.type === 'datetime' && !Number.isNaN(Date.parse(value))) return formatTime(value);
  const option = field.options?.find((option) => typeof option !== 'string' && option.value === value);
  const text = typeof option === 'object' ? option.label : value;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
