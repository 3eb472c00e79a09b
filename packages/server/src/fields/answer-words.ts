// Answers as people read them, in mails and on the page after a submission.

import { type FieldDeclaration, optionLabel } from './field.ts';
import { kindOf, rowFieldsOf } from './field-kinds.ts';
import { labelOf } from './form-controls.ts';

/** The code of a language, what its boxes say, and how it writes days and times. */
type Words = {
  code: string;
  yes: string;
  no: string;
  formats: { day(day: string): string; time(time: string): string };
};

/** Empty if there is no answer. */
export function answerInWords(field: FieldDeclaration, value: unknown, words: Words): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((entry) => answerInWords(field, entry, words)).join('\n');
  if (typeof value === 'object') return partsInWords(field, value as Record<string, unknown>, words);
  const { writtenAs } = kindOf(field);
  const isTime = writtenAs && !Number.isNaN(Date.parse(String(value)));
  return isTime ? words.formats[writtenAs](String(value)) : optionLabel(field, value);
}

/** An answer with several parts: in the words of its kind, or a line for each part. */
function partsInWords(field: FieldDeclaration, value: Record<string, unknown>, words: Words): string {
  const { members, inWords } = kindOf(field);
  const rowFields = rowFieldsOf(field);
  const parts = (rowFields ?? members?.(field) ?? []).flatMap((part) => {
    const text = Object.hasOwn(value, part.name) ? answerInWords(part, value[part.name], words) : '';
    return text === '' ? [] : [[part, text] as const];
  });
  if (parts.length === 0) return JSON.stringify(value);
  if (inWords) return inWords(Object.fromEntries(parts.map(([{ name }, text]) => [name, text])), words.code);
  const lines = parts.map(([part, text]) => `${labelOf(part)}: ${text.replaceAll('\n', ', ')}`);
  return lines.join(rowFields ? '; ' : '\n');
}
