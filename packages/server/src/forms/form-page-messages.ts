// Faults of a submission in the words of the rendered form.

import type { Fault } from '../errors.ts';
import type { FieldDeclaration } from '../fields/field.ts';

const formats: Record<string, string> = {
  email: 'enter an e-mail address, such as name@example.com',
  phone: 'enter a telephone number, such as +49 30 123456',
  url: 'enter a web address, such as https://example.com',
  date: 'enter a date',
  datetime: 'enter a date and a time',
  number: 'enter a number',
  integer: 'enter a whole number',
};

const ticked = ['consent', 'boolean', 'checkbox'];
const chosen = ['select', 'radio', 'multiselect'];

/** What to do about a fault; follows the field's label and a colon. */
export function faultMessage(field: FieldDeclaration, { code, detail }: Fault): string {
  const { type, min, max } = field;
  const isText = typeof min !== 'string' && typeof max !== 'string' && !['number', 'integer'].includes(type);
  switch (code) {
    case 'required':
    case 'min_items':
      return missing(field);
    case 'not_allowed':
      return ticked.includes(type) && !field.options ? missing(field) : 'choose one of the answers offered';
    case 'format':
    case 'wrong_type':
    case 'invalid':
      return formats[type] ?? detail;
    case 'pattern':
      return formats[type] ?? field.help ?? 'the answer does not have the form that is asked for';
    case 'min_length':
      return `enter ${min} characters or more`;
    case 'max_length':
      return isText && max !== undefined ? `enter ${max} characters or fewer` : 'the answer is too long';
    case 'minimum':
      return `enter ${min} or more`;
    case 'maximum':
      return `enter ${max} or less`;
    case 'format_minimum':
      return `enter ${min} or later`;
    case 'format_maximum':
      return `enter ${max} or earlier`;
    default:
      return detail;
  }
}

function missing(field: FieldDeclaration): string {
  if (field.type === 'file') return 'choose a file';
  if (chosen.includes(field.type) || (field.type === 'checkbox' && field.options)) return 'choose an answer';
  return ticked.includes(field.type) ? 'tick this box to go on' : 'fill in this field';
}
