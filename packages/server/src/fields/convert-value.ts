// A stored value as a value of a kind that was declared later, such as the text "10" as a number.

import { escapeHtml } from '../lib/html.ts';
import { readHtmlText } from '../lib/html-text.ts';
import { isBlank } from '../lib/typed-text.ts';
import { checkData } from './compile.ts';
import { type FieldDeclaration, withoutLimits } from './field.ts';
import { kindOf } from './field-kinds.ts';
import { isExact } from './readings.ts';

/**
 * `fits`: it is a value of the kind. `converted`: it says the same as `value`; null for a blank text, which is no value.
 * `misfit`: it cannot be read as one. The limits of the declaration do not matter.
 */
export type Conversion =
  | { is: 'fits' }
  | { is: 'misfit' /** Such as `must be a number`. */; reason: string }
  | { is: 'converted'; value: unknown };

/** With the declaration from before, text becomes HTML and HTML text, although each would fit as it is. */
export function convertValue(declared: FieldDeclaration, value: unknown, before?: FieldDeclaration): Conversion {
  const { currency } = declared;
  const field = { ...withoutLimits(declared), ...(currency === undefined ? {} : { currency }) };
  if (value === null || value === undefined) return { is: 'fits' };
  const own = before ? betweenTextAndHtml(field, value, before) : value;
  const reason = faultIn(withoutLimits(declared), own);
  if (reason === null) return own === value ? { is: 'fits' } : { is: 'converted', value: own };
  const single = Array.isArray(own) && own.length === 1 ? own[0] : own;
  if (single === null || (Array.isArray(own) && own.length === 0)) return { is: 'converted', value: null };
  if (typeof single === 'string' && isBlank(single)) return { is: 'converted', value: null };
  for (const read of readingsOf(field, own, single, before)) {
    if (read === undefined || faultIn(field, read) !== null) continue;
    if (typeof read === 'number' && typeof single === 'string' && !isExact(single, read)) continue;
    return { is: 'converted', value: read };
  }
  return { is: 'misfit', reason };
}

function readingsOf(field: FieldDeclaration, value: unknown, single: unknown, before?: FieldDeclaration): unknown[] {
  const kind = kindOf(field);
  const inside = convertInside(field, value, before);
  const readings = [
    inside,
    single,
    ...(kind.readings?.(single, field) ?? []),
    ...(kind.readings?.(value, field) ?? []),
  ];
  const text = typeof single === 'object' ? null : String(single).trim();
  if (text !== null) readings.push(text, kind.fold?.(text), kind.fromText(text));
  const entry = kind.entryOf?.(field);
  if (entry) {
    const converted = convertValue(entry, single, before);
    if (converted.is === 'converted' && converted.value !== null) readings.push([converted.value]);
  }
  return [...readings, [single]];
}

/** A value that has others inside it, with these converted. Undefined if it has none. */
function convertInside(field: FieldDeclaration, value: unknown, before?: FieldDeclaration): unknown {
  const { inside, declared = () => [] } = kindOf(field);
  if (!inside || typeof value !== 'object') return undefined;
  const known = before ? (kindOf(before).declared?.(before) ?? []) : [];
  const copy = structuredClone(value);
  for (const { field: inner, holder, key, isEntry } of inside(field, copy)) {
    const old = holder[key];
    if (!Object.hasOwn(holder, key)) continue;
    const declaredBefore = known.find((one) => one.isEntry === isEntry && (isEntry || one.field.name === inner.name));
    const converted = convertValue(inner, old, declaredBefore?.field);
    if (converted.is === 'misfit') return undefined;
    if (converted.is === 'converted') holder[key] = converted.value;
  }
  return declared(field).length > 0 ? copy : undefined;
}

function betweenTextAndHtml(field: FieldDeclaration, value: unknown, before: FieldDeclaration): unknown {
  if (typeof value !== 'string') return value;
  const [was, is] = [kindOf(before), kindOf(field)];
  if (was.isHtml && !is.isHtml && is.isText) return textOf(value);
  return is.isHtml && was.isText && !was.isHtml ? htmlOf(value) : value;
}

/** One line for each block. */
function textOf(html: string): string {
  const lines = html.split(/<\/(?:p|div|h[1-6]|li|blockquote|pre|tr|figure)\s{0,9}>|<br\s{0,9}\/?>/i);
  return lines
    .map((line) => readHtmlText(line).all)
    .filter((line) => line !== '')
    .join('\n');
}

/** A paragraph for each that is set off by an empty line. */
function htmlOf(text: string): string {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`).join('');
}

/** What is wrong with the value; null if it is one of the field. */
function faultIn(field: FieldDeclaration, value: unknown): string | null {
  const data = { [field.name]: structuredClone(value) };
  const [fault] = checkData({ fields: [field], strict: true, data }).faults;
  if (!fault) return null;
  const place = fault.pointer.split('/').slice(2).join('/');
  return place === '' ? fault.detail : `/${place} ${fault.detail}`;
}
