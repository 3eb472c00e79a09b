// An answer as the value of a field of another kind.

import { type FieldDeclaration, optionLabel } from '../../fields/field.ts';
import { isFileField, isPriceField, jsonTypeOf, kindOf } from '../../fields/field-kinds.ts';

/** Whether answers to `source` can be values of `target`. Whether one is, its own value decides. */
export function canFill(target: FieldDeclaration, source: FieldDeclaration): boolean {
  if (isPriceField(source)) return false;
  const { refersTo } = kindOf(target);
  if (isFileField(source)) return refersTo === 'media';
  if (refersTo) return false;
  const to = jsonTypeOf(target);
  const from = jsonTypeOf(source);
  if (to === 'object' || from === 'object') return target.type === source.type;
  return to === from || to === 'string' || to === 'array' || (isNumber(to) && (isNumber(from) || from === 'string'));
}

/** An answer as a value of `target`, as far as it can be read as one: the item's own check has the last word. */
export function fittingValue(target: FieldDeclaration, source: FieldDeclaration, answer: unknown): unknown {
  const to = jsonTypeOf(target);
  if (to === 'array') return Array.isArray(answer) ? answer : [answer];
  // A choice is stored by its value; as a text, people read its label.
  if (to === 'string') return target.options ? [answer].flat().join(', ') : readableAnswer(source, answer);
  if (isNumber(to) && typeof answer === 'string' && answer.trim() !== '') {
    const number = Number(answer);
    return Number.isNaN(number) ? answer : number;
  }
  return answer;
}

/** An answer as people read it; an empty text for none. */
export function readableAnswer(field: FieldDeclaration, answer: unknown): string {
  if (answer === undefined || answer === null) return '';
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'object') {
    const parts = Object.values(answer).map((part) => readableAnswer(field, part));
    return parts.filter(Boolean).join(', ');
  }
  return optionLabel(field, answer);
}

function isNumber(jsonType: unknown): boolean {
  return jsonType === 'number' || jsonType === 'integer';
}
