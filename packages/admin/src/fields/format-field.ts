// Formats the value of a field: of an item, or of an answer in a submission.

import type { FieldDeclaration } from '@frontdesk/client';
import { formatCount, formatMoney, formatNumber, formatPrice, humanize } from '../ui/format.ts';
import { inputOf, kindOf } from './field-kinds.ts';
import { firstText } from './inner-fields.ts';
import type { InputName } from './input-props.ts';

/** The value as text; '' if there is none. */
export function formatField(field: FieldDeclaration, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return formatList(field, value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return isPrice(field) ? formatPrice(value) : formatNumber(value);
  if (typeof value === 'object') return formatObject(field, value);
  const text = String(value);
  const { formatTime } = kindOf(field.type);
  return formatTime && !Number.isNaN(Date.parse(text)) ? formatTime(text) : optionLabel(field, text);
}

const countedAs: Partial<Record<InputName, string>> = { rows: 'row', blocks: 'block', items: 'item', files: 'file' };

/** "3 rows"; the entries themselves where they are short. */
function formatList(field: FieldDeclaration, list: unknown[]): string {
  if (field.fields && !inputOfGroup(field)) return list.map((row) => formatRow(field.fields ?? [], row)).join('\n');
  const counted = countedAs[inputOf(field)];
  if (counted) return list.length === 0 ? '' : formatCount(list.length, counted);
  return list.map((entry) => optionLabel(field, entry)).join(', ');
}

/** Whether an input of the admin shows its rows. */
function inputOfGroup(field: FieldDeclaration): boolean {
  return kindOf(field.type).input !== undefined;
}

/** "Name: Ada; Meal: veg", a row of a repeated group. */
function formatRow(fields: readonly FieldDeclaration[], row: unknown): string {
  const values = Object(row) as Record<string, unknown>;
  const parts = fields.map((field) => {
    const text = Object.hasOwn(values, field.name) ? formatField(field, values[field.name]) : '';
    return text === '' ? '' : `${field.label ?? field.name}: ${text}`;
  });
  return parts.filter((part) => part !== '').join('; ');
}

function formatObject(field: FieldDeclaration, value: object): string {
  const { amount, currency, lat, lng } = value as Record<string, unknown>;
  const { write } = kindOf(field.type);
  if (write) return write(value as Record<string, string>);
  if (field.rows) return formatRows(field, field.rows, value as Record<string, unknown>);
  const input = inputOf(field);
  if (input === 'money' && typeof amount === 'number' && typeof currency === 'string')
    return formatMoney(amount, currency);
  if (input === 'place' && typeof lat === 'number' && typeof lng === 'number')
    return `${formatNumber(lat)}, ${formatNumber(lng)}`;
  return input === 'group' ? firstText(field, value) : JSON.stringify(value);
}

/** "Food: good", one line for each row that has an answer. */
function formatRows(
  field: FieldDeclaration,
  rows: NonNullable<FieldDeclaration['rows']>,
  value: Record<string, unknown>,
) {
  const lines = rows.map((row) => {
    const { value: name, label } = typeof row === 'string' ? { value: row, label: row } : row;
    const answers = [Object.hasOwn(value, name) ? value[name] : []].flat();
    return answers.length === 0 ? '' : `${label}: ${answers.map((answer) => optionLabel(field, answer)).join(', ')}`;
  });
  return lines.filter((line) => line !== '').join('\n');
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
