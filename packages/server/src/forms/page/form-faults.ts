// What is wrong with the answers to a form, in words that follow the label of the field and a colon.

import type { Fault } from '../../errors.ts';
import { fileLimits } from '../../fields/bounds.ts';
import type { FieldDeclaration } from '../../fields/field.ts';
import { controlOf, isFileField, jsonTypeOf, kindOf } from '../../fields/field-kinds.ts';
import { formatBytes, nameFileTypes } from '../../lib/file-words.ts';
import type { SiteFormats } from '../../settings/site-formats.ts';
import type { Form } from '../forms.ts';

/** The first fault of each field, by the field's name. */
export function messagesOf(form: Form, faults: readonly Fault[], formats: SiteFormats): Map<string, string> {
  const messages = new Map<string, string>();
  for (const fault of faults) {
    const name = fault.pointer.split('/')[1] ?? '';
    const field = form.fields.find((field) => field.name === name);
    if (field && !messages.has(name)) messages.set(name, faultMessage(field, fault, formats));
  }
  return messages;
}

/** What to do about a fault. It follows the label of the field and a colon. */
function faultMessage(field: FieldDeclaration, { code, detail }: Fault, formats: SiteFormats): string {
  const { schema, expects } = kindOf(field);
  const { min, max, pattern } = field;
  const limits = schema(field) ?? {};
  const { missing } = controlOf(field);
  switch (code) {
    case 'required':
    case 'min_items':
      return missing;
    case 'not_allowed':
      return jsonTypeOf(field) === 'boolean' ? missing : 'choose one of the options';
    case 'format':
    case 'wrong_type':
    case 'invalid':
      return expects ? `enter ${expects}` : detail;
    case 'pattern':
      return expects && pattern === undefined ? `enter ${expects}` : (field.help ?? 'use the requested format');
    case 'min_length':
      return `use at least ${count(min, 'character')}`;
    case 'max_length':
      return `use at most ${count(limits.maxLength, 'character')}`;
    case 'minimum':
      return `enter ${formats.number(limits.minimum as number)} or more`;
    case 'maximum':
      return `enter ${formats.number(limits.maximum as number)} or less`;
    case 'format_minimum':
      return `enter ${dateText(String(min), formats)} or later`;
    case 'format_maximum':
      return `enter ${dateText(String(max), formats)} or earlier`;
    case 'too_large':
      return isFileField(field) ? `choose a file of up to ${formatBytes(fileLimits(field).maxSize)}` : detail;
    case 'type_not_allowed':
      return `choose a file of another type: ${nameFileTypes(field.accept)}`;
    case 'too_many_files':
      return `choose at most ${count(fileLimits(field).maxFiles, 'file')}`;
    case 'not_a_file':
      return missing;
    default:
      return detail;
  }
}

/** A day, or a time. */
function dateText(bound: string, formats: SiteFormats): string {
  return bound.length === 10 ? formats.day(bound) : formats.time(bound);
}

function count(number: unknown, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Faults that are not about a field of the form, such as unknown keys; null if there are none. */
export function otherFaults(form: Form, faults: readonly Fault[]): string | null {
  const names = new Set(form.fields.map((field) => field.name));
  const others = faults.filter((fault) => !names.has(fault.pointer.split('/')[1] ?? ''));
  return others.length === 0 ? null : others.map((fault) => `${fault.pointer.slice(1)} ${fault.detail}`).join('; ');
}
