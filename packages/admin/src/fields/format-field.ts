// Formats the value of a field: of an item, or of an answer in a submission.

import type { FieldDeclaration } from '@frontdesk/client';
import { formatNumber, formatPrice, humanize } from '../ui/format.ts';
import { kindOf } from './field-kinds.ts';

/** The value as text; '' if there is none. */
export function formatField(field: FieldDeclaration, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((entry) => optionLabel(field, entry)).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return isPrice(field) ? formatPrice(value) : formatNumber(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  const { formatTime } = kindOf(field.type);
  return formatTime && !Number.isNaN(Date.parse(text)) ? formatTime(text) : optionLabel(field, text);
}

/** Whether a field of decimals holds prices, according to its name: they keep their cents, as in 24.50. */
export function isPrice({ name, type }: FieldDeclaration): boolean {
  const isDecimal = kindOf(type).input === 'decimal';
  return isDecimal && /\b(price|cost|fee|rate|amount|deposit|total)s?\b/i.test(humanize(name));
}

function optionLabel({ options = [] }: FieldDeclaration, value: unknown): string {
  const option = options.find((option) => typeof option !== 'string' && option.value === value);
  return typeof option === 'object' ? option.label : String(value);
}
