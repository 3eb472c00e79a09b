// Formats the value of a field: of an item, or of an answer in a submission.

import type { FieldDeclaration } from '@frontdesk/client';
import { formatDay, formatNumber, formatTime } from './format.ts';

/** The value as text; '' if there is none. */
export function formatField(field: FieldDeclaration, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((entry) => optionLabel(field, entry)).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (field.type === 'date' && !Number.isNaN(Date.parse(text))) return formatDay(`${text}T12:00:00`);
  if (field.type === 'datetime' && !Number.isNaN(Date.parse(text))) return formatTime(text);
  return optionLabel(field, text);
}

function optionLabel({ options = [] }: FieldDeclaration, value: unknown): string {
  const option = options.find((option) => typeof option !== 'string' && option.value === value);
  return typeof option === 'object' ? option.label : String(value);
}
