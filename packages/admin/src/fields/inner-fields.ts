// What is declared inside a field, and how the places of its values are called.

import type { FieldDeclaration } from '@frontdesk/client';
import { inputOf } from './field-kinds.ts';
import { isRecord } from './input-props.ts';

/** The field of each entry of a list. */
export function entryOf({ name, of }: FieldDeclaration): FieldDeclaration {
  return { type: 'text', ...of, name } as FieldDeclaration;
}

type Block = NonNullable<FieldDeclaration['blocks']>[number];

/** The declared block that a value is; undefined if it is none of them. */
export function blockOf({ blocks = [] }: FieldDeclaration, value: unknown): Block | undefined {
  return isRecord(value) ? blocks.find(({ name }) => name === value.type) : undefined;
}

/** The label of a place such as `rows/2/price`: "Rows, 3, Price". */
export function labelOfPlace(fields: readonly FieldDeclaration[], path: readonly string[], value: unknown): string[] {
  const [name = '', ...rest] = path;
  const field = fields.find((field) => field.name === name);
  if (!field) return path.length === 0 ? [] : [path.join(', ')];
  return [field.label || field.name, ...labelInside(field, rest, isRecord(value) ? value[name] : undefined)];
}

function labelInside(field: FieldDeclaration, path: readonly string[], value: unknown): string[] {
  const input = inputOf(field);
  if (input === 'group') return labelOfPlace(field.fields ?? [], path, value);
  const [index, ...rest] = path;
  if (index === undefined) return [];
  const entry = Array.isArray(value) ? value[Number(index)] : undefined;
  if (input === 'rows') return [`${Number(index) + 1}`, ...labelInside(entryOf(field), rest, entry)];
  if (input === 'blocks')
    return [`${Number(index) + 1}`, ...labelOfPlace(blockOf(field, entry)?.fields ?? [], rest, entry)];
  return [/^\d+$/.test(index) ? `${Number(index) + 1}` : index];
}

/** The first text in the value of an input, by which people know it again; '' if it has none. */
export function firstText(field: FieldDeclaration, value: unknown): string {
  const input = inputOf(field);
  if (isRecord(value)) {
    const fields = input === 'blocks' ? (blockOf(field, value)?.fields ?? []) : (field.fields ?? []);
    for (const inner of fields) {
      const text = firstText(inner, value[inner.name]);
      if (text !== '') return text;
    }
    return input === 'money' && value.amount ? `${value.amount} ${`${value.currency}`.toUpperCase()}` : '';
  }
  if (typeof value !== 'string' || !named.has(input)) return '';
  const text = input === 'html' ? value.replaceAll(/<[^>]*>/g, ' ') : value;
  const label = (field.options ?? []).find((option) => typeof option === 'object' && option.value === value);
  const shown = (typeof label === 'object' ? label.label : text).replaceAll(/\s+/g, ' ').trim();
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}

/** Inputs whose value says something to people. */
const named = new Set<string>([
  ...['text', 'email', 'tel', 'url', 'lines', 'html', 'choice'],
  ...['decimal', 'whole', 'day', 'clock', 'color'],
]);
